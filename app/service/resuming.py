"""`resume`: carry a round on from what is stored, after a wallet elsewhere or a crash.

A wallet is asked with no transaction and no lock open; its answer is written down in a transaction
of its own, together with all that follows from it. So resuming twice, or from two processes at
once, does nothing twice. The internal wallet leaves nothing to resume.
"""

from dataclasses import replace

from sqlalchemy import Connection

from app.game.money import Pence
from app.game.outcomes import Action
from app.ledger.entries import stake_entry
from app.service.announcing import announce_next
from app.service.answering import repeated, step_answer
from app.service.chance import Diverged, deal_of, unsealed
from app.service.house import House
from app.service.playing import PLAYER, OpenRound, add_action, close, deal_cards, freeze, load
from app.service.refusals import NotFound, RequestInProgress, Unauthorised
from app.service.requests import Answer, Player, Request
from app.service.showing import ended_view, played
from app.service.views import as_json
from app.store.engine import reading, writing
from app.store.entries import balance_of, post
from app.store.idempotency import fill_answer, forget_waiting
from app.store.rounds import any_round, end, set_status
from app.store.rows import EndedRow, RoundRow, TransferRow
from app.store.seats import NoSession, lock_seat, seat_row
from app.store.transfers import answer_transfer, unanswered, unanswered_rounds
from app.wallet.wallet import TransferKind, TransferState, WalletUnreachable

ROUNDS_AT_ONCE = 100
"""Rounds that `resume_all` reads at a time."""
STAKE_REFUSED = "the wallet refused the stake"


def resume(house: House, round_id: str) -> None:
    """Ask the wallet about all that it still owes this round an answer for, and go on."""
    with reading(house.engine) as tx:
        waiting = unanswered(tx, round_id)
    for transfer in waiting:
        try:
            state = house.wallet.ask(transfer)
        except WalletUnreachable:
            state = TransferState.UNKNOWN
        try:
            _write_answer(house, transfer, state)
        except Diverged as found:
            _keep_money_straight(house, transfer, state)
            freeze(house, found)


def resume_all(house: House) -> int:
    """Resume every round that waits for its wallet; how many there were."""
    after, count = "", 0
    while True:  # ends: each turn moves `after` up through the ids
        with reading(house.engine) as tx:
            waiting = unanswered_rounds(tx, after, ROUNDS_AT_ONCE)
        if not waiting:
            return count
        for round_id in waiting:
            resume(house, round_id)
        after, count = waiting[-1], count + len(waiting)


def answer_after_wallet(house: House, player: Player, round_id: str, request: Request) -> Answer:
    """The answer to a request that has just begun to wait; raises `RequestInProgress`."""
    resume(house, round_id)
    with reading(house.engine) as tx:
        try:
            stored = seat_row(tx, player.session_id, house.stamp(), request.key).stored
        except NoSession:
            raise Unauthorised("the session is over") from None
    if stored is None:
        raise RequestInProgress(house.table.retry_after_seconds)
    return replace(repeated(house, stored, request), replayed=False)


def _write_answer(house: House, transfer: TransferRow, state: TransferState) -> None:
    with writing(house.engine) as tx:
        lock_seat(tx, transfer.seat_id)
        at = house.stamp()
        if not answer_transfer(tx, transfer.transfer_id, state.value, at):
            return  # somebody else resumed it in the meantime
        if transfer.kind != TransferKind.DEBIT:
            return
        row = any_round(tx, transfer.round_id)
        if row is None:
            raise NotFound("no such round")
        if state is TransferState.CONFIRMED:
            _go_on(house, tx, row, transfer, at)
        elif state is TransferState.REFUSED:
            _give_up(house, tx, row, transfer, at)


def _go_on(house: House, tx: Connection, row: RoundRow, transfer: TransferRow, at: str) -> None:
    """The stake is there: deal, or take the action it was for, and answer who waits."""
    post(tx, stake_entry(transfer.seat_id, transfer.round_id, Pence(transfer.amount)), at)
    after = _stepped(house, tx, row, transfer, at)
    next_row = close(house, tx, after, at) if after.state.ended else None
    balance = balance_of(tx, transfer.seat_id)
    fill_answer(tx, transfer.round_id, as_json(step_answer(after, balance, next_row)))


def _stepped(
    house: House, tx: Connection, row: RoundRow, transfer: TransferRow, at: str
) -> OpenRound:
    if transfer.action is not None:
        return add_action(tx, load(house, tx, row), Action(transfer.action), PLAYER, at)
    if row.bound is None:
        raise Diverged(transfer.round_id, "its stake was taken and it is bound to no bet")
    deal = deal_of(house, row.announced, row.bound.client_seed)
    set_status(tx, transfer.round_id, "awaiting_stake", "in_play")
    return deal_cards(house, tx, replace(row, status="in_play"), row.bound, deal)


def _give_up(house: House, tx: Connection, row: RoundRow, transfer: TransferRow, at: str) -> None:
    """No stake: an action is not taken, and may be asked for again; a round is void, and spent."""
    if transfer.action is not None:
        forget_waiting(tx, transfer.round_id)
        return
    ended = EndedRow(
        status="void",
        version=2,
        server_secret=unsealed(house, row.announced).hex(),
        reason=STAKE_REFUSED,
        staked=0,
        returned=0,
        house_played_from=None,
        result=None,
        software=house.software,
        ended_at=at if row.bound is None else max(at, row.bound.opened_at),
    )
    end(tx, transfer.round_id, "awaiting_stake", ended)
    announce_next(house, tx, transfer.seat_id)
    view = ended_view(replace(row, status="void", ended=ended), ended)
    answer = played(view, balance_of(tx, transfer.seat_id), None)
    fill_answer(tx, transfer.round_id, as_json(answer))


def _keep_money_straight(house: House, transfer: TransferRow, state: TransferState) -> None:
    """The round cannot go on; what the wallet said of its stake is written down all the same."""
    with writing(house.engine) as tx:
        lock_seat(tx, transfer.seat_id)
        at = house.stamp()
        stands = answer_transfer(tx, transfer.transfer_id, state.value, at)
        taken = state is TransferState.CONFIRMED and transfer.kind == TransferKind.DEBIT
        if stands and taken:
            amount = Pence(transfer.amount)
            post(tx, stake_entry(transfer.seat_id, transfer.round_id, amount), at)
