"""What may be done with the active hand, and why the rest may not (R7 to R10).

Funds are not judged here: legal actions follow from the rules alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from app.game.hands import TWENTY_ONE
from app.game.money import Pence
from app.game.outcomes import Action, HandState
from app.game.state import Hand, RoundState
from config.rules import InterruptedFinish, Rules

_PAIR = 2


class Bar(StrEnum):
    """Why an action is barred."""

    BELOW_STICK_MIN = "below-stick-min"
    TWENTY_ONE = "twenty-one"
    ALREADY_BOUGHT = "already-bought"
    NOT_A_PAIR = "not-a-pair"
    HANDS_MAX = "hands-max"


@dataclass(frozen=True, slots=True)
class Barred:
    """An action that the rules do not allow now, with words for the player."""

    action: Action
    code: Bar
    text: str


class IllegalAction(ValueError):
    """An action that the rules do not allow now."""

    def __init__(self, action: Action, legal: tuple[Action, ...], why: str) -> None:
        super().__init__(f"{action.value} is not allowed now: {why}")
        self.action = action
        self.legal = legal
        self.why = why


def legal_actions(state: RoundState) -> tuple[Action, ...]:
    """In the order twist, stick, buy, split; empty when no action is awaited."""
    hand = _active(state)
    if hand is None:
        return ()
    return _legal(hand, len(state.hands), state.rules)


def barred(state: RoundState) -> tuple[Barred, ...]:
    """The actions that are not legal, each with its reason; empty when no action is awaited."""
    hand = _active(state)
    if hand is None:
        return ()
    hands = len(state.hands)
    bars = ((action, _bar(action, hand, hands, state.rules)) for action in Action)
    return tuple(
        Barred(action, bar, _text(bar, action, state.rules))
        for action, bar in bars
        if bar is not None
    )


def require_legal(hands: Sequence[Hand], rules: Rules, action: Action) -> int:
    """The index of the hand that `action` is for; raises `IllegalAction`."""
    for index, hand in enumerate(hands):
        if hand.state is HandState.ACTIVE:
            bar = _bar(action, hand, len(hands), rules)
            if bar is not None:
                legal = _legal(hand, len(hands), rules)
                raise IllegalAction(action, legal, _text(bar, action, rules))
            return index
    raise IllegalAction(action, (), "no hand is waiting for an action")


def house_action(state: RoundState) -> Action:
    """What the house does with a hand that its player left, as `interrupted.finish` says."""
    match state.rules.interrupted.finish:
        case InterruptedFinish.STICK_WHEN_ALLOWED:
            return Action.STICK if Action.STICK in legal_actions(state) else Action.TWIST
        case other:
            assert_never(other)


def extra_stake(state: RoundState, action: Action) -> Pence:
    """What a legal `action` adds: a buy or a split, a stake equal to the hand's own (R9, R10)."""
    hand = _active(state)
    if hand is None or action not in (Action.BUY, Action.SPLIT):
        return Pence(0)
    return hand.stake


def _active(state: RoundState) -> Hand | None:
    active = state.active_hand
    return None if active is None else state.hands[active]


def _legal(hand: Hand, hands: int, rules: Rules) -> tuple[Action, ...]:
    return tuple(action for action in Action if _bar(action, hand, hands, rules) is None)


def _bar(action: Action, hand: Hand, hands: int, rules: Rules) -> Bar | None:
    player = rules.player
    match action:
        case Action.STICK:
            return Bar.BELOW_STICK_MIN if hand.total.points < player.stick_min else None
        case Action.TWIST:
            return _bar_on_21(hand, rules)
        case Action.BUY:
            if hand.buys >= player.buys_per_hand:
                return Bar.ALREADY_BOUGHT
            return _bar_on_21(hand, rules)
        case Action.SPLIT:
            return _bar_to_split(hand, hands, rules)


def _bar_on_21(hand: Hand, rules: Rules) -> Bar | None:
    # An active hand has fewer than five cards and at most 21, so 21 is all that can bar.
    if hand.total.points == TWENTY_ONE and not rules.player.twist_on_21:
        return Bar.TWENTY_ONE
    return None


def _bar_to_split(hand: Hand, hands: int, rules: Rules) -> Bar | None:
    if len(hand.cards) != _PAIR or hand.cards[0].rank != hand.cards[1].rank:
        return Bar.NOT_A_PAIR
    return Bar.HANDS_MAX if hands >= rules.player.hands_max else None


def _text(bar: Bar, action: Action, rules: Rules) -> str:
    match bar:
        case Bar.BELOW_STICK_MIN:
            return f"You may stick on {rules.player.stick_min} or more."
        case Bar.TWENTY_ONE:
            return f"You have {TWENTY_ONE}: these rules do not let you {action.value} on it."
        case Bar.ALREADY_BOUGHT:
            if rules.player.buys_per_hand == 0:
                return "These rules have no buying."
            return "You have already bought in this hand."
        case Bar.NOT_A_PAIR:
            return "Only two cards of the same rank may be split."
        case Bar.HANDS_MAX:
            return f"You may have {rules.player.hands_max} hands at most."
