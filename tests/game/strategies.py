"""Random house rules, cards and players, for the properties of a round."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from app.game.cards import DECK, Card, CardAt
from app.game.choices import legal_actions
from app.game.money import Pence
from app.game.outcomes import Action
from app.game.play import Record, act, open_round
from app.game.state import RoundState
from config.rules import DealerRules, Pays, PlayerRules, PontoonAfterSplit, Rules, Soft17
from tests.game.table import SHIPPED

# Four hands of five cards, and a dealer who without a trick needs at most 17 aces.
CARDS_GIVEN = 40
# Four hands of five cards take at most three splits, and three more actions and a stick each.
ACTIONS_MAX = 4 * 4 + 3


@dataclass(frozen=True, slots=True)
class Play:
    """A round as one player played it: the states after the deal and after each action."""

    rules: Rules
    given: tuple[Card, ...]
    actions: tuple[Action, ...]
    states: tuple[RoundState, ...]

    @property
    def last(self) -> RoundState:
        """The state reached."""
        return self.states[-1]

    @property
    def record(self) -> Record:
        """The inputs alone."""
        return Record(self.rules, self.last.stake, self.actions)

    def card_at(self, position: int) -> Card:
        """The cards given, by position."""
        return self.given[position]


def play_out(
    rules: Rules,
    stake: Pence,
    given: tuple[Card, ...],
    choose: Callable[[tuple[Action, ...]], Action],
) -> Play:
    """A whole round in which `choose` picks among the legal actions."""
    card_at: CardAt = given.__getitem__
    states = [open_round(rules, stake, card_at)]
    actions: list[Action] = []
    while legal := legal_actions(states[-1]):
        actions.append(choose(legal))
        states.append(act(states[-1], actions[-1], card_at))
        assert len(actions) <= ACTIONS_MAX
    return Play(rules, given, tuple(actions), tuple(states))


_ODDS = st.sampled_from([Fraction(1), Fraction(2), Fraction(3, 2), Fraction(6, 5), Fraction(3)])

RULES = st.builds(
    Rules,
    id=st.just("house/1"),
    shoe=st.just(SHIPPED.shoe),
    dealer=st.builds(DealerRules, st.sampled_from(Soft17), st.booleans()),
    player=st.builds(
        PlayerRules,
        stick_min=st.integers(2, 21),
        twist_on_21=st.booleans(),
        buys_per_hand=st.integers(0, 1),
        hands_max=st.integers(1, 4),
        one_card_to_split_aces=st.booleans(),
        pontoon_after_split=st.sampled_from(PontoonAfterSplit),
    ),
    pays=st.builds(Pays, _ODDS, _ODDS, _ODDS),
    stakes=st.just(SHIPPED.stakes),
    interrupted=st.just(SHIPPED.interrupted),
)

# Any cards; small ones, for tricks on both sides; aces and tens; and a few ranks, for splits.
_PACKS = (
    DECK,
    tuple(card for card in DECK if card.points <= 4),
    tuple(card for card in DECK if card.is_ace or card.points == 10),
    tuple(card for card in DECK if str(card)[0] in "A8T"),
    tuple(card for card in DECK if str(card)[0] in "A27"),
)

CARDS = st.sampled_from(_PACKS).flatmap(
    lambda pack: st.lists(st.sampled_from(pack), min_size=CARDS_GIVEN, max_size=CARDS_GIVEN)
)
STAKES = st.integers(2, 1000).map(lambda pounds: Pence(100 * pounds))


@st.composite
def plays(draw: st.DrawFn, rules: st.SearchStrategy[Rules] = RULES) -> Play:
    """A round under random rules with random cards and a random legal player."""
    chosen = draw(rules)
    given = tuple(draw(CARDS))
    return play_out(chosen, draw(STAKES), given, lambda legal: draw(st.sampled_from(legal)))


ANY_PLAY = plays()
SHIPPED_PLAY = plays(st.just(SHIPPED))
