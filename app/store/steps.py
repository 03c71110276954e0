"""Steps of rounds, as evidence: what was done, by whom, and the events it brought."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, bindparam, func, insert, select, text

from app.store.forms import Diverged, events_format_fits, step_fits
from app.store.ids import RoundId
from app.store.prepared import Prepared
from app.store.rows import AnnouncedRow, StepRow, StoredSteps, columns
from app.store.statuses import Actor, TransferKind, TransferState
from app.store.tables import NOT_REFUSED, OPEN_ROUNDS, rounds, steps, transfers

DEAL = "deal"
"""The first step of a round."""
_COLUMNS = (
    steps.c.step,
    steps.c.actor,
    steps.c.action,
    steps.c.events_format,
    steps.c.events,
    steps.c.at,
)
_INSERT = Prepared(insert(steps))
_NOT_REFUSED = text(f"transfers.{NOT_REFUSED}")  # word for word: the index has no other rows
_CONFIRMED = (
    select(func.sum(transfers.c.amount))
    .where(
        transfers.c.round_id == bindparam("round"),
        transfers.c.kind == TransferKind.DEBIT.value,
        transfers.c.state == TransferState.CONFIRMED.value,
        _NOT_REFUSED,
    )
    .scalar_subquery()
)
_OF_ROUND = Prepared(
    select(*_COLUMNS, transfers.c.action, transfers.c.state, transfers.c.amount, _CONFIRMED)
    .select_from(
        steps.outerjoin(
            transfers,
            and_(
                transfers.c.round_id == steps.c.round_id,
                transfers.c.step == steps.c.step,
                transfers.c.kind == TransferKind.DEBIT.value,
                transfers.c.player_id == bindparam("player"),
                _NOT_REFUSED,
            ),
        )
    )
    .where(steps.c.round_id == bindparam("round"))
    .order_by(steps.c.step)
)
_COUNT = Prepared(
    select(func.count()).select_from(steps).where(steps.c.round_id == bindparam("round"))
)
_FORMATS_IN_PLAY = (
    select(steps.c.events_format)
    .where(steps.c.round_id.in_(select(rounds.c.round_id).where(OPEN_ROUNDS)))
    .distinct()
)


def add_step(tx: Connection, round_id: RoundId, row: StepRow) -> None:
    """The next step of a round in play; what was paid for it is a transfer."""
    facts = columns(row)
    del facts["paid"]
    _INSERT.change(tx, {"round_id": round_id, **facts})


def steps_of(tx: Connection, of: AnnouncedRow) -> StoredSteps:
    """What is stored of how the round was played. Raises `Diverged` on a step of another form."""
    found = _OF_ROUND.rows(tx, {"round": of.round_id, "player": of.player_id})
    if not all(step_fits(row[: len(_COLUMNS)]) for row in found):
        raise Diverged(of.round_id, "a step of it has not the form it was stored in")
    return StoredSteps(tuple(map(_step, found)), found[0][-1] if found else 0)


def steps_stored(tx: Connection, round_id: RoundId) -> int:
    """How many steps the round has, whether they can be read or not."""
    return int(_COUNT.rows(tx, {"round": round_id})[0][0])


def formats_in_play(tx: Connection) -> tuple[str, ...]:
    """The formats in which events of open rounds are stored."""
    return tuple(filter(events_format_fits, tx.execute(_FORMATS_IN_PLAY).scalars()))


def _step(row: Sequence[Any]) -> StepRow:
    step, actor, action, events_format, events, at, paid_for, state, amount, _ = row
    of_step = state == TransferState.CONFIRMED and (paid_for or DEAL) == action
    paid = amount if of_step else None
    return StepRow(step, Actor(actor), action, events_format, events, at, paid)
