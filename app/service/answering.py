"""Answers to bets and actions: kept for repeats, and given again as they were.

Only what commits is kept, in the transaction that commits it; a refusal is judged anew each time.
"""

from sqlalchemy import Connection

from app.service.announcing import announcement_view
from app.service.chance import Diverged
from app.service.house import House
from app.service.playing import OpenRound, load
from app.service.refusals import KeyReused, RequestInProgress, Unauthorised
from app.service.requests import Answer, Player, Request
from app.service.showing import cardless_view, ended_view, in_play_view, played
from app.service.views import PlayedRound, RoundView, as_json, played_round
from app.store.entries import stakes_held
from app.store.idempotency import keep_answer
from app.store.rows import AnnouncedRow, RoundRow, SeatRow, StoredAnswer
from app.store.seats import NoSession, lock_seat, seat_row


def take_seat(tx: Connection, player: Player, request: Request, at: str) -> SeatRow:
    """The player's seat, locked, with what the request's key already stands for."""
    lock_seat(tx, player.seat_id)
    try:
        return seat_row(tx, player.session_id, at, request.key)
    except NoSession:
        raise Unauthorised("the session is over") from None


def repeated(house: House, stored: StoredAnswer, request: Request) -> Answer:
    """What was answered under this key. Raises `KeyReused` or `RequestInProgress`."""
    if stored.fingerprint != request.fingerprint:
        raise KeyReused(f"the key {request.key} stands for another request")
    if stored.answer is None:
        raise RequestInProgress(house.table.retry_after_seconds)
    return Answer(played_round(stored.answer), stored.answer, replayed=True)


def step_answer(after: OpenRound, balance: int, next_row: AnnouncedRow | None) -> PlayedRound:
    """The round after a step, as the answer to who took it."""
    view = in_play_view(after.row, after.bound, after.state, after.version)
    return played(view, balance, None if next_row is None else announcement_view(next_row))


def keep(tx: Connection, player: Player, request: Request, view: PlayedRound, at: str) -> Answer:
    """Keep the answer under the request's key, and give it."""
    body = as_json(view)
    keep_answer(
        tx,
        session_id=player.session_id,
        key=request.key,
        fingerprint=request.fingerprint,
        round_id=view.round_id,
        answer=body,
        at=at,
    )
    return Answer(view, body, replayed=False)


def keep_waiting(tx: Connection, player: Player, request: Request, round_id: str, at: str) -> None:
    """Remember that this request waits at the wallet."""
    keep_answer(
        tx,
        session_id=player.session_id,
        key=request.key,
        fingerprint=request.fingerprint,
        round_id=round_id,
        answer=None,
        at=at,
    )


def current_view(house: House, tx: Connection, row: RoundRow) -> RoundView:
    """A bound or ended round as it stands now. Raises `Diverged`."""
    if row.ended is not None:
        return ended_view(row, row.ended)
    if row.bound is None:
        raise Diverged(row.announced.round_id, "it is bound to no bet")
    if row.status == "in_play":
        loaded = load(house, tx, row)
        return in_play_view(row, loaded.bound, loaded.state, loaded.version)
    return cardless_view(row, row.bound, stakes_held(tx, row.announced.round_id))
