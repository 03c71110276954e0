"""GLI-19 3.2.2 f, serial correlation: within a shoe, and from one round or shoe to the next.

Laws. Within a row the products of rank scores at a lag have the mean and variance of
`moments.products` (the correlation of two draws is -1 / (N - 1), not 0). From one row to the next:
rows are independent, so for the sum s of a row's scores E(s s') = 0, Var(s s') = Var(s)^2 with
Var(s) = k (N - k) / (N - 1) Var(score), and products of different neighbours are uncorrelated. The
cards in which two rows agree, position by position, are k / 52 in the mean whatever the first row
is; so again uncorrelated, with the variance in `_agreements`. Sums over rows are normal.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.cards.classes import RANKS
from certification.cards.dealer import CARDS, PACKS, SHOE_CARDS, CardNumbers
from certification.cards.moments import Moments, products
from certification.cards.outcome import Outcome, Subject, normal

TEST: Final = "serial_correlation"

ROUND_LAGS: Final = (1, 2, 3, 4)
ROWS_AT_A_TIME: Final = 50_000
ROWS_LEAST: Final = 2  # from one row to the next
SHOE_LAGS: Final = (1, 2, 3, 13, 52)
# Ace to king as -6 to 6: they add up to 0 over a shoe.
SCORES: Final = tuple(rank - RANKS // 2 for rank in range(RANKS))
_OF_SHOE: Final = tuple(score for score in SCORES for _ in range(SHOE_CARDS // RANKS))
_SQUARE: Final = Fraction(sum(score**2 for score in SCORES), RANKS)

_WITHIN: Final = "normal; exact mean and variance of draws without replacement"
_BETWEEN: Final = "normal; rows independent, exact mean and variance"


def of_rounds(cards: CardNumbers) -> tuple[Outcome, ...]:
    """Within each round's 20 cards and from round to round; shape (rounds, 20)."""
    return (*_within(cards, ROUND_LAGS, "rounds"), *_between(cards, "rounds"))


def of_shoes(cards: CardNumbers) -> tuple[Outcome, ...]:
    """Within each shoe and from shoe to shoe of one stream; shape (shoes, 416)."""
    return (*_within(cards, SHOE_LAGS, "shoes"), *_agreement(cards, "shoes"))


def _scores(cards: CardNumbers) -> NDArray[np.int32]:
    return (cards >> 2).astype(np.int32) - RANKS // 2


def _pieces(cards: CardNumbers) -> Iterator[NDArray[np.int32]]:
    """Scores of some rows at a time: all of them would need ten times the memory of the cards."""
    for first in range(0, len(cards), ROWS_AT_A_TIME):
        yield _scores(cards[first : first + ROWS_AT_A_TIME])


def _product(scores: NDArray[np.int32], lag: int) -> int:
    return int((scores[:, :-lag] * scores[:, lag:]).sum(dtype=np.int64))


def _within(cards: CardNumbers, lags: tuple[int, ...], unit: str) -> list[Outcome]:
    totals = dict.fromkeys(lags, 0)
    for scores in _pieces(cards):
        for lag in lags:
            totals[lag] += _product(scores, lag)
    found = []
    for lag, total in totals.items():
        law = products(cards.shape[1], lag, _OF_SHOE)
        subject = Subject(TEST, f"rank.within_{unit}.lag_{lag}", len(cards), unit, _WITHIN)
        found.append(_summed(subject, total, law, len(cards)))
    return found


def _between(cards: CardNumbers, unit: str) -> list[Outcome]:
    k = cards.shape[1]
    sums = np.concatenate([scores.sum(axis=1, dtype=np.int64) for scores in _pieces(cards)])
    spread = Fraction(k * (SHOE_CARDS - k), SHOE_CARDS - 1) * _SQUARE
    subject = Subject(TEST, f"rank.next_{unit}", len(cards) - 1, f"pairs of {unit}", _BETWEEN)
    total = int((sums[:-1] * sums[1:]).sum())
    product = _summed(subject, total, Moments(Fraction(0), spread**2), len(cards) - 1)
    return [product, *_agreement(cards, unit)]


def _agreement(cards: CardNumbers, unit: str) -> list[Outcome]:
    total = int(np.count_nonzero(cards[:-1] == cards[1:]))
    subject = Subject(TEST, f"card.next_{unit}", len(cards) - 1, f"pairs of {unit}", _BETWEEN)
    return [_summed(subject, total, _agreements(cards.shape[1]), len(cards) - 1)]


def _agreements(cards: int) -> Moments:
    """Positions in which two independent rows of `cards` cards agree.

    Two positions of the first row hold one card with chance q = (c - 1) / (N - 1); the second row
    then holds the same two with chance c (c - 1) / (N (N - 1)), or else c^2 / (N (N - 1)).
    """
    n, c = SHOE_CARDS, PACKS
    alike = Fraction(c - 1, n - 1)
    both = (alike * c * (c - 1) + (1 - alike) * c * c) / Fraction(n * (n - 1))
    mean = Fraction(cards, CARDS)
    return Moments(mean, mean + cards * (cards - 1) * both - mean**2)


def _summed(subject: Subject, total: int, law: Moments, rows: int) -> Outcome:
    return normal(subject, total, float(rows * law.mean), float(rows * law.variance))
