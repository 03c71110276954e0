"""What a player may see of a round: of one in play the state, of an ended one the stored facts."""

from dataclasses import fields, replace

from app.game.cards import FACE_DOWN
from app.game.choices import barred, legal_actions
from app.game.state import Hand, RoundState
from app.service.chance import as_stored
from app.service.results import Result
from app.service.views import BarredView, DealerView, HandView, PlayedRound, RoundView
from app.store.rows import BoundRow, EndedRow, RoundRow
from app.store.statuses import RoundStatus
from rng.announcement import Announcement

_NO_DEALER = DealerView((), None, None)
_DEALT_VERSION = 1  # of a round that has been dealt, and while its stake waits
_ROUND_FIELDS = tuple(field.name for field in fields(RoundView))


def state_view(row: RoundRow, bound: BoundRow, state: RoundState, version: int) -> RoundView:
    """The round at this state, in play or just ended."""
    return RoundView(
        round_id=row.announced.round_id,
        number=row.announced.number,
        version=version,
        status=(RoundStatus.SETTLED if state.ended else RoundStatus.IN_PLAY).value,
        stake_requested=bound.stake_requested,
        stake=bound.stake,
        client_seed=bound.client_seed,
        commitment=row.announced.commitment,
        hands=hand_views(state),
        active_hand=state.active_hand,
        dealer=dealer_of(state),
        legal_actions=tuple(action.value for action in legal_actions(state)),
        barred={bar.action.value: BarredView(bar.code.value, bar.text) for bar in barred(state)},
        staked=state.staked,
        returned=state.returned,
        net=state.net,
    )


def ended_view(row: RoundRow, ended: EndedRow) -> RoundView:
    """An ended round, from what was stored when it ended. Raises `Diverged` where none was."""
    with as_stored(row.announced.round_id):
        result = None if ended.result is None else Result.from_json(ended.result)
    shown = replace(
        _without_cards(row, ended.status, ended.version, ended.staked),
        returned=ended.returned,
        net=ended.returned - ended.staked,
    )
    return shown if result is None else replace(shown, hands=result.hands, dealer=result.dealer)


def unreadable_view(row: RoundRow, ended: EndedRow) -> RoundView:
    """An ended round whose stored result cannot be read: told as a frozen one, without cards."""
    return _without_cards(row, RoundStatus.FROZEN, ended.version, ended.staked)


def cardless_view(row: RoundRow, staked: int, steps: int) -> RoundView:
    """A round whose stake still waits, or one that is frozen: no cards, nothing to do.

    To be frozen is one version more than the last step: whoever saw that step sees this after it.
    """
    version = max(steps, _DEALT_VERSION)
    if row.status is RoundStatus.FROZEN:
        version += 1
    return _without_cards(row, row.status, version, staked)


def played(view: RoundView, balance: int, next_round: Announcement | None) -> PlayedRound:
    """The round as an answer to POST."""
    shown = {name: getattr(view, name) for name in _ROUND_FIELDS}
    return PlayedRound(**shown, balance=balance, next_round=next_round)


def hand_views(state: RoundState) -> tuple[HandView, ...]:
    """The player's hands."""
    return tuple(map(_hand, state.hands))


def dealer_of(state: RoundState) -> DealerView:
    """The dealer's hand: shown when the round has ended, else only how many cards it has."""
    dealer = state.dealer
    if dealer.result is None:
        return DealerView((FACE_DOWN,) * len(dealer.cards), None, None)
    return DealerView(tuple(map(str, dealer.cards)), dealer.total.points, dealer.result.value)


def _without_cards(row: RoundRow, status: RoundStatus, version: int, staked: int) -> RoundView:
    bound = row.bound
    return RoundView(
        round_id=row.announced.round_id,
        number=row.announced.number,
        version=version,
        status=status.value,
        stake_requested=None if bound is None else bound.stake_requested,
        stake=None if bound is None else bound.stake,
        client_seed=None if bound is None else bound.client_seed,
        commitment=row.announced.commitment,
        hands=(),
        active_hand=None,
        dealer=_NO_DEALER,
        legal_actions=(),
        barred={},
        staked=staked,
        returned=None,
        net=None,
    )


def _hand(hand: Hand) -> HandView:
    total = hand.total
    return HandView(
        tuple(map(str, hand.cards)),
        total.points,
        total.soft,
        hand.stake,
        hand.state.value,
        None if hand.outcome is None else hand.outcome.value,
        hand.returned,
    )
