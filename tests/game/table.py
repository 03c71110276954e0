"""Rounds on cards given in dealing order: player, dealer, player, dealer, then as they fall.

Every helper insists that exactly the cards named are dealt, so a test says how far the deal goes.
"""

from app.game.cards import Card, CardAt
from app.game.choices import Barred, barred, legal_actions
from app.game.money import Pence
from app.game.outcomes import Action, DealerResult, HandState, Outcome
from app.game.play import act, open_round
from app.game.state import RoundState
from config.loader import ShoePolicy, load_rules
from config.rules import Rules

TWIST, STICK, BUY, SPLIT = Action.TWIST, Action.STICK, Action.BUY, Action.SPLIT
SHIPPED = load_rules().rules
STAKE = Pence(1000)

Settled = tuple[HandState, Outcome | None, Pence | None]


class CardNotGiven(AssertionError):
    """The engine asked for a card that the test did not deal."""


def house(*changes: str) -> Rules:
    """The shipped rules with fields changed as the command line names them."""
    return load_rules(changes=changes, shoe=ShoePolicy.FRESH).rules


def cards(names: str) -> tuple[Card, ...]:
    """`cards("AC 5D")`."""
    return tuple(Card.parse(name) for name in names.split())


def deal(names: str) -> CardAt:
    """Exactly these cards, by position."""
    given = cards(names)

    def card_at(position: int) -> Card:
        if not 0 <= position < len(given):
            raise CardNotGiven(f"card {position} was asked for, and {len(given)} were given")
        return given[position]

    return card_at


def play(names: str, *actions: Action, rules: Rules = SHIPPED, stake: Pence = STAKE) -> RoundState:
    """The state after the actions, every card named having been dealt."""
    card_at = deal(names)
    state = open_round(rules, stake, card_at)
    for action in actions:
        state = act(state, action, card_at)
    assert state.cards == cards(names)
    return state


def held(state: RoundState) -> tuple[str, ...]:
    """The cards of each hand, as written."""
    return tuple(" ".join(map(str, hand.cards)) for hand in state.hands)


def states(state: RoundState) -> tuple[HandState, ...]:
    """The state of each hand."""
    return tuple(hand.state for hand in state.hands)


def stakes(state: RoundState) -> tuple[int, ...]:
    """The stake of each hand."""
    return tuple(hand.stake for hand in state.hands)


def settled(state: RoundState) -> tuple[Settled, ...]:
    """State, outcome and pence of each hand."""
    return tuple((hand.state, hand.outcome, hand.returned) for hand in state.hands)


def outcomes(state: RoundState) -> tuple[Outcome | None, ...]:
    """The outcome of each hand."""
    return tuple(hand.outcome for hand in state.hands)


def dealer(state: RoundState) -> tuple[str, DealerResult | None]:
    """The dealer's cards and result."""
    return " ".join(map(str, state.dealer.cards)), state.dealer.result


def bars(state: RoundState) -> dict[Action, str]:
    """The code of every barred action."""
    found: tuple[Barred, ...] = barred(state)
    return {bar.action: bar.code.value for bar in found}


def legal(state: RoundState) -> tuple[Action, ...]:
    """The legal actions."""
    return legal_actions(state)
