"""Bets: judged, bound to the announced round, and dealt once the stake is confirmed.

Form, limits and funds are judged without the secret, and leave the number open. A bet that was
placed before is answered from the stored round, whoever's repeat it is.
"""

from sqlalchemy import Connection

from app.game.money import Pence
from app.game.stakes import OpeningStake, StakeNotPositive, StakeNotWholePounds, opening_stake
from app.game.stakes import StakeAboveLimit as AboveLimit
from app.service.announcing import announcement_view, not_dealing, outdated, renew
from app.service.answering import (
    current_view,
    keep,
    keep_waiting,
    repeated,
    step_answer,
    take_seat,
)
from app.service.chance import Diverged, deal_of
from app.service.house import House
from app.service.playing import close, deal_cards, freeze, take_stake
from app.service.refusals import (
    AnnouncementChanged,
    InsufficientFunds,
    InvalidField,
    NotWholePounds,
    RequestInProgress,
    RoundFrozen,
    RoundOpen,
    StakeAboveLimit,
)
from app.service.requests import Answer, BetRequest, Player, Request
from app.service.resuming import answer_after_wallet
from app.service.showing import played
from app.service.views import as_json
from app.store.engine import writing
from app.store.rounds import bind, round_of_seat
from app.store.rows import BoundRow, RoundRow, SeatRow
from app.wallet.wallet import TransferState
from rng.announcement import BadClientSeed, check_client_seed


class _Outdated(Exception):
    """The announcement no longer stands, or there is none; another has to be made."""


def place_bet(house: House, player: Player, bet: BetRequest, request: Request) -> Answer:
    """Open the announced round with this stake and client seed, or say what it is by now.

    Raises what `refusals` has for bets; then nothing has changed, unless the announcement had to.
    """
    try:
        with writing(house.engine) as tx:
            answer = _place(house, tx, player, bet, request)
    except _Outdated:
        raise AnnouncementChanged(renew(house, player.seat_id)) from None
    except Diverged as found:
        if freeze(house, found):
            raise RoundFrozen(found.round_id) from None
        raise AnnouncementChanged(renew(house, player.seat_id, found.why)) from None
    return answer or answer_after_wallet(house, player, bet.round_id, request)


def _place(
    house: House, tx: Connection, player: Player, bet: BetRequest, request: Request
) -> Answer | None:
    """The answer, or None where the wallet has to be asked first."""
    at = house.stamp()
    seat = take_seat(tx, player, request, at)
    if seat.stored is not None:
        return repeated(house, seat.stored, request)
    live = seat.live
    if live is None or live.status != "announced" or live.announced.round_id != bet.round_id:
        return _of_another_round(house, tx, seat, bet)
    if not house.source.healthy:
        raise not_dealing(house)
    if outdated(house, live) is not None:
        raise _Outdated
    opening = _judged(house, seat, bet)
    opened_at = max(at, live.announced.announced_at)  # the clock may have been set back since
    bound = BoundRow(
        player.session_id, opening.requested, opening.stake, bet.client_seed, opened_at
    )
    return _open(house, tx, player, seat, live, bound, request)


def _open(
    house: House,
    tx: Connection,
    player: Player,
    seat: SeatRow,
    live: RoundRow,
    bound: BoundRow,
    request: Request,
) -> Answer | None:
    at, announced = bound.opened_at, live.announced
    deal = deal_of(house, announced, bound.client_seed)
    stake = Pence(bound.stake)
    state = take_stake(house, tx, announced, 0, stake, None, at)
    if state is TransferState.PENDING:
        bind(tx, announced.round_id, "awaiting_stake", bound)
        keep_waiting(tx, player, request, announced.round_id, at)
        return None
    if state is not TransferState.CONFIRMED:
        raise InsufficientFunds(stake, seat.balance)
    bind(tx, announced.round_id, "in_play", bound)
    row = RoundRow(announced, "in_play", bound, None)
    opened = deal_cards(house, tx, row, bound, deal)
    next_row = close(house, tx, opened, at) if opened.state.ended else None
    balance = seat.balance - stake + (opened.state.returned or 0)
    return keep(tx, player, request, step_answer(opened, balance, next_row), at)


def _judged(house: House, seat: SeatRow, bet: BetRequest) -> OpeningStake:
    """R17 in its order, after the form of the client seed."""
    try:
        if bet.client_seed is not None:
            check_client_seed(bet.client_seed)
        table_max = None if seat.table_max is None else Pence(seat.table_max)
        opening = opening_stake(bet.stake, house.rules_file.rules, table_max)
    except BadClientSeed as bad:
        raise InvalidField("client_seed", str(bad)) from None
    except StakeNotPositive as bad:
        raise InvalidField("stake", str(bad)) from None
    except StakeNotWholePounds as bad:
        raise NotWholePounds(str(bad)) from None
    except AboveLimit as above:
        raise StakeAboveLimit(str(above), above.limit) from None
    if opening.stake > seat.balance:
        raise InsufficientFunds(opening.stake, seat.balance)
    return opening


def _of_another_round(house: House, tx: Connection, seat: SeatRow, bet: BetRequest) -> Answer:
    """The answer to a bet placed before, else why this one does not fit."""
    live = seat.live
    named = live if live is not None and live.announced.round_id == bet.round_id else None
    if named is None:
        named = round_of_seat(tx, seat.session.seat_id, bet.round_id)
    if named is not None and named.bound is not None and _same(bet, named.bound):
        return _again(house, tx, seat, named)
    if live is None:
        raise _Outdated
    if live.status == "announced":
        if outdated(house, live) is not None:
            raise _Outdated
        raise AnnouncementChanged(announcement_view(live.announced))
    if live.status == "frozen":
        raise RoundFrozen(live.announced.round_id)
    raise RoundOpen(current_view(house, tx, live))


def _again(house: House, tx: Connection, seat: SeatRow, named: RoundRow) -> Answer:
    """The round of a bet that was placed before, as it stands now."""
    if named.status == "awaiting_stake":
        raise RequestInProgress(house.table.retry_after_seconds)
    if named.status == "frozen":
        raise RoundFrozen(named.announced.round_id)
    coming = seat.live if named.ended is not None else None
    announced = coming is not None and coming.status == "announced"
    next_round = announcement_view(coming.announced) if coming and announced else None
    view = played(current_view(house, tx, named), seat.balance, next_round)
    return Answer(view, as_json(view), replayed=True)


def _same(bet: BetRequest, bound: BoundRow) -> bool:
    same_stake = type(bet.stake) is int and bet.stake == bound.stake_requested
    return same_stake and bet.client_seed == bound.client_seed
