"""Transfers: what a wallet was asked to move, and what it answered. This is also the outbox."""

from dataclasses import fields

from sqlalchemy import Connection, bindparam, insert, select, update

from app.store.prepared import Prepared
from app.store.rows import TransferRow, columns
from app.store.tables import transfers

_UNANSWERED = ("pending", "unknown")
_COLUMNS = tuple(transfers.c[field.name] for field in fields(TransferRow))
_INSERT = Prepared(insert(transfers))
_OPEN = select(*_COLUMNS).where(transfers.c.state.in_(_UNANSWERED))
_OPEN_OF_ROUND = _OPEN.where(transfers.c.round_id == bindparam("round")).order_by(
    transfers.c.transfer_id
)
_OPEN_ROUNDS = (
    select(transfers.c.round_id)
    .where(transfers.c.state.in_(_UNANSWERED), transfers.c.round_id > bindparam("after"))
    .distinct()
    .order_by(transfers.c.round_id)
    .limit(bindparam("most"))
)
_ANSWER = (
    update(transfers)
    .where(transfers.c.transfer_id == bindparam("of_transfer"), transfers.c.state.in_(_UNANSWERED))
    .values(
        state=bindparam("state"),
        attempts=transfers.c.attempts + 1,
        answered_at=bindparam("answered_at"),
    )
)


def add_transfer(tx: Connection, row: TransferRow, at: str) -> None:
    """What the wallet is, or was just, asked to move."""
    answered = None if row.state in _UNANSWERED else at
    _INSERT.change(tx, {**columns(row), "created_at": at, "answered_at": answered})


def answer_transfer(tx: Connection, transfer_id: str, state: str, at: str) -> bool:
    """Write down the wallet's answer; False if somebody else already had."""
    facts = {"of_transfer": transfer_id, "state": state, "answered_at": at}
    return tx.execute(_ANSWER, facts).rowcount == 1


def unanswered(tx: Connection, round_id: str) -> tuple[TransferRow, ...]:
    """Transfers of the round that still wait for the wallet."""
    return tuple(TransferRow(*row) for row in tx.execute(_OPEN_OF_ROUND, {"round": round_id}))


def unanswered_rounds(tx: Connection, after: str, most: int) -> tuple[str, ...]:
    """Rounds with such transfers, in the order of their ids, from above `after` on."""
    return tuple(tx.execute(_OPEN_ROUNDS, {"after": after, "most": most}).scalars())
