"""Poker and permutation tests: what five cards look like, and in which order a few cards come.

Laws. Five cards from a whole shoe hold multiplicities m_1 >= m_2 >= ... of q classes of K cards
with chance (ways to name the classes) prod C(K, m_i) / C(N, 5). The number of equal pairs among
the five tells the pattern: 0, 1, 2, 3, 4, 6, 10. Of k cards that are all different, all k! orders
are alike; rows with a card twice are left out, by their cards and not by their order. One pattern
and one order a row, rows independent: counts are multinomial.
"""

from functools import cache
from itertools import combinations
from math import comb, factorial, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.cards.classes import CLASSES, View
from certification.cards.dealer import SHOE_CARDS, CardNumbers
from certification.cards.outcome import Outcome, Subject, goodness_of_fit

POKER_TEST: Final = "poker"
ORDER_TEST: Final = "permutation"

HAND: Final = 5
FIVES: Final = (("cards_1_to_5", 0), ("cards_16_to_20", 15))
ROUND_ORDERS: Final = (
    ("cards_1_to_4", (0, 1, 2, 3)),
    ("cards_5_to_9", (4, 5, 6, 7, 8)),
    ("cards_17_to_20", (16, 17, 18, 19)),
)
SHOE_ORDERS: Final = (
    ("cards_1_105_209_313", (0, 104, 208, 312)),
    ("cards_413_to_416", (412, 413, 414, 415)),
)
# Multiplicities of five cards, from five alike to none.
_PARTITIONS: Final = (
    (5,),
    (4, 1),
    (3, 2),
    (3, 1, 1),
    (2, 2, 1),
    (2, 1, 1, 1),
    (1, 1, 1, 1, 1),
)
_PAIRS_MAX: Final = comb(HAND, 2)

_POKER_LAW: Final = "Pearson's chi-square against the multivariate hypergeometric law"
_ORDER_LAW: Final = "Pearson's chi-square; all orders of different cards alike"


def poker_of_rounds(cards: CardNumbers) -> tuple[Outcome, ...]:
    """Patterns of ranks and of suits in five cards of each round; shape (rounds, 20)."""
    found = []
    for view in (View.RANK, View.SUIT):
        law = poker_law(view)
        for name, start in FIVES:
            five = CLASSES[view].of[cards[:, start : start + HAND]]
            seen = np.bincount(equal_pairs(five), minlength=len(law))
            subject = Subject(POKER_TEST, f"{view}.{name}", len(cards), "rounds", _POKER_LAW)
            found.append(goodness_of_fit(subject, seen, law))
    return tuple(found)


def orders_of_rounds(cards: CardNumbers) -> tuple[Outcome, ...]:
    """The order of four and of five cards of each round; shape (rounds, 20)."""
    return tuple(_order(cards, name, positions, "rounds") for name, positions in ROUND_ORDERS)


def orders_of_shoes(cards: CardNumbers) -> tuple[Outcome, ...]:
    """The order of cards a quarter apart, and of the last four; shape (shoes, 416)."""
    return tuple(_order(cards, name, positions, "shoes") for name, positions in SHOE_ORDERS)


def equal_pairs(looked_at: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How many pairs of columns are equal in each row."""
    pairs = combinations(range(looked_at.shape[1]), 2)
    total = np.zeros(len(looked_at), np.int64)
    for first, second in pairs:
        total += looked_at[:, first] == looked_at[:, second]
    return total


@cache
def poker_law(view: View) -> tuple[float, ...]:
    """Chance of each number of equal pairs, 0 to 10, among five cards from a whole shoe."""
    kinds = CLASSES[view].count
    size = SHOE_CARDS // kinds
    law = [0.0] * (_PAIRS_MAX + 1)
    for parts in _PARTITIONS:
        named = comb(kinds, len(parts)) * factorial(len(parts))
        alike = prod(factorial(parts.count(part)) for part in set(parts))
        ways = named // alike * prod(comb(size, part) for part in parts)
        law[sum(comb(part, 2) for part in parts)] = ways / comb(SHOE_CARDS, HAND)
    return tuple(law)


def _order(cards: CardNumbers, name: str, positions: tuple[int, ...], unit: str) -> Outcome:
    row = cards[:, list(positions)]
    different = row[equal_pairs(row) == 0]
    orders = factorial(len(positions))
    seen = np.bincount(_codes(different), minlength=orders)
    subject = Subject(ORDER_TEST, f"card.{name}", len(different), unit, _ORDER_LAW)
    return goodness_of_fit(subject, seen, [1 / orders] * orders)


def _codes(row: CardNumbers) -> NDArray[np.int64]:
    """The number of each row's order, 0 to k! - 1 (Lehmer code)."""
    k = row.shape[1]
    codes = np.zeros(len(row), np.int64)
    for at in range(k):
        smaller = np.zeros(len(row), np.int64)
        for later in range(at + 1, k):
            smaller += row[:, later] < row[:, at]
        codes = codes * (k - at) + smaller
    return codes
