"""GLI-19 3.2.2 a, total distribution: each card, rank, value and suit at each position.

Law. Let N cards be in the shoe, K_r of class r, p_r = K_r / N, and S = diag(p) - p p'. For the
indicators I_ir (the card at position i is of class r) of one round, drawing without replacement,

    Cov(I_ir, I_ir) block = S,     Cov(I_ir, I_js) = -S_rs / (N - 1)  for i != j,

because P(i is r, j is s) = K_r (K_s - [r = s]) / (N (N - 1)). So over k positions the covariance is
(a E - b J) (x) S with a = N / (N - 1), b = 1 / (N - 1), E the unit matrix, J all ones. Rounds are
independent. With d_ir = count - n p_r over n rounds, X_i = sum_r d_ir^2 / (n p_r) (Pearson's at one
position) and X = sum_r (sum_i d_ir)^2 / (n p_r), the quadratic form with the (pseudo-)inverse is

    Q = (sum_i X_i + X b / (a - k b)) / a      chi-square with k (C - 1) degrees of freedom.

For k = N (a shoe dealt to its end) a - k b = 0 and X = 0: Q = sum_i X_i / a on (N - 1)(C - 1). The
sum over positions has covariance k S (N - k) / (N - 1): X (N - 1) / (k (N - k)) on C - 1 degrees.
The naive sum over all cells, as if each card were drawn anew, would be none of these.
"""

from math import fsum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.cards.classes import CLASSES, Classes, View
from certification.cards.dealer import ROUND_CARDS, SHOE_CARDS, CardNumbers
from certification.cards.outcome import Outcome, Subject, chi_square

TEST: Final = "total_distribution"
OPENING_CARDS: Final = 4  # R4: player, dealer, player, dealer

LAW: Final = "chi-square of the exact covariance of draws without replacement"


def of_rounds(cards: CardNumbers) -> tuple[Outcome, ...]:
    """Positions 1 to 4, positions 1 to 20, and their sum; shape (rounds, 20), from whole shoes."""
    found = []
    for view, classes in CLASSES.items():
        table = counts_by_position(cards, classes)
        opening = by_position(table[:OPENING_CARDS], classes, len(cards))
        dealt = by_position(table, classes, len(cards))
        summed = in_sum(table, classes, len(cards))
        for name, (value, degrees) in (
            (f"{view}.by_position.1_to_{OPENING_CARDS}", opening),
            (f"{view}.by_position.1_to_{ROUND_CARDS}", dealt),
            (f"{view}.in_sum.1_to_{ROUND_CARDS}", summed),
        ):
            found.append(chi_square(_subject(name, len(cards), "rounds"), value, degrees))
    return tuple(found)


def of_shoes(cards: CardNumbers) -> tuple[Outcome, ...]:
    """All 416 positions of shoes dealt to the end from one stream; shape (shoes, 416)."""
    found = []
    for view in (View.CARD, View.RANK, View.SUIT):
        classes = CLASSES[view]
        table = counts_by_position(cards, classes)
        value, degrees = by_position(table, classes, len(cards))
        subject = _subject(f"{view}.by_position.whole_shoe", len(cards), "shoes")
        found.append(chi_square(subject, value, degrees))
    return tuple(found)


def counts_by_position(cards: CardNumbers, classes: Classes) -> NDArray[np.int64]:
    """How often each class came at each position, shape (positions, classes)."""
    looked_at = classes.of[cards]
    return np.stack(
        [np.bincount(column, minlength=classes.count) for column in looked_at.T]
    ).astype(np.int64)


def by_position(table: NDArray[np.int64], classes: Classes, samples: int) -> tuple[float, int]:
    """Q and its degrees of freedom for a table of counts, shape (positions, classes)."""
    k = len(table)
    each = fsum(_pearson(row, classes, samples, 1) for row in table)
    a, b = SHOE_CARDS / (SHOE_CARDS - 1), 1 / (SHOE_CARDS - 1)
    if k == SHOE_CARDS:
        return each / a, (k - 1) * (classes.count - 1)
    together = _pearson(table.sum(axis=0), classes, samples, k)
    return (each + together * b / (a - k * b)) / a, k * (classes.count - 1)


def in_sum(table: NDArray[np.int64], classes: Classes, samples: int) -> tuple[float, int]:
    """The same of the counts over all positions together."""
    k = len(table)
    together = _pearson(table.sum(axis=0), classes, samples, k)
    return together * (SHOE_CARDS - 1) / (k * (SHOE_CARDS - k)), classes.count - 1


def _pearson(row: NDArray[np.int64], classes: Classes, samples: int, positions: int) -> float:
    """sum_r (count - mean)^2 / (n p_r); the mean is for `positions` cards, the divisor for one."""
    means = samples * classes.sizes / SHOE_CARDS
    return fsum(((row - positions * means) ** 2 / means).tolist())


def _subject(name: str, sample: int, unit: str) -> Subject:
    return Subject(TEST, name, sample, unit, LAW)
