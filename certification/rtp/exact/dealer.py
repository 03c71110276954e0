"""The dealer's hands by R13, each multiset once with the number of orders that lead to it.

A dealer's pontoon is not among them: it is peeked at (R5), and ends the round before all else.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from certification.rtp.exact.hands import (
    ACE,
    TEN,
    TRICK_CARDS,
    VALUES,
    Ints,
    Vector,
    plus,
    total_of,
)
from config.rules import DealerRules, Soft17

BUST: Final = 0
TRICK: Final = 6
RESULTS: Final = ("bust", "17", "18", "19", "20", "21", "five_card_trick")
_STICKS_FROM: Final = 17
_NOTHING: Final = (0,) * VALUES


@dataclass(frozen=True, slots=True)
class DealerHands:
    """Arrays over final hands; `results` are places in `RESULTS`, `orders` the ways to be dealt."""

    vectors: Ints  # shape (hands, 10)
    results: Ints
    orders: Ints


@cache
def dealer_hands(rules: DealerRules) -> DealerHands:
    """Every way the dealer can end, the pontoon apart."""
    ended: Counter[tuple[Vector, int]] = Counter()
    open_hands: Counter[Vector] = Counter({_NOTHING: 1})
    cards = 0
    while open_hands:  # ends: a hand of 21 aces at the latest has its total
        cards += 1
        following: Counter[Vector] = Counter()
        for vector, orders in open_hands.items():
            for value in range(VALUES):
                after = plus(vector, value)
                result = _result(after, cards, rules)
                if result is None:
                    following[after] += orders
                else:
                    ended[after, result] += orders
        open_hands = following
    found = [(vector, result, n) for (vector, result), n in ended.items() if not _pontoon(vector)]
    return DealerHands(
        np.array([vector for vector, _, _ in found], dtype=np.int64),
        np.array([result for _, result, _ in found], dtype=np.int64),
        np.array([orders for _, _, orders in found], dtype=np.int64),
    )


def no_pontoon() -> DealerHands:
    """Any hand less the pontoon, as weights on two multisets: all that the peek tells (R5)."""
    pontoon = tuple(int(value in (ACE, TEN)) for value in range(VALUES))
    return DealerHands(
        np.array([_NOTHING, pontoon]), np.zeros(2, dtype=np.int64), np.array([1, -2])
    )


def _result(vector: Vector, cards: int, rules: DealerRules) -> int | None:
    total, soft = total_of(vector)
    if cards < 2:
        return None
    if total > 21:
        return BUST
    if cards >= TRICK_CARDS and rules.five_card_trick:
        return TRICK
    twists_17 = soft and rules.soft_17 is Soft17.TWIST
    return total - _STICKS_FROM + 1 if total >= _STICKS_FROM + twists_17 else None


def _pontoon(vector: Vector) -> bool:
    return sum(vector) == 2 and vector[ACE] == vector[TEN] == 1
