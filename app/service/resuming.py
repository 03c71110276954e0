"""`resume`: carry a round on from what is stored, after a wallet elsewhere or a crash.

A wallet is asked with no transaction and no lock open; its answer is written down in a transaction
of its own, together with all that follows from it. So resuming twice, or from two processes at
once, does nothing twice. The internal wallet leaves nothing to resume.
"""

from dataclasses import replace

from sqlalchemy import Connection

from app.game.money import Pence
from app.service.answering import Begun, Waiting, repeated, step_answer, told
from app.service.closing import close_unplayed
from app.service.each_round import each_by_itself
from app.service.house import House
from app.service.playing import freeze, load
from app.service.refusals import (
    InsufficientFunds,
    NotFound,
    RoundFrozen,
    Unauthorised,
    WalletUnavailable,
)
from app.service.requests import Answer, Player, Request
from app.service.showing import ended_view, played
from app.service.stepping import enter_stake, go_on
from app.service.views import as_json
from app.store.engine import reading, writing
from app.store.entries import account_of
from app.store.forms import Diverged
from app.store.idempotency import fill_answer, forget_waiting
from app.store.ids import PlayerId, RoundId
from app.store.rounds import any_round
from app.store.rows import RoundRow, TransferRow
from app.store.seats import NoSession, lock_player, seat_row
from app.store.statuses import RoundStatus, TransferKind, TransferState
from app.store.steps import steps_stored
from app.store.transfers import answer_transfer, unanswered, unanswered_rounds
from app.wallet.wallet import WalletUnreachable

ROUNDS_AT_ONCE = 100
"""Rounds that `resume_all` reads at a time."""
TURNS_MAX = 2
"""A stake may end its round, which leaves a payment to ask for; after that nothing new comes."""
STAKE_REFUSED = "the wallet refused the stake"


def resume(house: House, round_id: RoundId) -> None:
    """Ask the wallet about all that it still owes this round an answer for, and go on."""
    asked: set[str] = set()
    for _ in range(TURNS_MAX):
        with reading(house.engine) as tx:
            owed = unanswered(tx, round_id)
        waiting = [one for one in owed if one.transfer_id not in asked]
        for transfer in waiting:
            _ask(house, transfer)
            asked.add(transfer.transfer_id)


def resume_all(house: House) -> int:
    """Resume every round that waits for its wallet; how many there were."""
    after, count = RoundId(""), 0
    while True:  # ends: each turn moves `after` up through the ids
        with reading(house.engine) as tx:
            waiting = unanswered_rounds(tx, after, ROUNDS_AT_ONCE)
        if not waiting:
            return count
        each_by_itself(house, waiting, resume)
        after, count = waiting[-1], count + len(waiting)


def after_commit(house: House, player: Player, request: Request, begun: Begun | Waiting) -> Answer:
    """The answer to what has been committed, the wallet asked first where it is owed a question.

    Raises `WalletUnavailable` while the stake waits, `InsufficientFunds` where it was refused,
    `RoundFrozen` where the round cannot be gone on with.
    """
    try:
        if begun.owed is not None:
            resume(house, begun.owed.round_id)
        if isinstance(begun, Begun):
            return begun.answer
        return _answered(house, player, request, begun.owed)
    except Diverged as found:
        freeze(house, found)
        raise RoundFrozen(found.round_id) from None


def _answered(house: House, player: Player, request: Request, owed: TransferRow) -> Answer:
    with reading(house.engine) as tx:
        try:
            seat = seat_row(tx, player.session_id, player.seat_id, house.stamp(), request.key)
        except NoSession:
            raise Unauthorised("the session is over") from None
        if seat.stored is None:
            balance = _balance(house, tx, player.player_id)
            raise InsufficientFunds(Pence(owed.amount), balance)
    if seat.stored.answer is None:
        raise WalletUnavailable(house.table.retry_after_seconds)
    answer = repeated(house, seat.stored, request, owed.round_id)
    return replace(answer, replayed=False)


def _ask(house: House, transfer: TransferRow) -> None:
    try:
        state = house.terms_of(transfer.player_id).wallet.ask(transfer)
    except WalletUnreachable:
        state = TransferState.UNKNOWN
    try:
        with writing(house.engine) as tx:
            _write_answer(house, tx, transfer, state)
    except Diverged as found:
        with writing(house.engine) as tx:
            lock_player(tx, transfer.player_id)
            _write_money(tx, transfer, state, house.stamp())
        freeze(house, found)


def _write_answer(
    house: House, tx: Connection, transfer: TransferRow, state: TransferState
) -> None:
    """What the wallet said, and what follows. Raises `Diverged`."""
    lock_player(tx, transfer.player_id)
    at = house.stamp()
    row = any_round(tx, transfer.round_id)
    if row is None:
        raise NotFound("no such round")
    if row.status is RoundStatus.FROZEN:
        _write_money(tx, transfer, state, at)
        return
    if not answer_transfer(tx, transfer.transfer_id, state, at):
        return  # somebody else resumed it in the meantime
    if transfer.kind is not TransferKind.DEBIT:
        return
    if transfer.action is None and row.status is not RoundStatus.AWAITING_STAKE:
        raise Diverged(transfer.round_id, "its opening stake is waited for, and it was dealt")
    if state is TransferState.CONFIRMED:
        paid = Pence(transfer.amount)
        before = row if transfer.action is None else load(house, tx, row, ahead=paid)
        step = go_on(house, tx, before, transfer, at)
        answer = step_answer(step, _balance(house, tx, transfer.player_id))
        fill_answer(tx, transfer.round_id, as_json(answer))
    elif state is TransferState.REFUSED:
        _give_up(house, tx, row, transfer, at)


def _give_up(house: House, tx: Connection, row: RoundRow, transfer: TransferRow, at: str) -> None:
    """No stake: an action is not taken, and may be asked for again; a round is void, and spent."""
    if transfer.action is not None:
        forget_waiting(tx, transfer.round_id)
        return
    closed = close_unplayed(house, tx, row, at, STAKE_REFUSED)
    view = ended_view(closed.row, closed.ended)
    balance = _balance(house, tx, transfer.player_id)
    fill_answer(tx, transfer.round_id, as_json(played(view, balance, told(closed.coming))))


def _write_money(tx: Connection, transfer: TransferRow, state: TransferState, at: str) -> None:
    """The round cannot go on; what the wallet said of its stake is written down all the same.

    The stake of a step that was taken is in the books: it was confirmed once already.
    """
    stands = answer_transfer(tx, transfer.transfer_id, state, at)
    confirmed = stands and state is TransferState.CONFIRMED
    taken = transfer.step < steps_stored(tx, transfer.round_id)
    if confirmed and not taken and transfer.kind is TransferKind.DEBIT:
        enter_stake(tx, transfer, at)


def _balance(house: House, tx: Connection, player_id: PlayerId) -> Pence:
    return house.terms_of(player_id).wallet.balance(tx, account_of(tx, player_id))
