"""Rounds: announced, bound by a bet, ended. Each moves only forwards; triggers see to it."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, exists, func, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from app.store.ids import RoundId, SeatId, SessionId
from app.store.prepared import Prepared
from app.store.rows import AnnouncedRow, BoundRow, EndedRow, RoundRow, columns
from app.store.statuses import ENDED, OPEN, PLAYED, RoundStatus
from app.store.tables import LIVE_ROUNDS, OPEN_ROUNDS, rounds, sessions

_ANNOUNCED = tuple(field.name for field in fields(AnnouncedRow))
_BOUND = tuple(field.name for field in fields(BoundRow))
_ENDED = tuple(field.name for field in fields(EndedRow) if field.name != "status")

ROUND_COLUMNS: tuple[ColumnElement[Any], ...] = tuple(
    rounds.c[name] for name in (*_ANNOUNCED, "status", *_BOUND, *_ENDED)
)
_WHOLE_AT = _ANNOUNCED.index("made_whole")
_STATUS_AT = len(_ANNOUNCED)
_BOUND_AT = _STATUS_AT + 1
_ENDED_AT = _BOUND_AT + len(_BOUND)


def _values(*names: str) -> dict[str, Any]:
    return {name: bindparam(name) for name in names}


_INSERT = Prepared(insert(rounds).values(_values("status", *_ANNOUNCED)))
_BIND = Prepared(
    update(rounds)
    .where(rounds.c.round_id == bindparam("of_round"), rounds.c.status == bindparam("before"))
    .values(_values("status", *_BOUND))
)
_SET_STATUS = Prepared(
    update(rounds)
    .where(rounds.c.round_id == bindparam("of_round"), rounds.c.status == bindparam("before"))
    .values(status=bindparam("status"))
)
_END = Prepared(
    update(rounds)
    .where(rounds.c.round_id == bindparam("of_round"), rounds.c.status == bindparam("before"))
    .values(_values("status", *_ENDED))
)
_OF_SEAT = select(*ROUND_COLUMNS).where(rounds.c.seat_id == bindparam("seat"))
_BY_ID = _OF_SEAT.where(rounds.c.round_id == bindparam("round"))
_ANY_BY_ID = select(*ROUND_COLUMNS).where(rounds.c.round_id == bindparam("round"))
_LIVE = _OF_SEAT.where(LIVE_ROUNDS)
_LATEST = _OF_SEAT.order_by(rounds.c.number.desc()).limit(1)
_PLAYED_BEFORE = (
    _OF_SEAT.where(rounds.c.status.in_(PLAYED), rounds.c.number < bindparam("before"))
    .order_by(rounds.c.number.desc())
    .limit(bindparam("most"))
)
_ENDED_AFTER = (
    _OF_SEAT.where(rounds.c.status.in_(ENDED), rounds.c.number > bindparam("after"))
    .order_by(rounds.c.number)
    .limit(bindparam("most"))
)
_LAST_STAKE = (
    select(rounds.c.stake)
    .where(rounds.c.seat_id == bindparam("seat"), rounds.c.stake.is_not(None))
    .order_by(rounds.c.number.desc())
    .limit(1)
)
_NET = select(
    func.coalesce(func.sum(rounds.c.returned), 0) - func.coalesce(func.sum(rounds.c.staked), 0)
).where(rounds.c.session_id == bindparam("session"))
_STATUSES = select(rounds.c.status, func.count()).where(OPEN_ROUNDS).group_by(rounds.c.status)
_RULES_IN_PLAY = select(rounds.c.rules_sha256).where(OPEN_ROUNDS).distinct()
_SEALED_UNDER = select(rounds.c.sealed_key_id).where(LIVE_ROUNDS).distinct()
_LIVE_AFTER = (
    select(*ROUND_COLUMNS)
    .where(LIVE_ROUNDS, rounds.c.seat_id > bindparam("after"))
    .order_by(rounds.c.seat_id)
    .limit(bindparam("most"))
)
_ANY = select(exists(select(rounds.c.round_id)))
_LEFT_ALONE = (
    select(*ROUND_COLUMNS)
    .where(
        OPEN_ROUNDS,
        rounds.c.status == RoundStatus.IN_PLAY,
        rounds.c.seat_id > bindparam("after"),
        ~exists(
            select(sessions.c.session_id).where(
                sessions.c.player_id == rounds.c.player_id, sessions.c.expires_at > bindparam("now")
            )
        ),
    )
    .order_by(rounds.c.seat_id)
    .limit(bindparam("most"))
)


class RoundMoved(Exception):
    """The round is not in the status that was to be left; nothing was changed."""


def add_announced(tx: Connection, row: AnnouncedRow) -> None:
    """A new number of the seat."""
    _INSERT.change(tx, {"status": RoundStatus.ANNOUNCED, **columns(row)})


def bind(
    tx: Connection, round_id: RoundId, before: RoundStatus, status: RoundStatus, row: BoundRow
) -> None:
    """Move on with the bet's facts, which are bound once; raises `RoundMoved`."""
    facts = {"of_round": round_id, "before": before, "status": status, **columns(row)}
    _expect_one(_BIND.change(tx, facts))


