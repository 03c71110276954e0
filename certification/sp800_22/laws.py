"""Probabilities that several tests need: chi-square, normal, largest cumulative sum.

Values are in double precision; no p-value leaves [0, 1].
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaincc, ndtr

P_LEAST = 0.0
P_MOST = 1.0
TAIL_SIGMAS = 40.0
"""Beyond this many standard deviations a normal tail is below the smallest double."""


def chi_square(observed: Sequence[int], probabilities: Sequence[float]) -> float:
    """Pearson's statistic of counts against class probabilities (3.2)."""
    total = sum(observed)
    expected = [total * p for p in probabilities]
    return math.fsum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))


def upper_gamma(shape: float, x: float) -> float:
    """igamc(shape, x) of 5.5.3; 1 for x <= 0, and 0 where it is below the smallest double."""
    return probability(float(gammaincc(shape, x))) if x > 0 else P_MOST


def chi_square_p(statistic: float, degrees: int) -> float:
    """Chance of a chi-square as large as this one."""
    return upper_gamma(degrees / 2, statistic / 2)


def two_sided(z: float) -> float:
    """erfc(|z| / sqrt 2): chance of a normal deviation as large as this one."""
    return math.erfc(abs(z) / math.sqrt(2))


def probability(value: float) -> float:
    """The value, kept within [0, 1] against rounding."""
    return min(P_MOST, max(P_LEAST, value))


def largest_sum_p(length: int, largest: int) -> float:
    """Chance that a walk of `length` steps goes as far as `largest` (2.13.4, step 4).

    The ranges of both sums divide towards zero as NIST's C does: only so the worked example of ten
    bits comes out as printed. Terms are differences of upper tails and are added exactly, so small
    chances keep their digits; those farther out than a double can tell are left out.
    """
    step = largest / math.sqrt(length)
    reach = length // largest
    last = (reach - 1) // 4
    far = int(TAIL_SIGMAS / step) + 1
    inner = np.arange(max(-last, -far), min(last, far) + 1)
    outer = np.arange(max(-((reach + 3) // 4), -far), min(last, far) + 1)
    middle = 2 * float(ndtr(-step))  # the term k = 0 of the first sum, taken from 1
    away = _between(4 * inner[inner != 0] - 1, step)
    beyond = _between(4 * outer + 1, step)
    return probability(math.fsum([middle, *(-away), *beyond]))


def _between(left: NDArray[np.int64], step: float) -> NDArray[np.float64]:
    """Normal chance from `left` to `left + 2` steps, which lie on one side of 0."""
    ends = np.abs(np.stack([left, left + 2])) * step
    return np.asarray(ndtr(-ends.min(axis=0)) - ndtr(-ends.max(axis=0)), np.float64)
