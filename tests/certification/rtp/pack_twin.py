"""A second twin, for shoes too large to enumerate through the game: card by card, no splits.

The usual way of a blackjack analyser: each next card has its share of the cards left, the player's
hand is played to its end, then the dealer's. It shares no arithmetic with the exact analysis, which
never speaks of a next card.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from app.game.outcomes import Action
from certification.rtp.strategy import Cell, Strategy
from config.rules import Rules, Soft17

Counts = tuple[int, ...]  # of ace, 2 to 9, ten-point cards
Law = dict[tuple[float, int], float]  # chance of (net result, stake), in opening stakes
PONTOON, TRICK, BUST = 100, 50, 0  # ranks above and below every total


class PackTwin:
    """One strategy, which must not split, under one set of rules."""

    def __init__(self, rules: Rules, strategy: Strategy) -> None:
        assert not any(strategy.pairs)
        self.rules = rules
        self.strategy = strategy
        self.dealers: dict[Counts, dict[int, float]] = {}
        self.nexts: dict[Counts, list[tuple[Counts, int]]] = {}

    def law(self, shoe: Counts) -> Law:
        """The law of a round; the dealer's cards are as if dealt after the player's."""
        law: Law = defaultdict(float)
        for first, p, rest in _draws(shoe):
            for second, q, left in _draws(rest):
                self._play(_plus(_plus((0,) * 10, first), second), 1, p * q, left, law)
        return law

    def _play(self, hand: Counts, stake: int, p: float, left: Counts, law: Law) -> None:
        total, soft = _total(hand)
        cards = sum(hand)
        if total > 21:
            self._settle(BUST, stake, p, left, law)
        elif cards == 2 and total == 21:
            self._settle(PONTOON, stake, p, left, law)
        elif cards == 5:
            self._settle(TRICK, stake, p, left, law)
        else:
            action = self.strategy.cells[Cell(cards, soft, total, stake == 2)]
            if action is Action.STICK:
                self._settle(total, stake, p, left, law)
                return
            for value, q, rest in _draws(left):
                after = 2 if action is Action.BUY else stake
                self._play(_plus(hand, value), after, p * q, rest, law)

    def _settle(self, rank: int, stake: int, p: float, left: Counts, law: Law) -> None:
        pays = self.rules.pays
        paid = {PONTOON: pays.pontoon, TRICK: pays.five_card_trick}.get(rank, pays.win)
        for dealer, q in self._dealer(left).items():
            if dealer == PONTOON:
                law[-1.0, 1] += p * q  # R5: peeked at before anything was bought
            elif rank == PONTOON or (rank > dealer and rank != BUST):
                law[float(paid * stake), stake] += p * q
            else:
                law[float(-stake), stake] += p * q

    def _dealer(self, left: Counts) -> dict[int, float]:
        if left not in self.dealers:
            law: dict[int, float] = defaultdict(float)
            hands: dict[Counts, float] = {(0,) * 10: 1.0}
            while hands:
                hands = self._dealt(hands, left, law)
            self.dealers[left] = law
        return self.dealers[left]

    def _dealt(
        self, hands: dict[Counts, float], left: Counts, law: dict[int, float]
    ) -> dict[Counts, float]:
        """One more card to every dealer's hand that is still open."""
        following: dict[Counts, float] = defaultdict(float)
        cards = sum(left)
        for hand, p in hands.items():
            share = p / (cards - sum(hand))
            for value, (after, end) in enumerate(self._dealer_next(hand)):
                count = left[value] - hand[value]
                if not count:
                    continue
                if end < 0:
                    following[after] += share * count
                else:
                    law[end] += share * count
        return following

    def _dealer_next(self, hand: Counts) -> list[tuple[Counts, int]]:
        """The hand after each next card, and its end."""
        if hand not in self.nexts:
            each = (_plus(hand, value) for value in range(len(hand)))
            self.nexts[hand] = [(after, self._dealer_end(after)) for after in each]
        return self.nexts[hand]

    def _dealer_end(self, hand: Counts) -> int:
        total, soft = _total(hand)
        cards = sum(hand)
        if cards < 2:
            return -1
        if cards == 2 and total == 21:
            return PONTOON
        if total > 21:
            return BUST
        if cards == 5 and self.rules.dealer.five_card_trick:
            return TRICK
        soft_17 = total == 17 and soft and self.rules.dealer.soft_17 is Soft17.TWIST
        return -1 if total < 17 or soft_17 else total


@cache
def _total(hand: Counts) -> tuple[int, bool]:
    low = sum((value + 1) * count for value, count in enumerate(hand))
    return (low + 10, True) if hand[0] and low <= 11 else (low, False)


def _plus(hand: Counts, value: int) -> Counts:
    return (*hand[:value], hand[value] + 1, *hand[value + 1 :])


def _draws(left: Counts) -> Iterator[tuple[int, float, Counts]]:
    cards = sum(left)
    for value, count in enumerate(left):
        if count:
            yield value, count / cards, (*left[:value], count - 1, *left[value + 1 :])
