"""One round on the automaton, a card at a time: what the kernel does to a lane, in plain words.

It plays the rounds that have seeds of their own, and shows what `splits` means.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

from certification.rtp.simulation.automaton import RANK_COUNT
from certification.rtp.simulation.hands import Result
from certification.rtp.simulation.tables import (
    BEGINS_AT,
    DEALER_ENDS,
    ENDS,
    ENDS_AT,
    EVENTS,
    KEPT,
    LIVE,
    MORE_HANDS,
    OPENING,
    PAIR_AGAIN,
    PAY,
    ROW,
    SPLIT_BEGINS,
    START,
    Tables,
)

RankAt = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Walked:
    """Net result in units, stake in opening stakes, and how many cards were dealt."""

    net: int
    stake: int
    cards: int


class Walker:
    """The tables as lists, which Python reads fastest."""

    def __init__(self, tables: Tables) -> None:
        self._after: list[int] = tables.after.tolist()
        self._facts: list[int] = tables.facts.tolist()

    def walk(self, rank_at: RankAt) -> Walked:
        """A round; `rank_at(k)` is the rank, 0 to 12, of the card dealt after `k` others."""
        facts = self._facts
        positions = count()
        ranks = map(rank_at, positions)
        number = self._go_on(facts[OPENING], ranks)
        if number >= facts[ENDS]:
            end = facts[ENDS_AT] + 3 * (number - facts[ENDS])
            net, stake = facts[end + 1], facts[end + 2]
        else:
            net, stake = self._split(number - facts[EVENTS] - SPLIT_BEGINS, ranks)
        return Walked(net, stake, next(positions))

    def _go_on(self, number: int, ranks: Iterator[int]) -> int:
        """Deal until something comes about."""
        while number < self._facts[EVENTS]:  # a hand has at most as many cards as its points
            number = self._after[ROW * number + next(ranks)]
        return number

    def _split(self, begin: int, ranks: Iterator[int]) -> tuple[int, int]:
        """R10: each parted pair waits as two hands, the first to be played on top."""
        facts = self._facts
        rank, dealer = facts[facts[BEGINS_AT] + 2 * begin : facts[BEGINS_AT] + 2 * begin + 2]
        waiting = _parted(rank, ranks)
        hands = 2
        ended = []
        while waiting:  # bounded by player.hands_max
            hand = waiting.pop()
            number = facts[START + hand]
            if number == PAIR_AGAIN and hands < facts[MORE_HANDS]:
                hands += 1
                waiting += _parted(hand // RANK_COUNT, ranks)
                continue
            if number == PAIR_AGAIN:
                number = facts[KEPT + hand]
            ended.append(self._go_on(number, ranks) - facts[EVENTS])
        return self._settled(ended, dealer, ranks)

    def _settled(self, ended: list[int], dealer: int, ranks: Iterator[int]) -> tuple[int, int]:
        facts = self._facts
        result = 0  # what he has does not matter unless a hand waits for it
        if any(facts[LIVE + hand] for hand in ended):
            result = self._go_on(dealer, ranks) - facts[EVENTS] - DEALER_ENDS
        net = sum(facts[PAY + len(Result) * hand + result] for hand in ended)
        return net, sum(1 + hand % 2 for hand in ended)


def _parted(rank: int, ranks: Iterator[int]) -> list[int]:
    first, second = next(ranks), next(ranks)
    return [RANK_COUNT * rank + second, RANK_COUNT * rank + first]
