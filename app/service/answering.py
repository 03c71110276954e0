"""Answers to bets and actions: kept for repeats, and given again as they were.

Only what commits is kept, in the transaction that commits it; a refusal is judged anew each time.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from app.service.chance import Diverged, announcement_of, tell_unreadable
from app.service.house import House
from app.service.playing import load
from app.service.refusals import KeyReused, RequestInProgress, Unauthorised
from app.service.requests import Answer, Player, Request
from app.service.showing import cardless_view, ended_view, played, state_view, unreadable_view
from app.service.stepping import Stepped
from app.service.views import PlayedRound, RoundView, as_json, played_round
from app.store.entries import stakes_held
from app.store.idempotency import keep_answer
from app.store.ids import RoundId
from app.store.rows import AnnouncedRow, EndedRow, RoundRow, SeatRow, StoredAnswer, TransferRow
from app.store.seats import NoSession, lock_player, seat_row
from app.store.statuses import RoundStatus
from app.store.steps import steps_stored
from rng.announcement import Announcement


@dataclass(frozen=True, slots=True)
class Begun:
    """What a request committed: its answer, unless it has to wait for the wallet.

    `owed` is what the wallet is now to be asked for: the stake that is waited for, or a payment.
    """

    answer: Answer | None
    owed: TransferRow | None = None


def take_seat(tx: Connection, player: Player, request: Request, at: str) -> SeatRow:
    """The player's seat, locked, with what the request's key already stands for."""
    lock_player(tx, player.player_id)
    try:
        return seat_row(tx, player.session_id, player.seat_id, at, request.key)
    except NoSession:
        raise Unauthorised("the session is over") from None


def repeated(house: House, stored: StoredAnswer, request: Request) -> Answer:
    """The bet or action answered under this key. Raises `KeyReused` or `RequestInProgress`."""
    body = kept_body(house, stored, request)
    return Answer(played_round(body), body, replayed=True)


def kept_body(house: House, stored: StoredAnswer, request: Request) -> str:
    """What was answered under this key, as it was sent, whatever was asked."""
    if stored.fingerprint != request.fingerprint:
        raise KeyReused(f"the key {request.key} stands for another request")
    if stored.answer is None:
        raise RequestInProgress(house.table.retry_after_seconds)
    return stored.answer


def step_answer(step: Stepped, balance: int) -> PlayedRound:
    """The round after a step, as the answer to who took it."""
    after = step.after
    view = state_view(after.row, after.bound, after.state, after.version)
    coming = None if step.closed is None else step.closed.coming
    return played(view, balance, told(coming))


def told(coming: AnnouncedRow | None) -> Announcement | None:
    """`next_round`, as the player is told it."""
    return None if coming is None else announcement_of(coming)


def keep(tx: Connection, player: Player, request: Request, view: PlayedRound, at: str) -> Answer:
    """Keep the answer under the request's key, and give it."""
    body = as_json(view)
    _keep(tx, player, request, view.round_id, body, at)
    return Answer(view, body, replayed=False)


def keep_waiting(
    tx: Connection, player: Player, request: Request, asked: TransferRow, at: str
) -> Begun:
    """Remember that this request waits at the wallet."""
    _keep(tx, player, request, asked.round_id, None, at)
    return Begun(None, asked)


def current_view(house: House, tx: Connection, row: RoundRow) -> RoundView:
    """A bound or ended round as it stands now. Raises `Diverged`."""
    if row.ended is not None:
        return shown_ended(house, row, row.ended)
    if row.bound is None:
        raise Diverged(row.announced.round_id, "it is bound to no bet")
    if row.status is RoundStatus.IN_PLAY:
        loaded = load(house, tx, row)
        return state_view(row, loaded.bound, loaded.state, loaded.version)
    round_id = row.announced.round_id
    return cardless_view(row, stakes_held(tx, round_id), steps_stored(tx, round_id))


def shown_ended(house: House, row: RoundRow, ended: EndedRow) -> RoundView:
    """An ended round from its stored facts, or told as frozen where they cannot be read."""
    try:
        return ended_view(row, ended)
    except Diverged as found:
        tell_unreadable(house, found)
        return unreadable_view(row, ended)


def _keep(
    tx: Connection,
    player: Player,
    request: Request,
    round_id: RoundId,
    body: str | None,
    at: str,
) -> None:
    keep_answer(
        tx,
        credential_id=player.session_id,
        key=request.key,
        fingerprint=request.fingerprint,
        round_id=round_id,
        answer=body,
        at=at,
    )
