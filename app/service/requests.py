"""What a caller asks, and the identity under which a request is told from its repeat."""

import re
from dataclasses import dataclass

from app.game.outcomes import Action
from app.service.views import PlayedRound
from app.store.ids import PlayerId, RoundId, SeatId, SessionId
from rng.announcement import UUID_FORM

KEY_FORM = r"[!-~]{1,64}"
"""Of an idempotency key (design, section 7), without anchors: the whole of it must match."""
_ID = re.compile(UUID_FORM)


def is_id(text: str) -> bool:
    """Whether this could be the id of a round at all."""
    return _ID.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Player:
    """An authenticated session, whose it is, and the seat it plays at."""

    session_id: SessionId
    player_id: PlayerId
    seat_id: SeatId


@dataclass(frozen=True, slots=True)
class BetRequest:
    """A bet as it was sent: `stake` is judged by R17 alone, so it may be any JSON value."""

    round_id: RoundId
    stake: object
    client_seed: str | None


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """An action on the version of the round that the player saw."""

    action: Action
    expected_version: int


@dataclass(frozen=True, slots=True)
class Request:
    """The idempotency key and what it stands for; `body_sha256` is over the canonical body."""

    key: str
    method: str
    path: str
    body_sha256: str

    @property
    def fingerprint(self) -> str:
        """What a repeat under the same key must equal."""
        return f"{self.method} {self.path} {self.body_sha256}"


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a bet or an action.

    `body` is its JSON text, byte for byte what a repeat under the same key gets again. `replayed`:
    nothing was done now, it had been done before.
    """

    view: PlayedRound
    body: str
    replayed: bool
