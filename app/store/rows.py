"""Rows as values: a frozen dataclass for each kind, its fields in the order they are selected."""

from dataclasses import dataclass, field
from typing import Any

from app.game.outcomes import Action
from app.store.ids import PlayerId, RoundId, SeatId, SessionId
from app.store.statuses import Actor, RoundStatus, TransferKind, TransferState


@dataclass(frozen=True, slots=True)
class AnnouncedRow:
    """What a new number of a seat is announced with; nothing of it changes afterwards."""

    round_id: RoundId
    player_id: PlayerId
    seat_id: SeatId
    number: int
    rules_id: str
    rules_sha256: str
    currency: str
    jurisdiction_id: str | None
    jurisdiction_sha256: str | None
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

    session_id: SessionId
    stake_requested: int
    stake: int
    client_seed: str | None
    opened_at: str


@dataclass(frozen=True, slots=True)
class EndedRow:
    """What is known of a round from its end on; `result` is JSON, None where nothing was dealt."""

    status: RoundStatus
    version: int
    server_secret: str | None = field(repr=False)
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
    status: RoundStatus
    bound: BoundRow | None
    ended: EndedRow | None


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step of a round: the deal, an action, or the voiding, with the events it brought.

    `paid` is the confirmed stake that was taken for it, None where there is none.
    """

    step: int
    actor: Actor
    action: str
    events_format: str
    events: str
    at: str
    paid: int | None


@dataclass(frozen=True, slots=True)
class StoredSteps:
    """All steps of a round in order, and the sum of the stakes that are confirmed for it."""

    steps: tuple[StepRow, ...]
    confirmed: int


@dataclass(frozen=True, slots=True)
class TransferRow:
    """Money that a wallet is asked to move; `action` is what a later stake pays for."""

    transfer_id: str
    player_id: PlayerId
    round_id: RoundId
    step: int
    kind: TransferKind
    amount: int
    action: Action | None
    state: TransferState
    attempts: int


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session: a player's credential, for a time."""

    session_id: SessionId
    player_id: PlayerId
    started_at: str
    expires_at: str


@dataclass(frozen=True, slots=True)
class AccountRow:
    """A player's account; `balance` is None where a wallet elsewhere keeps the money."""

    player_id: PlayerId
    currency: str
    balance: int | None


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """What an idempotency key stands for; `answer` is None while it waits at the wallet."""

    fingerprint: str
    answer: str | None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """All that a request of play judges, read at once.

    `table_max` is the player's own limit, `waiting` whether a wallet still owes an answer, and
    `stored` what the request's key already stands for.
    """

    session: SessionRow
    account: AccountRow
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
