"""What follows from a played round, in the words of the proof document.

One function for the side that builds a proof and the side that judges it, so both say the same.
"""

from dataclasses import dataclass

from app.game.state import Hand, RoundState
from app.proof.document import DealerFacts, HandFacts


class NotEnded(ValueError):
    """A round that is still in play has no proof."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The fields of a proof that follow from its inputs and the cards."""

    cards: tuple[str, ...]
    words_passed_over: int
    hands: tuple[HandFacts, ...]
    dealer: DealerFacts | None
    staked: int
    returned: int
    net: int


NOTHING_DEALT = Facts((), 0, (), None, 0, 0, 0)
"""A lapsed round, and a void one whose stake was never confirmed."""


def facts_of(state: RoundState, words_passed_over: int) -> Facts:
    """The facts of an ended round; raises `NotEnded`."""
    result = state.dealer.result
    if result is None:
        raise NotEnded("the round is still in play")
    hands = tuple(_hand_facts(hand) for hand in state.hands)
    staked = sum(hand.stake for hand in hands)
    returned = sum(hand.returned for hand in hands)
    dealer = DealerFacts(
        tuple(map(str, state.dealer.cards)), state.dealer.total.points, result.value
    )
    cards = tuple(map(str, state.cards))
    return Facts(cards, words_passed_over, hands, dealer, staked, returned, returned - staked)


def _hand_facts(hand: Hand) -> HandFacts:
    if hand.outcome is None or hand.returned is None:
        raise NotEnded("a hand of the round has not been settled")
    return HandFacts(tuple(map(str, hand.cards)), hand.stake, hand.outcome.value, hand.returned)
