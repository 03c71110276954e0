"""Every hand of one to five cards that is not bust, as a multiset of values, and its children.

Which order its cards came in does not matter to its total, nor to the chance of the cards still to
come; so there are 1,018 hands and not 100,000. What is done with a hand is not here.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

VALUES: Final = 10  # ace to nine, and ten with the courts: ranks matter to pairs alone (R10)
ACE: Final = 0
TEN: Final = 9
TRICK_CARDS: Final = 5  # R11
NO_HAND: Final = -1

Ints = NDArray[np.int64]
Vector = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Hands:
    """Arrays over hands, by number of cards: `child[h, value]` is `NO_HAND` where it is bust."""

    vectors: Ints  # shape (hands, 10)
    cards: Ints
    totals: Ints
    soft: NDArray[np.bool_]
    child: Ints  # shape (hands, 10)


def total_of(vector: Vector) -> tuple[int, bool]:
    """R2 on counts by value: the best total and whether an ace counts 11."""
    low = sum((value + 1) * count for value, count in enumerate(vector))
    soft = vector[ACE] > 0 and low + 10 <= 21
    return (low + 10 if soft else low), soft


def plus(vector: Vector, value: int) -> Vector:
    """One more card."""
    return (*vector[:value], vector[value] + 1, *vector[value + 1 :])


@cache
def all_hands() -> Hands:
    """The same for every set of rules."""
    vectors = [
        tuple(cards.count(value) for value in range(VALUES))
        for count in range(1, TRICK_CARDS + 1)
        for cards in combinations_with_replacement(range(VALUES), count)
    ]
    vectors = [vector for vector in vectors if total_of(vector)[0] <= 21]
    place = {vector: at for at, vector in enumerate(vectors)}
    totals = [total_of(vector) for vector in vectors]
    return Hands(
        vectors=np.array(vectors, dtype=np.int64),
        cards=np.array([sum(vector) for vector in vectors], dtype=np.int64),
        totals=np.array([total for total, _ in totals], dtype=np.int64),
        soft=np.array([soft for _, soft in totals]),
        child=np.array(
            [[place.get(plus(vector, v), NO_HAND) for v in range(VALUES)] for vector in vectors],
            dtype=np.int64,
        ),
    )
