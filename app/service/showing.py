"""What a player may see of a round: of one in play the state, of an ended one the stored facts."""

import json
from typing import Any

from app.game.cards import FACE_DOWN
from app.game.choices import barred, legal_actions
from app.game.state import Hand, RoundState
from app.service.views import (
    AnnouncementView,
    BarredView,
    DealerView,
    HandView,
    PlayedRound,
    RoundView,
    dealer_view,
    hand_view,
)
from app.store.rows import BoundRow, EndedRow, RoundRow

_NO_DEALER = DealerView((), None, None)
# R4: the dealer's first cards lie face down until the round ends.


def in_play_view(row: RoundRow, bound: BoundRow, state: RoundState, version: int) -> RoundView:
    """The round at this state, in play or just ended."""
    ended = state.ended
    return RoundView(
        round_id=row.announced.round_id,
        number=row.announced.number,
        version=version,
        status="settled" if ended else "in_play",
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
    """An ended round, from what was stored when it ended."""
    facts: dict[str, Any] = {"hands": (), "dealer": None}
    if ended.result is not None:
        facts = json.loads(ended.result)
    bound = row.bound
    return RoundView(
        round_id=row.announced.round_id,
        number=row.announced.number,
        version=ended.version,
        status=ended.status,
        stake_requested=None if bound is None else bound.stake_requested,
        stake=None if bound is None else bound.stake,
        client_seed=None if bound is None else bound.client_seed,
        commitment=row.announced.commitment,
        hands=tuple(hand_view(hand) for hand in facts["hands"]),
        active_hand=None,
        dealer=_NO_DEALER if facts["dealer"] is None else dealer_view(facts["dealer"]),
        legal_actions=(),
        barred={},
        staked=ended.staked,
        returned=ended.returned,
        net=ended.returned - ended.staked,
    )


def cardless_view(row: RoundRow, bound: BoundRow, staked: int) -> RoundView:
    """A round whose stake still waits, or one that is frozen: no cards, nothing to do."""
    return RoundView(
        round_id=row.announced.round_id,
        number=row.announced.number,
        version=1,
        status=row.status,
        stake_requested=bound.stake_requested,
        stake=bound.stake,
        client_seed=bound.client_seed,
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


def played(view: RoundView, balance: int, next_round: AnnouncementView | None) -> PlayedRound:
    """The round as an answer to POST."""
    return PlayedRound(
        view.round_id,
        view.number,
        view.version,
        view.status,
        view.stake_requested,
        view.stake,
        view.client_seed,
        view.commitment,
        view.hands,
        view.active_hand,
        view.dealer,
        view.legal_actions,
        view.barred,
        view.staked,
        view.returned,
        view.net,
        balance,
        next_round,
    )


def hand_views(state: RoundState) -> tuple[HandView, ...]:
    """The player's hands."""
    return tuple(map(_hand, state.hands))


def dealer_of(state: RoundState) -> DealerView:
    """The dealer's hand: shown when the round has ended, else only how many cards it has."""
    dealer = state.dealer
    if dealer.result is None:
        return DealerView((FACE_DOWN,) * len(dealer.cards), None, None)
    return DealerView(tuple(map(str, dealer.cards)), dealer.total.points, dealer.result.value)


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
