"""Rounds: announced, bound by a bet, ended. Each moves only forwards; triggers see to it."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, bindparam, exists, func, insert, select, text, update
from sqlalchemy.sql.elements import ColumnElement

from app.store.forms import (
    PENCE_MAX,
    WHAT_IS_THERE,
    Diverged,
    announced_fits,
    bound_fits,
    ended_fits,
    key_id_fits,
    sha256_fits,
)
from app.store.ids import PlayerId, RoundId, SeatId, SessionId
from app.store.prepared import Prepared
from app.store.rows import AnnouncedRow, BoundRow, EndedRow, RoundRow, columns
from app.store.statuses import ENDED, OPEN, PLAYED, RoundStatus, one_of
from app.store.tables import LIVE_ROUNDS, OPEN_ROUNDS, rounds, sessions

_ANNOUNCED = tuple(field.name for field in fields(AnnouncedRow))
_BOUND = tuple(field.name for field in fields(BoundRow))
_ENDED = tuple(field.name for field in fields(EndedRow) if field.name != "status")

ROUND_COLUMNS: tuple[ColumnElement[Any], ...] = tuple(
    rounds.c[name] for name in (*_ANNOUNCED, "status", *_BOUND, *_ENDED)
)
_NUMBER_AT = _ANNOUNCED.index("number")
_WHOLE_AT = _ANNOUNCED.index("made_whole")
_STATUS_AT = len(_ANNOUNCED)
_BOUND_AT = _STATUS_AT + 1
_ENDED_AT = _BOUND_AT + len(_BOUND)
_STATUS_OF = {status.value: status for status in RoundStatus}
_UNBOUND = (None,) * len(_BOUND)
_UNENDED = (None,) * len(_ENDED)


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
_BY_ID = Prepared(_OF_SEAT.where(rounds.c.round_id == bindparam("round")))
_ANY_BY_ID = Prepared(select(*ROUND_COLUMNS).where(rounds.c.round_id == bindparam("round")))
_STANDING = Prepared(
    select(rounds.c.status, rounds.c.player_id).where(rounds.c.round_id == bindparam("round"))
)
_LIVE = Prepared(_OF_SEAT.where(LIVE_ROUNDS))
_LATEST = Prepared(_OF_SEAT.order_by(rounds.c.number.desc()).limit(1))
_PLAYED_BEFORE = Prepared(
    _OF_SEAT.where(
        text(f"rounds.{one_of('status', PLAYED)}"), rounds.c.number < bindparam("before")
    )
    .order_by(rounds.c.number.desc())
    .limit(bindparam("most"))
)
_ENDED_AFTER = Prepared(
    _OF_SEAT.where(text(f"rounds.{one_of('status', ENDED)}"), rounds.c.number > bindparam("after"))
    .order_by(rounds.c.number)
    .limit(bindparam("most"))
)
_LAST_STAKE = (
    select(rounds.c.stake)
    .where(rounds.c.seat_id == bindparam("seat"), rounds.c.stake.between(1, PENCE_MAX))
    .order_by(rounds.c.number.desc())
    .limit(1)
)
_NET = select(
    func.coalesce(func.sum(rounds.c.returned), 0) - func.coalesce(func.sum(rounds.c.staked), 0)
).where(
    rounds.c.session_id == bindparam("session"),
    rounds.c.returned.between(0, PENCE_MAX),
    rounds.c.staked.between(0, PENCE_MAX),
)
_STATUSES = select(rounds.c.status, func.count()).where(OPEN_ROUNDS).group_by(rounds.c.status)
_RULES_IN_PLAY = select(rounds.c.rules_sha256).where(OPEN_ROUNDS).distinct()
_SEALED_UNDER = select(rounds.c.sealed_key_id).where(LIVE_ROUNDS).distinct()
_PLACE = (rounds.c.seat_id, rounds.c.round_id)
_LIVE_AFTER = (
    select(*_PLACE)
    .where(LIVE_ROUNDS, rounds.c.seat_id > bindparam("after"))
    .order_by(rounds.c.seat_id)
    .limit(bindparam("most"))
)
_ANY = select(exists(select(rounds.c.round_id)))
_LEFT_ALONE = (
    select(*_PLACE)
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


Place = tuple[SeatId, RoundId]
"""Of a round, by what it is found; the rest of it may not be readable."""
Numbered = tuple[int, RoundRow | Diverged]
"""A round of a list by its number as it is stored, or why it cannot be read."""


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


def standing(tx: Connection, round_id: RoundId) -> tuple[str, PlayerId] | None:
    """Status and player of this round as they are stored, whatever else of it can be read."""
    found = _STANDING.rows(tx, {"round": round_id})
    return (found[0][0], found[0][1]) if found else None


def round_of_seat(tx: Connection, seat_id: SeatId, round_id: RoundId) -> RoundRow | None:
    """This round, if it is the seat's. Raises `Diverged`, as all that read a round do."""
    return _one(tx, _BY_ID, {"seat": seat_id, "round": round_id})


def any_round(tx: Connection, round_id: RoundId) -> RoundRow | None:
    """This round, whoever's it is."""
    return _one(tx, _ANY_BY_ID, {"round": round_id})


