"""The slow, obvious twin of the exact analysis: every play of a small shoe, by the game itself.

A round is played by `app.game` from a list of cards; where the list ends, every rank still in the
shoe is tried, with its chance as a Fraction. Rounds that look the same from here on (same hands,
same cards left) are counted together, and that is all the mathematics there is.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from app.game.cards import DECK, Card, CardAt
from app.game.choices import legal_actions
from app.game.money import Pence
from app.game.outcomes import Action, DealerResult, HandState
from app.game.play import act, open_round
from app.game.state import RoundState
from certification.rtp.strategy import Cell, Strategy
from config.rules import Rules

SUITS: Final = 4
STAKE: Final = Pence(200)

Ranks = tuple[int, ...]
# Net result and stake in opening stakes; pontoons, tricks, busts, hands, as the exact law has them.
Facts = tuple[Fraction, int, int, int, int, int]
Law = Mapping[Facts, Fraction]


class NeedCard(Exception):
    """The list of cards has ended."""


class Twin:
    """One strategy under one set of rules."""

    def __init__(self, rules: Rules, strategy: Strategy) -> None:
        self.rules = rules
        self.strategy = strategy
        self.laws: dict[object, Law] = {}

    def law(self, shoe: Ranks) -> Law:
        """The law of a round from so many cards of each rank."""
        return self._opened((), shoe)

    def _opened(self, dealt: Ranks, left: Ranks) -> Law:
        try:
            state = open_round(self.rules, STAKE, _cards(dealt))
        except NeedCard:
            return _mixed(
                (chance, self._opened((*dealt, rank), rest)) for rank, chance, rest in _draws(left)
            )
        return self._from(state, left)

    def _from(self, state: RoundState, left: Ranks) -> Law:
        if state.ended:
            return {_facts(state): Fraction(1)}
        key = (_looks(state), left)
        if key not in self.laws:
            self.laws[key] = self._acted(state, self._action(state), (), left)
        return self.laws[key]

    def _acted(self, state: RoundState, action: Action, more: Ranks, left: Ranks) -> Law:
        # A dealer's cards (all that follows a last stick) may come in any order.
        order = tuple(sorted(more)) if action is Action.STICK else more
        key = (_looks(state), action, order, left)
        if key not in self.laws:
            self.laws[key] = self._drawn(state, action, more, left)
        return self.laws[key]

    def _drawn(self, state: RoundState, action: Action, more: Ranks, left: Ranks) -> Law:
        dealt = tuple(card.rank for card in state.cards)
        try:
            after = act(state, action, _cards(dealt + more))
        except NeedCard:
            return _mixed(
                (chance, self._acted(state, action, (*more, rank), rest))
                for rank, chance, rest in _draws(left)
            )
        return self._from(after, left)

    def _action(self, state: RoundState) -> Action:
        index = state.active_hand
        assert index is not None
        hand = state.hands[index]
        if Action.SPLIT in legal_actions(state) and self.strategy.pairs[hand.cards[0].rank]:
            return Action.SPLIT
        total = hand.total
        return self.strategy.cells[Cell(len(hand.cards), total.soft, total.points, hand.buys > 0)]


def exact_law(rules: Rules, strategy: Strategy, shoe: Ranks) -> Law:
    """The law of a round by full enumeration."""
    return Twin(rules, strategy).law(shoe)


def _cards(ranks: Ranks) -> CardAt:
    def card_at(position: int) -> Card:
        if position >= len(ranks):
            raise NeedCard
        return DECK[SUITS * ranks[position]]

    return card_at


def _draws(left: Ranks) -> Iterator[tuple[int, Fraction, Ranks]]:
    cards = sum(left)
    for rank, count in enumerate(left):
        if count:
            rest = (*left[:rank], count - 1, *left[rank + 1 :])
            yield rank, Fraction(count, cards), rest


def _mixed(parts: Iterable[tuple[Fraction, Law]]) -> Law:
    mixed: defaultdict[Facts, Fraction] = defaultdict(Fraction)
    for chance, law in parts:
        for facts, inner in law.items():
            mixed[facts] += chance * inner
    return mixed


def _looks(state: RoundState) -> object:
    """All that the rest of the round depends on, the shoe apart."""
    open_hands = tuple(
        (tuple(sorted(card.rank for card in hand.cards)), hand.stake, hand.buys)
        for hand in state.hands
        if hand.state in (HandState.ACTIVE, HandState.WAITING)
    )
    closed = sorted(
        (hand.state.value, hand.total.points, hand.stake)
        for hand in state.hands
        if hand.state not in (HandState.ACTIVE, HandState.WAITING)
    )
    return open_hands, tuple(closed), tuple(sorted(card.rank for card in state.dealer.cards))


def _facts(state: RoundState) -> Facts:
    net = state.net
    assert net is not None
    ends = Counter(hand.state for hand in state.hands)
    peeked = state.dealer.result is DealerResult.PONTOON
    return (
        Fraction(net, STAKE),
        state.staked // STAKE,
        0 if peeked else ends[HandState.PONTOON],
        ends[HandState.FIVE_CARD_TRICK],
        ends[HandState.BUST],
        0 if peeked else len(state.hands),
    )
