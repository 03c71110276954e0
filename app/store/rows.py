"""Rows as values: a frozen dataclass for each kind, its fields in the order they are selected."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class AnnouncedRow:
    """What a new number of a seat is announced with; nothing of it changes afterwards."""

    round_id: str
    seat_id: str
    number: int
    rules_id: str
    rules_sha256: str
    shoe_before: str
    made_whole: bool
    commitment: str
    sealed_key_id: str
    sealed_nonce: bytes = field(repr=False)
    sealed_secret: bytes = field(repr=False)
    announced_at: str


@dataclass(frozen=True, slots=True)
class BoundRow:
    """What a bet binds, once."""

    session_id: str
    stake_requested: int
    stake: int
    client_seed: str | None
    opened_at: str


@dataclass(frozen=True, slots=True)
class EndedRow:
    """What is known of a round from its end on; `result` is JSON, None where nothing was dealt."""

    status: str
    version: int
    server_secret: str | None
    reason: str | None
    staked: int
    returned: int
    house_played_from: int | None
    result: str | None
    software: str
    ended_at: str


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round as it is stored: announced, then bound (or lapsed), then ended."""

    announced: AnnouncedRow
    status: str
    bound: BoundRow | None
    ended: EndedRow | None


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step of a round: the deal, an action, or the voiding, with the events it brought."""

    step: int
    actor: str
    action: str
    events_format: str
    events: str


@dataclass(frozen=True, slots=True)
class TransferRow:
    """Money that a wallet is asked to move; `action` is what a later stake pays for."""

    transfer_id: str
    seat_id: str
    round_id: str
    step: int
    kind: str
    amount: int
    action: str | None
    state: str
    attempts: int


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session: a credential for a seat, for a time."""

    session_id: str
    seat_id: str
    started_at: str
    expires_at: str


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """What an idempotency key stands for; `answer` is None while it waits at the wallet."""

    fingerprint: str
    round_id: str
    answer: str | None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """All that a request of play judges, read at once.

    `table_max` is the player's own limit, `waiting` whether a wallet still owes an answer, and
    `stored` what the request's key already stands for.
    """

    session: SessionRow
    balance: int
    table_max: int | None
    stored: StoredAnswer | None
    live: RoundRow | None
    waiting: bool


@dataclass(frozen=True, slots=True)
class LimitRow:
    """The latest change of a player's own limit."""

    change: int
    table_max: int
    changed_at: str


def columns(row: Any) -> dict[str, Any]:
    """The values of a row by the names of its columns; `dataclasses.asdict` would copy each."""
    return {name: getattr(row, name) for name in row.__dataclass_fields__}