def live_round(tx: Connection, seat_id: SeatId) -> RoundRow | None:
    """The announced or open round of the seat."""
    return _one(tx, _LIVE, {"seat": seat_id})


def live_rounds(tx: Connection, after: SeatId, most: int) -> tuple[Place, ...]:
    """Live rounds of the seats whose ids come after this one, in their order."""
    found = tx.execute(_LIVE_AFTER, {"after": after, "most": most})
    return tuple((row[0], row[1]) for row in found)


def latest_round(tx: Connection, seat_id: SeatId) -> RoundRow | None:
    """The round with the highest number."""
    return _one(tx, _LATEST, {"seat": seat_id})


def played_before(tx: Connection, seat_id: SeatId, number: int, most: int) -> tuple[Numbered, ...]:
    """Settled and void rounds below `number`, newest first."""
    found = _PLAYED_BEFORE.rows(tx, {"seat": seat_id, "before": number, "most": most})
    return tuple(map(_numbered, found))


def ended_after(tx: Connection, seat_id: SeatId, number: int, most: int) -> tuple[Numbered, ...]:
    """Ended rounds above `number`, oldest first, lapsed ones included."""
    found = _ENDED_AFTER.rows(tx, {"seat": seat_id, "after": number, "most": most})
    return tuple(map(_numbered, found))


def last_stake(tx: Connection, seat_id: SeatId) -> int | None:
    """The opening stake last placed at the seat, if there is one and it is a sum."""
    stake = tx.execute(_LAST_STAKE, {"seat": seat_id}).scalar()
    return stake if type(stake) is int else None


def net_of_session(tx: Connection, session_id: SessionId) -> int:
    """Returned less staked, over the ended rounds that this session opened."""
    return int(tx.execute(_NET, {"session": session_id}).scalar_one())


def count_open(tx: Connection) -> dict[RoundStatus, int]:
    """How many rounds there are in each status of an open one."""
    return dict.fromkeys(OPEN, 0) | {RoundStatus(row[0]): row[1] for row in tx.execute(_STATUSES)}


def rules_in_play(tx: Connection) -> tuple[str, ...]:
    """Hashes of the rules files under which rounds are open; what is no hash freezes its round."""
    return tuple(filter(sha256_fits, tx.execute(_RULES_IN_PLAY).scalars()))


def sealing_keys_needed(tx: Connection) -> tuple[str, ...]:
    """Ids of the keys under which secrets are sealed that have not been published."""
    return tuple(filter(key_id_fits, tx.execute(_SEALED_UNDER).scalars()))


def any_rounds(tx: Connection) -> bool:
    """Whether a number was ever announced."""
    return bool(tx.execute(_ANY).scalar_one())


def left_alone(tx: Connection, now: str, after: SeatId, most: int) -> tuple[Place, ...]:
    """Rounds in play, at seats after this one, whose players have no valid session any more."""
    found = tx.execute(_LEFT_ALONE, {"now": now, "after": after, "most": most})
    return tuple((row[0], row[1]) for row in found)


def round_row(values: Sequence[Any]) -> RoundRow:
    """The round in a row of `ROUND_COLUMNS`. Raises `Diverged` where it is not as written."""
    promised, status = values[:_STATUS_AT], _STATUS_OF.get(values[_STATUS_AT])
    of_bet, of_end = values[_BOUND_AT:_ENDED_AT], values[_ENDED_AT:]
    if status is None or not announced_fits(promised):
        raise _misshapen(values)
    is_bound, is_ended = WHAT_IS_THERE[status]
    if not (bound_fits(of_bet) if is_bound else of_bet == _UNBOUND):
        raise _misshapen(values)
    if not (ended_fits(of_end) if is_ended else of_end == _UNENDED):
        raise _misshapen(values)
    facts = list(promised)
    facts[_WHOLE_AT] = bool(facts[_WHOLE_AT])  # SQLite itself has no such type
    bound = BoundRow(*of_bet) if is_bound else None
    ended = EndedRow(status, *of_end) if is_ended else None
    row = RoundRow(AnnouncedRow(*facts), status, bound, ended)
    # What was settled needs no reason, and what ends in another way has one.
    if ended is not None and (ended.reason is None) is not (status is RoundStatus.SETTLED):
        raise _misshapen(values)
    if (row.announced.jurisdiction_id is None) is not (row.announced.jurisdiction_sha256 is None):
        raise _misshapen(values)
    return row


def _misshapen(values: Sequence[Any]) -> Diverged:
    return Diverged(values[0], "something of it has not the form it was stored in")


def _numbered(values: Sequence[Any]) -> Numbered:
    try:
        return values[_NUMBER_AT], round_row(values)
    except Diverged as why:
        return values[_NUMBER_AT], why


def _one(tx: Connection, statement: Prepared, facts: dict[str, object]) -> RoundRow | None:
    found = statement.rows(tx, facts)
    return round_row(found[0]) if found else None


def _expect_one(changed: int) -> None:
    if changed != 1:
        raise RoundMoved("the round is not in the status it was read in")
