"""What a request stands in: the house it speaks to, who speaks, and under which key."""

import re
from collections.abc import Mapping

from flask import Flask, current_app, g, request

from app.api.bodies import body_sha256
from app.api.problems import Refused
from app.api.rates import SessionRate
from app.service.house import House
from app.service.refusals import NotFound, Unauthorised
from app.service.requests import KEY_FORM, Player, Request, is_id
from app.service.sessions import authenticate

_KEY = re.compile(KEY_FORM)
_HOUSE = "pontoon.house"
_RATE = "pontoon.session_rate"


def place(app: Flask, house: House, rate: SessionRate) -> None:
    """Hand the house to the application."""
    app.extensions[_HOUSE] = house
    app.extensions[_RATE] = rate


def the_house() -> House:
    """The house that this application speaks for."""
    house: House = current_app.extensions[_HOUSE]
    return house


def session_rate() -> SessionRate:
    """The bound on guest sessions."""
    rate: SessionRate = current_app.extensions[_RATE]
    return rate


def require_player() -> None:
    """Before each call of a player: who it is, and, on POST, the key it came under."""
    g.player = authenticate(the_house(), _bearer_token())
    g.seat_id = g.player.seat_id
    _require_ids(request.view_args or {})
    if request.method == "POST":
        g.key = _idempotency_key()


def _require_ids(named: Mapping[str, str]) -> None:
    # No database is asked about what cannot be an id, such as a text with a NUL in it.
    if not all(map(is_id, named.values())):
        raise NotFound("no such round")


def the_player() -> Player:
    """The player who asks."""
    player: Player = g.player
    return player


def the_request(body: dict[str, object]) -> Request:
    """The identity under which this request is told from its repeat."""
    return Request(g.key, request.method, request.path, body_sha256(body))


def _bearer_token() -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthorised("the header Authorization: Bearer <token> is missing")
    return token.strip()


def _idempotency_key() -> str:
    key = request.headers.get("Idempotency-Key", "")
    if not _KEY.fullmatch(key):
        raise Refused(
            "idempotency-key-missing",
            "The header Idempotency-Key is missing, or not 1 to 64 characters from ! to ~.",
        )
    return key
