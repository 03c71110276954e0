"""Answers to bets and actions: kept for repeats, and given again as they were.

Only what commits is kept, in the transaction that commits it; a refusal is judged anew each time.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from app.service.chance import announcement_of, place_of, tell_unreadable, unreadable
from app.service.house import House
from app.service.playing import OTHER_CURRENCY, load
from app.service.refusals import KeyReused, RequestInProgress, Unauthorised
from app.service.requests import Answer, Player, Request
from app.service.showing import cardless_view, ended_view, played, state_view, unreadable_view
from app.service.stepping import Stepped
from app.service.views import PlayedRound, RoundView, as_json, played_round
from app.store.entries import stakes_held
from app.store.forms import Diverged
from app.store.idempotency import keep_answer
from app.store.ids import RoundId
from app.store.rows import AnnouncedRow, EndedRow, RoundRow, SeatRow, StoredAnswer, TransferRow
from app.store.seats import NoSession, lock_player, seat_row
from app.store.statuses import RoundStatus
from app.store.steps import steps_stored
from rng.announcement import Announcement


@dataclass(frozen=True, slots=True)
class Begun:
    """What a request committed, with its answer.

    `owed` is a payment that the wallet is now to be asked for.
    """

    answer: Answer
    owed: TransferRow | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a request committed whose answer has to wait for the wallet: the stake asked for."""

    owed: TransferRow


def take_seat(tx: Connection, player: Player, request: Request, at: str) -> SeatRow:
    """The player's seat, locked, with what the request's key already stands for.

    Raises `Unauthorised`, and `Diverged` where the round of the seat is another player's.
    """
    lock_player(tx, player.player_id)
    try:
        seat = seat_row(tx, player.session_id, player.seat_id, at, request.key)
    except NoSession:
        raise Unauthorised("the session is over") from None
    live, account = seat.live, seat.account
    if live is not None and live.announced.player_id != account.player_id:
        raise Diverged(live.announced.round_id, "it is not its seat's player's")
    if live is not None and live.announced.currency != account.currency:
        raise Diverged(live.announced.round_id, OTHER_CURRENCY)
    return seat


def repeated(house: House, stored: StoredAnswer, request: Request, round_id: RoundId) -> Answer:
    """The bet or action on this round that was answered under the key.

    Raises `KeyReused` or `RequestInProgress`; `RoundFrozen` where the answer cannot be read.
    """
    body = kept_body(house, stored, request)
    try:
        return Answer(played_round(body), body, replayed=True)
    except (AttributeError, LookupError, TypeError, ValueError) as fault:
        found = Diverged(round_id, "an answer that was kept cannot be read", place_of(fault))
        raise unreadable(house, found) from None


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
) -> Waiting:
    """Remember that this request waits at the wallet."""
    _keep(tx, player, request, asked.round_id, None, at)
    return Waiting(asked)


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
    steps = steps_stored(tx, round_id)
    if steps and row.status is RoundStatus.AWAITING_STAKE:
        raise Diverged(round_id, "it waits for its stake, and was dealt")
    return cardless_view(row, stakes_held(tx, round_id), steps)


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
