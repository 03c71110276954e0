"""Steps of rounds, as evidence: what was done, by whom, and the events it brought."""

from sqlalchemy import Connection, bindparam, func, insert, select

from app.store.ids import RoundId
from app.store.prepared import Prepared
from app.store.rows import StepRow
from app.store.statuses import Actor
from app.store.tables import OPEN_ROUNDS, rounds, steps

_INSERT = Prepared(insert(steps))
_OF_ROUND = Prepared(
    select(steps.c.step, steps.c.actor, steps.c.action, steps.c.events_format, steps.c.events)
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


def add_step(tx: Connection, round_id: RoundId, row: StepRow, at: str) -> None:
    """The next step of a round in play."""
    _INSERT.change(
        tx,
        {
            "round_id": round_id,
            "step": row.step,
            "actor": row.actor,
            "action": row.action,
            "events_format": row.events_format,
            "events": row.events,
            "at": at,
        },
    )


def steps_of(tx: Connection, round_id: RoundId) -> tuple[StepRow, ...]:
    """All steps of the round, in order."""
    return tuple(
        StepRow(row[0], Actor(row[1]), *row[2:]) for row in _OF_ROUND.rows(tx, {"round": round_id})
    )


def steps_stored(tx: Connection, round_id: RoundId) -> int:
    """How many steps the round has, whether they can be read or not."""
    return int(_COUNT.rows(tx, {"round": round_id})[0][0])


def formats_in_play(tx: Connection) -> tuple[str, ...]:
    """The formats in which events of open rounds are stored."""
    return tuple(tx.execute(_FORMATS_IN_PLAY).scalars())
