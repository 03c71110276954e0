"""The words for where a round, a transfer and a step stand, and the sets of them that rules name.

Tables and queries are made from these; the migrations keep the words as they were written.
"""

from collections.abc import Iterable
from enum import StrEnum


class RoundStatus(StrEnum):
    """Where a round stands; it moves forwards only (`migrations` has the moves)."""

    ANNOUNCED = "announced"
    AWAITING_STAKE = "awaiting_stake"
    IN_PLAY = "in_play"
    FROZEN = "frozen"
    SETTLED = "settled"
    VOID = "void"
    LAPSED = "lapsed"


LIVE = (
    RoundStatus.ANNOUNCED,
    RoundStatus.AWAITING_STAKE,
    RoundStatus.IN_PLAY,
    RoundStatus.FROZEN,
)
"""A seat has one round at most in these: so one announced number, and one open round."""
OPEN = LIVE[1:]
"""Bound to a bet, and not ended."""
PLAYED = (RoundStatus.SETTLED, RoundStatus.VOID)
ENDED = (*PLAYED, RoundStatus.LAPSED)


class TransferKind(StrEnum):
    """Which way the money goes, seen from the player; a rollback undoes a debit."""

    DEBIT = "debit"
    CREDIT = "credit"
    ROLLBACK = "rollback"


class TransferState(StrEnum):
    """What is known of a transfer."""

    PENDING = "pending"
    CONFIRMED = "confirmed"
    REFUSED = "refused"
    UNKNOWN = "unknown"


UNANSWERED = (TransferState.PENDING, TransferState.UNKNOWN)
"""The wallet still owes an answer."""


class Actor(StrEnum):
    """Who took a step."""

    PLAYER = "player"
    HOUSE = "house"


def one_of(column: str, words: Iterable[StrEnum]) -> str:
    """`column IN ('a', 'b')`, for constraints and partial indexes."""
    listed = ", ".join(f"'{word.value}'" for word in words)
    return f"{column} IN ({listed})"
