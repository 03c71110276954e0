"""Seats and sessions, and the one read with which a request of play begins."""

from typing import Any

from sqlalchemy import Connection, and_, bindparam, exists, insert, literal, select, text
from sqlalchemy.sql.elements import ColumnElement

from app.store.prepared import Prepared
from app.store.rounds import ROUND_COLUMNS, round_row
from app.store.rows import SeatRow, SessionRow, StoredAnswer, columns
from app.store.tables import (
    LIVE,
    UNANSWERED,
    accounts,
    idempotency,
    rounds,
    seats,
    sessions,
    table_limits,
    transfers,
)

_SESSION: tuple[ColumnElement[Any], ...] = (
    sessions.c.session_id,
    sessions.c.seat_id,
    sessions.c.started_at,
    sessions.c.expires_at,
)
_ANSWER: tuple[ColumnElement[Any], ...] = (
    idempotency.c.fingerprint,
    idempotency.c.round_id,
    idempotency.c.answer,
)
_TABLE_MAX = (
    select(table_limits.c.table_max)
    .where(table_limits.c.seat_id == sessions.c.seat_id)
    .order_by(table_limits.c.change.desc())
    .limit(1)
    .scalar_subquery()
)
_WAITING = exists(
    select(literal(1)).where(
        transfers.c.round_id == rounds.c.round_id, text(f"transfers.{UNANSWERED}")
    )
)
_SEAT = Prepared(
    select(*_SESSION, accounts.c.balance, _TABLE_MAX, _WAITING, *_ANSWER, *ROUND_COLUMNS)
    .select_from(
        sessions.join(accounts, accounts.c.seat_id == sessions.c.seat_id)
        .outerjoin(
            idempotency,
            and_(
                idempotency.c.session_id == sessions.c.session_id,
                idempotency.c.key == bindparam("key"),
            ),
        )
        .outerjoin(
            rounds,
            and_(rounds.c.seat_id == sessions.c.seat_id, text(f"rounds.{LIVE}")),
        )
    )
    .where(sessions.c.session_id == bindparam("session"), sessions.c.expires_at > bindparam("now"))
)
_ANSWER_AT = len(_SESSION) + 3
_ROUND_AT = _ANSWER_AT + len(_ANSWER)
_LOCK = Prepared(
    select(seats.c.seat_id).where(seats.c.seat_id == bindparam("seat")).with_for_update()
)
_BY_TOKEN = select(*_SESSION).where(sessions.c.token_hash == bindparam("token"))
_NO_KEY = ""


class NoSession(Exception):
    """The session is over, or never was."""


def add_seat(tx: Connection, seat_id: str, operator_id: str, player_id: str, at: str) -> None:
    """A seat for this player of this operator."""
    facts = {"seat_id": seat_id, "operator_id": operator_id, "player_id": player_id}
    tx.execute(insert(seats), {**facts, "created_at": at})


def add_session(tx: Connection, row: SessionRow, token_hash: str) -> None:
    """A session, known by the hash of its token."""
    tx.execute(insert(sessions), {**columns(row), "token_hash": token_hash})


def session_of_token(tx: Connection, token_hash: str) -> SessionRow:
    """The session of this token, whether it has expired or not; raises `NoSession`."""
    row = tx.execute(_BY_TOKEN, {"token": token_hash}).first()
    if row is None:
        raise NoSession("no session has this token")
    return SessionRow(*row)


def lock_seat(tx: Connection, seat_id: str) -> None:
    """Nobody else writes about this seat until the transaction ends."""
    if tx.dialect.name != "sqlite":  # there the whole database is ours since BEGIN IMMEDIATE
        _LOCK.rows(tx, {"seat": seat_id})


def seat_row(tx: Connection, session_id: str, now: str, key: str = _NO_KEY) -> SeatRow:
    """What a request judges, after `lock_seat` where it is to write; raises `NoSession`."""
    found = _SEAT.rows(tx, {"session": session_id, "now": now, "key": key})
    if not found:
        raise NoSession("the session is over")
    row = found[0]
    stored = None if row[_ANSWER_AT] is None else StoredAnswer(*row[_ANSWER_AT:_ROUND_AT])
    live = None if row[_ROUND_AT] is None else round_row(row[_ROUND_AT:])
    return SeatRow(SessionRow(*row[:4]), row[4], row[5], stored, live, bool(row[6]))
