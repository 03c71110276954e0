"""Players, seats and sessions, and the one read with which a request of play begins.

Money, limits and sessions are a player's; shoe, numbers and the open round are a seat's, and a
player has one seat for each game.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from sqlalchemy import Connection, and_, bindparam, exists, insert, literal, select
from sqlalchemy.sql.elements import ColumnElement

from app.store.entries import ACCOUNT_COLUMNS, account_row
from app.store.forms import PENCE_MAX, BadAccount, session_fits, uuid_fits
from app.store.ids import PlayerId, SeatId, SessionId
from app.store.prepared import Prepared
from app.store.rounds import ROUND_COLUMNS, round_row
from app.store.rows import SeatRow, SessionRow, StoredAnswer, columns
from app.store.tables import (
    LIVE_ROUNDS,
    UNANSWERED_TRANSFERS,
    accounts,
    idempotency,
    players,
    rounds,
    seats,
    sessions,
    table_limits,
    transfers,
)

_SESSION: tuple[ColumnElement[Any], ...] = (
    sessions.c.session_id,
    sessions.c.player_id,
    sessions.c.started_at,
    sessions.c.expires_at,
)
_ANSWER: tuple[ColumnElement[Any], ...] = (
    idempotency.c.fingerprint,
    idempotency.c.answer,
)
_TABLE_MAX = (
    select(table_limits.c.table_max)
    .where(table_limits.c.player_id == sessions.c.player_id)
    .order_by(table_limits.c.change.desc())
    .limit(1)
    .scalar_subquery()
)
_WAITING = exists(
    select(literal(1)).where(transfers.c.round_id == rounds.c.round_id, UNANSWERED_TRANSFERS)
)
_SEAT = Prepared(
    select(*_SESSION, *ACCOUNT_COLUMNS, _TABLE_MAX, _WAITING, *_ANSWER, *ROUND_COLUMNS)
    .select_from(
        sessions.join(accounts, accounts.c.player_id == sessions.c.player_id)
        .outerjoin(
            idempotency,
            and_(
                idempotency.c.credential_id == sessions.c.session_id,
                idempotency.c.key == bindparam("key"),
            ),
        )
        .outerjoin(
            rounds,
            and_(rounds.c.seat_id == bindparam("seat"), LIVE_ROUNDS),
        )
    )
    .where(sessions.c.session_id == bindparam("session"), sessions.c.expires_at > bindparam("now"))
)
_LOCK = Prepared(
    select(players.c.player_id).where(players.c.player_id == bindparam("player")).with_for_update()
)
_SEAT_OF = select(seats.c.seat_id).where(
    seats.c.player_id == bindparam("player"), seats.c.game == bindparam("game")
)
_BY_TOKEN = select(*_SESSION).where(sessions.c.token_hash == bindparam("token"))
_NO_KEY = ""


class NoSession(Exception):
    """The session is over, or never was."""


class BadSession(NoSession):
    """What is kept of a session, or of its player's seat, is not what was written of it."""


def add_player(
    tx: Connection, player_id: PlayerId, operator_id: str, operator_player: str, at: str
) -> None:
    """A player, under the name that the operator has for them."""
    facts = {"player_id": player_id, "operator_id": operator_id, "created_at": at}
    tx.execute(insert(players), {**facts, "operator_player": operator_player})


def add_seat(tx: Connection, seat_id: SeatId, player_id: PlayerId, game: str, at: str) -> None:
    """The player's seat at this game."""
    facts = {"seat_id": seat_id, "player_id": player_id, "game": game, "created_at": at}
    tx.execute(insert(seats), facts)


def add_session(tx: Connection, row: SessionRow, token_hash: str) -> None:
    """A session, known by the hash of its token."""
    tx.execute(insert(sessions), {**columns(row), "token_hash": token_hash})


def session_of_token(tx: Connection, token_hash: str) -> SessionRow:
    """The session of this token, whether it has expired or not; `NoSession`, `BadSession`."""
    row = tx.execute(_BY_TOKEN, {"token": token_hash}).first()
    if row is None:
        raise NoSession("no session has this token")
    return _session(tuple(row))


def seat_of(tx: Connection, player_id: PlayerId, game: str) -> SeatId:
    """Where the player sits at this game. Raises `BadSession`: every player has a seat."""
    seat_id: str = tx.execute(_SEAT_OF, {"player": player_id, "game": game}).scalar() or ""
    if not uuid_fits(seat_id):
        raise BadSession("a player of a session has no seat that can be read")
    return SeatId(seat_id)


def lock_player(tx: Connection, player_id: PlayerId) -> None:
    """Nobody else writes about this player, at any seat, until the transaction ends."""
    if tx.dialect.name != "sqlite":  # there the whole database is ours since BEGIN IMMEDIATE
        _LOCK.rows(tx, {"player": player_id})


def seat_row(
    tx: Connection, session_id: SessionId, seat_id: SeatId, now: str, key: str = _NO_KEY
) -> SeatRow:
    """What a request judges, after `lock_player` where it is to write.

    The seat is one of the session's player: `authenticate` found it. Raises `NoSession`, and
    `BadSession`, `BadAccount` or `Diverged` where one of them is not as it was written.
    """
    facts = {"session": session_id, "seat": seat_id, "now": now, "key": key}
    found = _SEAT.rows(tx, facts)
    if not found:
        raise NoSession("the session is over")
    values = iter(found[0])
    session = _session(tuple(islice(values, len(_SESSION))))
    account = account_row(session.player_id, tuple(islice(values, len(ACCOUNT_COLUMNS))))
    table_max, waiting = next(values), bool(next(values))
    if not _is_limit(table_max):
        raise BadAccount(session.player_id)
    fingerprint, answer = islice(values, len(_ANSWER))
    stored = None if fingerprint is None else StoredAnswer(fingerprint, answer)
    live = tuple(values)
    row = None if live[0] is None else round_row(live)
    return SeatRow(session, account, table_max, stored, row, waiting)


def _session(values: Sequence[Any]) -> SessionRow:
    if not session_fits(values):
        raise BadSession("a session is not in the form it was stored in")
    return SessionRow(*values)


def _is_limit(table_max: Any) -> bool:
    return table_max is None or (type(table_max) is int and 1 <= table_max <= PENCE_MAX)
