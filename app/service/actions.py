"""Actions: twist, stick, buy, split, on the version of the round that the player saw."""

from sqlalchemy import Connection

from app.game.choices import barred, extra_stake, legal_actions
from app.game.money import Pence
from app.game.outcomes import Action
from app.service.answering import (
    Begun,
    Waiting,
    current_view,
    keep,
    keep_waiting,
    repeated,
    step_answer,
    take_seat,
)
from app.service.house import House
from app.service.playing import OpenRound, freeze, load
from app.service.refusals import (
    IllegalAction,
    InsufficientFunds,
    NotFound,
    RequestInProgress,
    RoundFrozen,
    StaleVersion,
)
from app.service.requests import ActionRequest, Answer, Player, Request
from app.service.resuming import after_commit
from app.service.showing import state_view
from app.service.stepping import begin, go_on, take_step
from app.service.transferring import Ask, readable_account
from app.service.views import RoundView
from app.store.engine import writing
from app.store.forms import Diverged
from app.store.ids import RoundId
from app.store.rounds import round_of_seat
from app.store.rows import RoundRow, SeatRow, TransferRow
from app.store.statuses import RoundStatus, TransferState


def take_action(
    house: House, player: Player, round_id: RoundId, asked: ActionRequest, request: Request
) -> Answer:
    """The round after this action. Raises what `refusals` has for actions; then nothing changed."""
    with readable_account(house):
        try:
            with writing(house.engine) as tx:
                begun = _take(house, tx, player, round_id, asked, request)
        except Diverged as found:
            freeze(house, found)
            raise RoundFrozen(found.round_id) from None
        return after_commit(house, player, request, begun)


def _take(
    house: House,
    tx: Connection,
    player: Player,
    round_id: RoundId,
    asked: ActionRequest,
    request: Request,
) -> Begun | Waiting:
    at = house.stamp()
    seat = take_seat(tx, player, request, at)
    if seat.stored is not None:
        return Begun(repeated(house, seat.stored, request, round_id))
    before = load(house, tx, _in_play(house, tx, player, seat, round_id, asked))
    _judge(before, asked)
    balance = house.terms_of(player.player_id).wallet.balance(tx, seat.account)
    extra = extra_stake(before.state, asked.action)
    if not extra:
        step = take_step(house, tx, before, asked.action, at)
    else:
        ask = Ask(before.announced, before.steps, extra, asked.action)
        paid = _paid(house, tx, seat, ask, at)
        if paid.state is TransferState.PENDING:
            return keep_waiting(tx, player, request, paid, at)
        step = go_on(house, tx, before, paid, at)
    balance = Pence(balance - extra + (step.after.state.returned or 0))
    return Begun(keep(tx, player, request, step_answer(step, balance), at), step.owed)


def _paid(house: House, tx: Connection, seat: SeatRow, ask: Ask, at: str) -> TransferRow:
    """The further stake, confirmed or pending. Raises `InsufficientFunds`."""
    wallet = house.terms_of(seat.account.player_id).wallet
    if wallet.covers(tx, seat.account, ask.amount):
        paid = begin(house, tx, ask, at)
        if paid.state in (TransferState.PENDING, TransferState.CONFIRMED):
            return paid
    raise InsufficientFunds(ask.amount, wallet.balance(tx, seat.account))


def _in_play(
    house: House,
    tx: Connection,
    player: Player,
    seat: SeatRow,
    round_id: RoundId,
    asked: ActionRequest,
) -> RoundRow:
    """The seat's round in play, if it is the one that is named."""
    live = seat.live
    if live is None or live.announced.round_id != round_id or live.bound is None:
        raise _no_longer(house, tx, player, round_id, asked)
    if live.status is RoundStatus.FROZEN:
        raise RoundFrozen(round_id)
    if live.status is RoundStatus.AWAITING_STAKE or seat.waiting:
        raise RequestInProgress(house.table.retry_after_seconds)
    return live


def _no_longer(
    house: House, tx: Connection, player: Player, round_id: RoundId, asked: ActionRequest
) -> NotFound | StaleVersion | IllegalAction:
    """Why no action can be taken in a round that is not in play."""
    row = round_of_seat(tx, player.seat_id, round_id)
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
    return state_view(before.row, before.bound, before.state, before.version)
