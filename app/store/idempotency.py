"""Answers kept for repeats: what committed under a key is answered again, byte for byte."""

from sqlalchemy import Connection, bindparam, delete, insert, update

from app.store.ids import RoundId
from app.store.prepared import Prepared
from app.store.tables import idempotency

_INSERT = Prepared(insert(idempotency))
_FILL = (
    update(idempotency)
    .where(idempotency.c.round_id == bindparam("of_round"), idempotency.c.answer.is_(None))
    .values(answer=bindparam("answer"))
)


def keep_answer(
    tx: Connection,
    *,
    credential_id: str,
    key: str,
    fingerprint: str,
    round_id: RoundId | None,
    answer: str | None,
    at: str,
) -> None:
    """Keep the answer to this request; None while it waits at the wallet.

    `round_id` is the round of a player's bet or action, None for what an operator asked.
    """
    facts = {"credential_id": credential_id, "key": key, "fingerprint": fingerprint, "at": at}
    _INSERT.change(tx, {**facts, "round_id": round_id, "answer": answer})


def fill_answer(tx: Connection, round_id: RoundId, answer: str) -> None:
    """Answer the request of this round that was waiting at the wallet."""
    tx.execute(_FILL, {"of_round": round_id, "answer": answer})


def forget_waiting(tx: Connection, round_id: RoundId) -> None:
    """Drop the waiting request of this round: nothing came of it, so its key is free again."""
    waiting = delete(idempotency).where(
        idempotency.c.round_id == round_id, idempotency.c.answer.is_(None)
    )
    tx.execute(waiting)
