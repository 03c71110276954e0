"""GLI-19 3.2.2 d, runs: of colours through whole shoes.

Laws. A shoe has a red and b black cards, all C(a + b, a) orders alike. Number of runs (Wald and
Wolfowitz): P(2k) = 2 C(a-1, k-1) C(b-1, k-1) / C(a+b, a), P(2k+1) = (C(a-1, k) C(b-1, k-1) +
C(a-1, k-1) C(b-1, k)) / C(a+b, a). Longest run of red at most L: the reds fall into b + 1 gaps of
at most L each, sum_j (-1)^j C(b+1, j) C(a + b - j (L + 1), b) orders. Shoes are independent, so
counts of shoes by either number are multinomial.
"""

from functools import cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.cards.classes import IS_RED
from certification.cards.dealer import SHOE_CARDS, CardNumbers
from certification.cards.outcome import Outcome, Subject, goodness_of_fit

TEST: Final = "runs"
REDS: Final = SHOE_CARDS // 2
BLACKS: Final = SHOE_CARDS - REDS

_LAW: Final = "Pearson's chi-square against the exact law of {}"


def of_shoes(cards: CardNumbers) -> tuple[Outcome, ...]:
    """Runs of either colour, and the longest of red and of black; shape (shoes, 416)."""
    red = IS_RED[cards]
    runs = 1 + np.count_nonzero(red[:, 1:] != red[:, :-1], axis=1)
    counted = (
        ("colour.number", runs, number_law(), "the number of runs"),
        ("red.longest", longest(red), longest_law(), "the longest run"),
        ("black.longest", longest(~red), longest_law(), "the longest run"),
    )
    return tuple(
        goodness_of_fit(
            Subject(TEST, name, len(cards), "shoes", _LAW.format(what)),
            np.bincount(values, minlength=len(law)),
            law,
        )
        for name, values, law, what in counted
    )


def longest(marked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The longest run of true values in each row."""
    best = np.zeros(len(marked), np.int64)
    now = np.zeros(len(marked), np.int64)
    for column in marked.T:
        now = np.where(column, now + 1, 0)
        np.maximum(best, now, out=best)
    return best


@cache
def number_law() -> tuple[float, ...]:
    """Chance of each number of runs, from 0 to 416."""
    orders = comb(SHOE_CARDS, REDS)
    return tuple(_ways(runs) / orders for runs in range(SHOE_CARDS + 1))


@cache
def longest_law() -> tuple[float, ...]:
    """Chance of each longest run of one colour, from 0 to 208."""
    orders = comb(SHOE_CARDS, REDS)
    at_most = [_at_most(length) for length in range(REDS + 1)]
    below = (0, *at_most[:-1])
    return tuple((up - down) / orders for up, down in zip(at_most, below, strict=True))


def _ways(runs: int) -> int:
    k, odd = divmod(runs, 2)
    if k == 0:
        return 0  # both colours are there
    a, b = REDS - 1, BLACKS - 1
    if odd:
        return comb(a, k) * comb(b, k - 1) + comb(a, k - 1) * comb(b, k)
    return 2 * comb(a, k - 1) * comb(b, k - 1)


def _at_most(length: int) -> int:
    total = 0
    for j in range(BLACKS + 2):
        free = SHOE_CARDS - j * (length + 1)
        if free < BLACKS:
            break
        total += (-1) ** j * comb(BLACKS + 1, j) * comb(free, BLACKS)
    return total
