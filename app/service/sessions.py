"""Sessions: credentials for a seat. What belongs to the player belongs to the seat, not to them."""

from contextlib import suppress
from datetime import timedelta
from functools import lru_cache

from sqlalchemy import Connection, Engine
from uuid_utils import uuid7

from app.game.money import Pence
from app.ledger.entries import grant_entry, player_account
from app.service.announcing import (
    announce_number,
    announcement_view,
    next_shoe,
    not_dealing,
    outdated,
    renew,
)
from app.service.answering import current_view
from app.service.chance import Diverged
from app.service.clock import stamp
from app.service.house import OPERATOR, House
from app.service.limits import limits_of
from app.service.playing import freeze
from app.service.refusals import NotDealing, NotFound, Unauthorised
from app.service.requests import Player, SeatId, SessionId
from app.service.views import NewSession, SessionView, ShoeView
from app.store.engine import reading, writing
from app.store.entries import open_account, post
from app.store.limits import latest_limit
from app.store.rounds import last_stake, latest_round, net_of_session
from app.store.rows import SeatRow, SessionRow
from app.store.seats import NoSession, add_seat, add_session, seat_row, session_of_token
from rng.shoe import Shoe
from rng.source import Refused
from rng.tokens import new_token, token_hash

SESSIONS_KEPT = 4096
"""Sessions that a process remembers by the hash of their token: their rows never change."""


def open_demo_session(house: House) -> NewSession:
    """A guest with play money, at a new seat. Raises `NotFound` where there is no demo."""
    if not house.demo:
        raise NotFound("this house has no play money")
    try:
        token = new_token(house.source)
    except Refused:
        raise not_dealing(house) from None
    session = _open_seat(house, token)
    player = Player(SessionId(session.session_id), SeatId(session.seat_id))
    view = session_view(house, player)
    return NewSession(session.session_id, token, session.expires_at, view)


def authenticate(house: House, token: str) -> Player:
    """Whose token this is. Raises `Unauthorised`."""
    try:
        session = _session_of(house.engine, token_hash(token))
    except NoSession:
        raise Unauthorised("no session has this token") from None
    if session.expires_at <= house.stamp():
        raise Unauthorised("the session is over")
    return Player(SessionId(session.session_id), SeatId(session.seat_id))


def session_view(house: House, player: Player) -> SessionView:
    """Where the session stands. Makes the announcement that is missing or no longer stands."""
    if _announcement_due(house, player):
        # Where nothing can be announced the view says so: neither a round nor a next one.
        with suppress(NotDealing):
            renew(house, player.seat_id)
    try:
        return _view(house, player)
    except Diverged as found:
        freeze(house, found)
        return _view(house, player)


@lru_cache(maxsize=SESSIONS_KEPT)
def _session_of(engine: Engine, hashed: str) -> SessionRow:
    with reading(engine) as tx:
        return session_of_token(tx, hashed)


def _announcement_due(house: House, player: Player) -> bool:
    with reading(house.engine) as tx:
        return outdated(house, _seat(house, tx, player).live) is not None


def _open_seat(house: House, token: str) -> SessionRow:
    now = house.now()
    at, seat_id = stamp(now), str(uuid7())
    expires = now + timedelta(seconds=house.table.session_lifetime_seconds)
    session = SessionRow(str(uuid7()), seat_id, at, stamp(expires))
    grant = Pence(house.table.demo_balance_pence)
    with writing(house.engine) as tx:
        add_seat(tx, seat_id, OPERATOR, str(uuid7()), at)
        open_account(tx, player_account(seat_id), grant)
        post(tx, grant_entry(seat_id, grant), at)
        add_session(tx, session, token_hash(token))
        shoe, made_whole = next_shoe(house, None)
        if announce_number(house, tx, seat_id, 1, shoe, made_whole=made_whole) is None:
            raise not_dealing(house)
    return session


def _view(house: House, player: Player) -> SessionView:
    with reading(house.engine) as tx:
        seat = _seat(house, tx, player)
        live = seat.live
        announced = live is not None and live.status == "announced"
        return SessionView(
            session_id=seat.session.session_id,
            currency=house.table.currency,
            balance=seat.balance,
            last_stake=last_stake(tx, player.seat_id),
            round=None if live is None or announced else current_view(house, tx, live),
            next_round=announcement_view(live.announced) if live and announced else None,
            shoe=_shoe(house, tx, seat),
            limits=limits_of(latest_limit(tx, player.seat_id)),
            net=net_of_session(tx, player.session_id),
            started_at=seat.session.started_at,
            expires_at=seat.session.expires_at,
            server_time=house.stamp(),
        )


def _shoe(house: House, tx: Connection, seat: SeatRow) -> ShoeView:
    """As the round in play found it: what it has dealt would tell the dealer's cards."""
    if seat.live is None:
        shoe, made_whole = next_shoe(house, latest_round(tx, seat.session.seat_id))
    else:
        shoe = Shoe.parse(seat.live.announced.shoe_before)
        made_whole = seat.live.announced.made_whole
    return ShoeView(str(shoe), shoe.remaining, made_whole)


def _seat(house: House, tx: Connection, player: Player) -> SeatRow:
    try:
        return seat_row(tx, player.session_id, house.stamp())
    except NoSession:
        raise Unauthorised("the session is over") from None
