"""Transfers: what a wallet was asked to move, and what it answered. This is also the outbox."""

from dataclasses import fields, replace
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from app.game.outcomes import Action
from app.store.forms import Diverged, transfer_fits
from app.store.ids import RoundId
from app.store.prepared import Prepared
from app.store.rows import TransferRow, columns
from app.store.statuses import UNANSWERED, TransferKind, TransferState
from app.store.tables import UNANSWERED_TRANSFERS, transfers

_COLUMNS = tuple(transfers.c[field.name] for field in fields(TransferRow))
_INSERT = Prepared(insert(transfers))
_OPEN = select(*_COLUMNS).where(UNANSWERED_TRANSFERS)
_OPEN_OF_ROUND = _OPEN.where(transfers.c.round_id == bindparam("round")).order_by(
    transfers.c.transfer_id
)
_OPEN_ROUNDS = (
    select(transfers.c.round_id)
    .where(UNANSWERED_TRANSFERS, transfers.c.round_id > bindparam("after"))
    .distinct()
    .order_by(transfers.c.round_id)
    .limit(bindparam("most"))
)
_ANSWER = (
    update(transfers)
    .where(transfers.c.transfer_id == bindparam("of_transfer"), UNANSWERED_TRANSFERS)
    .values(
        state=bindparam("state"),
        attempts=transfers.c.attempts + 1,
        answered_at=bindparam("answered_at"),
    )
)


def add_transfer(tx: Connection, row: TransferRow, at: str) -> None:
    """What the wallet is, or was just, asked to move."""
    answered = None if row.state in UNANSWERED else at
    _INSERT.change(tx, {**columns(row), "created_at": at, "answered_at": answered})


def answer_transfer(tx: Connection, transfer_id: str, state: TransferState, at: str) -> bool:
    """Write down the wallet's answer; False if somebody else already had."""
    facts = {"of_transfer": transfer_id, "state": state, "answered_at": at}
    return tx.execute(_ANSWER, facts).rowcount == 1


def unanswered(tx: Connection, round_id: RoundId) -> tuple[TransferRow, ...]:
    """Transfers of the round that still wait for the wallet. Raises `Diverged`."""
    found = tx.execute(_OPEN_OF_ROUND, {"round": round_id}).all()
    if not all(transfer_fits(row) for row in found):
        raise Diverged(round_id, "a transfer of it has not the form it was stored in")
    return tuple(_transfer(*row) for row in found)


def unanswered_rounds(tx: Connection, after: str, most: int) -> tuple[RoundId, ...]:
    """Rounds with such transfers, in the order of their ids, from above `after` on."""
    return tuple(tx.execute(_OPEN_ROUNDS, {"after": after, "most": most}).scalars())


def _transfer(*values: Any) -> TransferRow:
    row = TransferRow(*values)
    action = None if row.action is None else Action(row.action)
    return replace(row, kind=TransferKind(row.kind), action=action, state=TransferState(row.state))