def freeze_round(tx: Connection, round_id: RoundId, before: RoundStatus) -> None:
    """Stop a round where it stands; raises `RoundMoved`."""
    facts = {"of_round": round_id, "before": before, "status": RoundStatus.FROZEN}
    _expect_one(_SET_STATUS.change(tx, facts))


def end(tx: Connection, round_id: RoundId, before: RoundStatus, row: EndedRow) -> None:
    """Write down how the round ended; raises `RoundMoved`."""
    facts = {"of_round": round_id, "before": before, **columns(row)}
    _expect_one(_END.change(tx, facts))


def round_of_seat(tx: Connection, seat_id: SeatId, round_id: RoundId) -> RoundRow | None:
    """This round, if it is the seat's."""
    return _one(tx, _BY_ID, {"seat": seat_id, "round": round_id})


def any_round(tx: Connection, round_id: RoundId) -> RoundRow | None:
    """This round, whoever's it is."""
    return _one(tx, _ANY_BY_ID, {"round": round_id})


def live_round(tx: Connection, seat_id: SeatId) -> RoundRow | None:
    """The announced or open round of the seat."""
    return _one(tx, _LIVE, {"seat": seat_id})


def live_rounds(tx: Connection, after: SeatId, most: int) -> tuple[RoundRow, ...]:
    """Live rounds of the seats whose ids come after this one, in their order."""
    found = tx.execute(_LIVE_AFTER, {"after": after, "most": most})
    return tuple(round_row(row) for row in found)


def latest_round(tx: Connection, seat_id: SeatId) -> RoundRow | None:
    """The round with the highest number."""
    return _one(tx, _LATEST, {"seat": seat_id})


def played_before(tx: Connection, seat_id: SeatId, number: int, most: int) -> tuple[RoundRow, ...]:
    """Settled and void rounds below `number`, newest first."""
    found = tx.execute(_PLAYED_BEFORE, {"seat": seat_id, "before": number, "most": most})
    return tuple(round_row(row) for row in found)


def ended_after(tx: Connection, seat_id: SeatId, number: int, most: int) -> tuple[RoundRow, ...]:
    """Ended rounds above `number`, oldest first, lapsed ones included."""
    found = tx.execute(_ENDED_AFTER, {"seat": seat_id, "after": number, "most": most})
    return tuple(round_row(row) for row in found)


def last_stake(tx: Connection, seat_id: SeatId) -> int | None:
    """The opening stake last placed at the seat."""
    stake: int | None = tx.execute(_LAST_STAKE, {"seat": seat_id}).scalar()
    return stake


def net_of_session(tx: Connection, session_id: SessionId) -> int:
    """Returned less staked, over the ended rounds that this session opened."""
    return int(tx.execute(_NET, {"session": session_id}).scalar_one())


def count_open(tx: Connection) -> dict[RoundStatus, int]:
    """How many rounds there are in each status of an open one."""
    return dict.fromkeys(OPEN, 0) | {RoundStatus(row[0]): row[1] for row in tx.execute(_STATUSES)}


def rules_in_play(tx: Connection) -> tuple[str, ...]:
    """Hashes of the rules files under which rounds are open."""
    return tuple(tx.execute(_RULES_IN_PLAY).scalars())


def sealing_keys_needed(tx: Connection) -> tuple[str, ...]:
    """Ids of the keys under which secrets are sealed that have not been published."""
    return tuple(tx.execute(_SEALED_UNDER).scalars())


def any_rounds(tx: Connection) -> bool:
    """Whether a number was ever announced."""
    return bool(tx.execute(_ANY).scalar_one())


def left_alone(tx: Connection, now: str, after: SeatId, most: int) -> tuple[RoundRow, ...]:
    """Rounds in play, at seats after this one, whose players have no valid session any more."""
    facts = {"now": now, "after": after, "most": most}
    return tuple(round_row(row) for row in tx.execute(_LEFT_ALONE, facts))


def round_row(values: Sequence[Any] | Row[Any]) -> RoundRow:
    """The round in a row of `ROUND_COLUMNS`."""
    promised = list(values[:_STATUS_AT])
    promised[_WHOLE_AT] = bool(promised[_WHOLE_AT])  # SQLite itself has no such type
    announced = AnnouncedRow(*promised)
    status = RoundStatus(values[_STATUS_AT])
    bound = ended = None
    if values[_BOUND_AT] is not None:
        bound = BoundRow(*values[_BOUND_AT:_ENDED_AT])
    if values[_ENDED_AT] is not None:
        ended = EndedRow(status, *values[_ENDED_AT:])
    return RoundRow(announced, status, bound, ended)


def _one(tx: Connection, statement: Select[Any], facts: dict[str, object]) -> RoundRow | None:
    row = tx.execute(statement, facts).first()
    return None if row is None else round_row(row)


def _expect_one(changed: int) -> None:
    if changed != 1:
        raise RoundMoved("the round is not in the status it was read in")
