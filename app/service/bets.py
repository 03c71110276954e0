"""Bets: judged, bound to the announced round, and dealt once the stake is confirmed.

Form, limits and funds are judged without the secret, and leave the number open. A bet that was
placed before is answered from the stored round, whoever's repeat it is.
"""

from dataclasses import replace

from sqlalchemy import Connection

from app.game.money import Pence
from app.game.stakes import OpeningStake, StakeNotPositive, StakeNotWholePounds, opening_stake
from app.game.stakes import StakeAboveLimit as AboveLimit
from app.service.announcing import not_dealing, outdated, renew
from app.service.answering import (
    Begun,
    Waiting,
    current_view,
    keep,
    keep_waiting,
    repeated,
    step_answer,
    take_seat,
    told,
)
from app.service.chance import announcement_of, deal_of
from app.service.house import House
from app.service.playing import freeze
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
from app.service.resuming import after_commit
from app.service.showing import played
from app.service.stepping import begin, go_on
from app.service.transferring import Ask, readable_account
from app.service.views import as_json
from app.store.engine import writing
from app.store.forms import Diverged
from app.store.rounds import bind, round_of_seat
from app.store.rows import BoundRow, RoundRow, SeatRow
from app.store.statuses import RoundStatus, TransferState
from rng.announcement import BadClientSeed, check_client_seed


class _NoneStands(Exception):
    """The announcement no longer stands, or there is none; another has to be made."""


def place_bet(house: House, player: Player, bet: BetRequest, request: Request) -> Answer:
    """Open the announced round with this stake and client seed, or say what it is by now.

    Raises what `refusals` has for bets; then nothing has changed, unless the announcement had to.
    """
    with readable_account(house):
        try:
            with writing(house.engine) as tx:
                begun = _place(house, tx, player, bet, request)
        except _NoneStands:
            raise AnnouncementChanged(renew(house, player)) from None
        except Diverged as found:
            if freeze(house, found):
                raise RoundFrozen(found.round_id) from None
            raise AnnouncementChanged(renew(house, player, found.why)) from None
        return after_commit(house, player, request, begun)


def _place(
    house: House, tx: Connection, player: Player, bet: BetRequest, request: Request
) -> Begun | Waiting:
    at = house.stamp()
    seat = take_seat(tx, player, request, at)
    if seat.stored is not None:
        return Begun(repeated(house, seat.stored, request, bet.round_id))
    live = seat.live
    if live is None or not _names(bet, live) or live.status is not RoundStatus.ANNOUNCED:
        return Begun(_of_another_round(house, tx, player, seat, bet))
    if not house.source.healthy:
        raise not_dealing(house)
    if outdated(house, live) is not None:
        raise _NoneStands
    opening = _judged(house, tx, seat, bet)
    opened_at = max(at, live.announced.announced_at)  # the clock may have been set back since
    bound = BoundRow(
        player.session_id, opening.requested, opening.stake, bet.client_seed, opened_at
    )
    return _open(house, tx, player, seat, replace(live, bound=bound), request)


def _open(
    house: House, tx: Connection, player: Player, seat: SeatRow, row: RoundRow, request: Request
) -> Begun | Waiting:
    """`row`: the announced round with the bet that is now to be bound to it."""
    bound, announced = row.bound, row.announced
    if bound is None:
        raise Diverged(announced.round_id, "it is bound to no bet")
    at, stake = bound.opened_at, Pence(bound.stake)
    balance = house.terms_of(player.player_id).wallet.balance(tx, seat.account)
    paid = begin(house, tx, Ask(announced, 0, stake), at)
    if paid.state is TransferState.PENDING:
        deal_of(house, announced, bound.client_seed)  # no stake is asked for what cannot be dealt
        bind(tx, announced.round_id, row.status, RoundStatus.AWAITING_STAKE, bound)
        return keep_waiting(tx, player, request, paid, at)
    if paid.state is not TransferState.CONFIRMED:
        raise InsufficientFunds(stake, balance)
    step = go_on(house, tx, row, paid, at)
    balance = Pence(balance - stake + (step.after.state.returned or 0))
    return Begun(keep(tx, player, request, step_answer(step, balance), at), step.owed)


def _judged(house: House, tx: Connection, seat: SeatRow, bet: BetRequest) -> OpeningStake:
    """R17 in its order, after the form of the client seed."""
    terms = house.terms_of(seat.account.player_id)
    try:
        if bet.client_seed is not None:
            check_client_seed(bet.client_seed)
        table_max = None if seat.table_max is None else Pence(seat.table_max)
        opening = opening_stake(bet.stake, terms.rules_file.rules, table_max)
    except BadClientSeed as bad:
        raise InvalidField("client_seed", str(bad)) from None
    except StakeNotPositive as bad:
        raise InvalidField("stake", str(bad)) from None
    except StakeNotWholePounds as bad:
        raise NotWholePounds(str(bad)) from None
    except AboveLimit as above:
        raise StakeAboveLimit(str(above), above.limit) from None
    if not terms.wallet.covers(tx, seat.account, opening.stake):
        raise InsufficientFunds(opening.stake, terms.wallet.balance(tx, seat.account))
    return opening


def _of_another_round(
    house: House, tx: Connection, player: Player, seat: SeatRow, bet: BetRequest
) -> Answer:
    """The answer to a bet placed before, else why this one does not fit."""
    live = seat.live
    named = live if live is not None and _names(bet, live) else None
    if named is None:
        named = round_of_seat(tx, player.seat_id, bet.round_id)
    if named is not None and named.bound is not None and _same(bet, named.bound):
        return _again(house, tx, seat, named)
    if live is None:
        raise _NoneStands
    if live.status is RoundStatus.ANNOUNCED:
        if outdated(house, live) is not None:
            raise _NoneStands
        raise AnnouncementChanged(announcement_of(live.announced))
    if live.status is RoundStatus.FROZEN:
        raise RoundFrozen(live.announced.round_id)
    raise RoundOpen(current_view(house, tx, live))


def _again(house: House, tx: Connection, seat: SeatRow, named: RoundRow) -> Answer:
    """The round of a bet that was placed before, as it stands now."""
    if named.status is RoundStatus.AWAITING_STAKE:
        raise RequestInProgress(house.table.retry_after_seconds)
    if named.status is RoundStatus.FROZEN:
        raise RoundFrozen(named.announced.round_id)
    live = seat.live
    coming = None
    if named.ended is not None and live is not None and live.status is RoundStatus.ANNOUNCED:
        coming = live.announced
    balance = house.terms_of(seat.account.player_id).wallet.balance(tx, seat.account)
    view = played(current_view(house, tx, named), balance, told(coming))
    return Answer(view, as_json(view), replayed=True)


def _names(bet: BetRequest, live: RoundRow) -> bool:
    return live.announced.round_id == bet.round_id


def _same(bet: BetRequest, bound: BoundRow) -> bool:
    same_stake = type(bet.stake) is int and bet.stake == bound.stake_requested
    return same_stake and bet.client_seed == bound.client_seed
