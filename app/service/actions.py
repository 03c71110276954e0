"""Actions: twist, stick, buy, split, on the version of the round that the player saw."""

from sqlalchemy import Connection

from app.game.choices import barred, extra_stake, legal_actions
from app.game.outcomes import Action
from app.service.answering import (
    current_view,
    keep,
    keep_waiting,
    repeated,
    step_answer,
    take_seat,
)
from app.service.chance import Diverged
from app.service.house import House
from app.service.playing import PLAYER, OpenRound, add_action, close, freeze, load, take_stake
from app.service.refusals import (
    IllegalAction,
    InsufficientFunds,
    NotFound,
    RequestInProgress,
    RoundFrozen,
    StaleVersion,
)
from app.service.requests import ActionRequest, Answer, Player, Request
from app.service.resuming import answer_after_wallet
from app.service.showing import in_play_view
from app.service.views import RoundView
from app.store.engine import writing
from app.store.rounds import round_of_seat
from app.store.rows import RoundRow, SeatRow
from app.wallet.wallet import TransferState


def take_action(
    house: House, player: Player, round_id: str, asked: ActionRequest, request: Request
) -> Answer:
    """The round after this action. Raises what `refusals` has for actions; then nothing changed."""
    try:
        with writing(house.engine) as tx:
            answer = _take(house, tx, player, round_id, asked, request)
    except Diverged as found:
        freeze(house, found)
        raise RoundFrozen(found.round_id) from None
    return answer or answer_after_wallet(house, player, round_id, request)


def _take(
    house: House,
    tx: Connection,
    player: Player,
    round_id: str,
    asked: ActionRequest,
    request: Request,
) -> Answer | None:
    """The answer, or None where the wallet has to be asked first."""
    at = house.stamp()
    seat = take_seat(tx, player, request, at)
    if seat.stored is not None:
        return repeated(house, seat.stored, request)
    row = _in_play(house, tx, seat, round_id, asked)
    before = load(house, tx, row)
    _judge(before, asked)
    extra = extra_stake(before.state, asked.action)
    if extra > seat.balance:
        raise InsufficientFunds(extra, seat.balance)
    if extra:
        state = take_stake(house, tx, row.announced, before.steps, extra, asked.action, at)
        if state is TransferState.PENDING:
            keep_waiting(tx, player, request, round_id, at)
            return None
        if state is not TransferState.CONFIRMED:
            raise InsufficientFunds(extra, seat.balance)
    after = add_action(tx, before, asked.action, PLAYER, at)
    next_row = close(house, tx, after, at) if after.state.ended else None
    balance = seat.balance - extra + (after.state.returned or 0)
    return keep(tx, player, request, step_answer(after, balance, next_row), at)


def _in_play(
    house: House, tx: Connection, seat: SeatRow, round_id: str, asked: ActionRequest
) -> RoundRow:
    """The seat's round in play, if it is the one that is named."""
    live = seat.live
    if live is None or live.announced.round_id != round_id or live.bound is None:
        raise _no_longer(house, tx, seat, round_id, asked)
    if live.status == "frozen":
        raise RoundFrozen(round_id)
    if live.status == "awaiting_stake" or seat.waiting:
        raise RequestInProgress(house.table.retry_after_seconds)
    return live


def _no_longer(
    house: House, tx: Connection, seat: SeatRow, round_id: str, asked: ActionRequest
) -> NotFound | StaleVersion | IllegalAction:
    """Why no action can be taken in a round that is not in play."""
    row = round_of_seat(tx, seat.session.seat_id, round_id)
    if row is None or row.bound is None:
        return NotFound("no such round")
    view = current_view(house, tx, row)
    if asked.expected_version != view.version:
        return StaleVersion(asked.expected_version, view)
    return IllegalAction(asked.action, "the round has ended", (), (), view)


def _judge(before: OpenRound, asked: ActionRequest) -> None:
    if asked.expected_version != before.version:
        raise StaleVersion(asked.expected_version, _view(before))
    legal = legal_actions(before.state)
    if asked.action not in legal:
        bars = barred(before.state)
        why = next((bar.text for bar in bars if bar.action is asked.action), "not now")
        raise IllegalAction(Action(asked.action), why, legal, bars, _view(before))


def _view(before: OpenRound) -> RoundView:
    return in_play_view(before.row, before.bound, before.state, before.version)
