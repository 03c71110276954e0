"""The law of a whole round: net result and stake together, and what its hands were.

Rounds without a split, rounds that begin with one (all hands of it, by the terms of `splitting`),
and the dealer's pontoon are added up. Net results are whole numbers of `unit`, a fraction of the
opening stake that every payout is a multiple of.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Final

import numpy as np

from app.game.cards import RANKS
from certification.rtp.exact.contraction import Rights, pack
from certification.rtp.exact.dealer import RESULTS, dealer_hands, no_pontoon
from certification.rtp.exact.finals import (
    BUST,
    PONTOON,
    TRICK,
    Finals,
    dealt_finals,
    net_by_kind,
    pair_finals,
    split_finals,
)
from certification.rtp.exact.game import Game, splits_again
from certification.rtp.exact.hands import TEN
from certification.rtp.exact.joint import (
    Beside,
    DealerFamily,
    Family,
    Mark,
    beside,
    dealer_alone,
    family,
    joint_law,
    last_hand,
    part,
    with_hand,
)
from certification.rtp.exact.play import Table
from certification.rtp.exact.splitting import Term, terms
from config.rules import Rules

# A sum whose terms cancel to less than this part of them is 0, and its remainder rounding.
_CANCELLED: Final = 1e-11
_Marks = Callable[[Finals], list[list[Mark]]]


@dataclass(frozen=True, slots=True)
class RoundLaw:
    """`results`: chance of (net in units, stake); `hands`: of (pontoons, tricks, busts, hands)."""

    unit: Fraction
    results: Mapping[Mark, float]
    hands: Mapping[Mark, float]


def round_law(game: Game, table: Table) -> RoundLaw:
    """The law of a round by this table, a dealer's pontoon included."""
    rules = game.rules
    unit = unit_of(rules)
    loss = round(-1 / unit)
    results = _law(game, table, _dealer(rules), lambda finals: _net_and_stake(finals, rules, unit))
    results[loss, 1] = results.get((loss, 1), 0.0) + game.dealer_pontoon
    return RoundLaw(unit, results, _law(game, table, (_peeked(),), _what_it_is))


def unit_of(rules: Rules) -> Fraction:
    """The largest part of a stake that wins and losses are whole numbers of."""
    pays = rules.pays
    odds = (pays.win, pays.pontoon, pays.five_card_trick)
    return Fraction(1, lcm(*(each.denominator for each in odds)))


def _law(
    game: Game, table: Table, dealer: tuple[DealerFamily, ...], marks: _Marks
) -> dict[Mark, float]:
    alone = dealer_alone(dealer)
    finals = dealt_finals(game, table)
    nothing = (0,) * len(marks(finals)[0][0])
    dealt = family(part(finals, marks(finals)))
    law = defaultdict(float, joint_law(game.shoe, dealt, alone, [nothing]))
    for rank in _split_ranks(game, table):
        for mark, chance in _SplitLaw(game, table, rank, dealer, marks).law().items():
            law[mark] += chance
    return law


def _split_ranks(game: Game, table: Table) -> list[int]:
    if game.rules.player.hands_max == 1:
        return []
    return [rank for rank in range(len(RANKS)) if table.pairs[rank] and game.shoe.ranks[rank] >= 2]


class _SplitLaw:
    """The rounds that begin with the split of one rank; families are made once for all terms."""

    def __init__(
        self,
        game: Game,
        table: Table,
        rank: int,
        dealer: tuple[DealerFamily, ...],
        marks: _Marks,
    ) -> None:
        self.game = game
        self.rank = rank
        value = min(rank, TEN)
        any_hand, pair = split_finals(game, table, value), pair_finals(game, table, value)
        self.parts = (part(any_hand, marks(any_hand)), part(pair, marks(pair)))
        self.dealer = dealer
        self.families: dict[tuple[int, ...], Family] = {}
        self.besides: dict[tuple[int, ...], Beside] = {}
        self.lasts: dict[int, tuple[Rights, ...]] = {}

    def law(self) -> dict[Mark, float]:
        rules = self.game.rules
        total: defaultdict[Mark, float] = defaultdict(float)
        size: defaultdict[Mark, float] = defaultdict(float)
        for term in terms(rules.player.hands_max, splits_again(rules, self.rank)):
            share = term.sign_count * self._chance(term)
            if share:
                for mark, chance in self._term(term).items():
                    total[mark] += share * chance
                    size[mark] += abs(share) * chance
        return {m: p for m, p in total.items() if abs(p) > _CANCELLED * size[m]}

    def _chance(self, term: Term) -> float:
        """That so many cards in a row are all of the rank."""
        shoe, chance = self.game.shoe, 1.0
        for gone in range(term.cards_out):
            chance *= max(shoe.ranks[self.rank] - gone, 0) / (shoe.cards - gone)
        return chance

    def _term(self, term: Term) -> Mapping[Mark, float]:
        shoe = self.game.shoe.without(self.rank, term.cards_out)
        # Pairs first: their sums with others are fewer than those of any hands.
        hands = (1,) * term.pairs + (0,) * (term.hands - term.pairs)
        if term.hands == 2:  # then the sums of both hands are few, and the dealer is enough
            some = self._family(hands)
            nothing = (0,) * len(some.marks[0])
            return joint_law(shoe, some, dealer_alone(self.dealer), [nothing])
        last = hands[-1]
        return joint_law(shoe, self._others(hands[:-1]), self._last(last), self.parts[last].marks)

    def _others(self, hands: tuple[int, ...]) -> Family | Beside:
        if len(hands) <= 2:
            return self._family(hands)
        if hands not in self.besides:
            self.besides[hands] = beside(self._family(hands[:-1]), self._family(hands[-1:]))
        return self.besides[hands]

    def _family(self, hands: tuple[int, ...]) -> Family:
        if hands not in self.families:
            one = family(self.parts[hands[-1]])
            self.families[hands] = (
                one if len(hands) == 1 else with_hand(self._family(hands[:-1]), one)
            )
        return self.families[hands]

    def _last(self, hand: int) -> tuple[Rights, ...]:
        if hand not in self.lasts:
            self.lasts[hand] = last_hand(self.parts[hand], self.dealer)
        return self.lasts[hand]


@cache
def _dealer(rules: Rules) -> tuple[DealerFamily, ...]:
    hands = dealer_hands(rules.dealer)
    keys, weights = pack(hands.vectors), hands.orders.astype(np.float64)
    return tuple(
        DealerFamily(keys[hands.results == result], weights[hands.results == result])
        for result in range(len(RESULTS))
    )


def _peeked() -> DealerFamily:
    hands = no_pontoon()
    return DealerFamily(pack(hands.vectors), hands.orders.astype(np.float64))


def _net_and_stake(finals: Finals, rules: Rules, unit: Fraction) -> list[list[Mark]]:
    units = np.rint(net_by_kind(rules) / float(unit)).astype(np.int64)
    net = units[finals.kinds] * finals.stakes[:, None]
    stakes = [int(stake) for stake in finals.stakes]
    return [list(zip(column.tolist(), stakes, strict=True)) for column in net.T]


def _what_it_is(finals: Finals) -> list[list[Mark]]:
    flags = [(finals.kinds == kind).astype(np.int64).tolist() for kind in (PONTOON, TRICK, BUST)]
    return [[(a, b, c, 1) for a, b, c in zip(*flags, strict=True)]]
