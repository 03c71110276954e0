"""Scaled integers for every bound that a draw can ask for, 416 down to 259 (step 7 of a draw).

Laws. For a bound n integers are independent and uniform: Pearson's chi-square X_n has n - 1 degrees
of freedom, the sum over bounds the sum of them; the p-values of the bounds, which have streams of
their own, are uniform and get one Kolmogorov-Smirnov test. Two tests look where wrong scaling
shows: with r = 65536 mod n, `word mod n` favours the r integers below r, and `word n >> 16` without
passing words over favours other r, those with one word more. How many integers fall among the
favoured is binomial with chance r / n; over all bounds the sum, each weighted by its bias over its
variance, is normal.
"""

from collections.abc import Callable, Mapping
from math import fsum
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc
from scipy.stats import kstest

from certification.cards.dealer import SHOE_CARDS, Integers
from certification.cards.kernels import WORDS
from certification.cards.outcome import EXPECTED_LEAST, Outcome, Subject, chi_square, normal

TEST: Final = "scaled_integers"
# For each bound: the chi-square of one is a p-value among many, so half of `EXPECTED_LEAST` does.
INTEGERS_LEAST: Final = int(EXPECTED_LEAST / 2 * SHOE_CARDS)

_SUM_LAW: Final = "chi-square; uniform integers, bounds independent"
_KS_LAW: Final = "Kolmogorov-Smirnov over the chi-square p-values of the bounds"
_FAVOURED_LAW: Final = "normal; binomial counts of the integers that a wrong scaling favours"


def of_integers(by_bound: Mapping[int, Integers]) -> tuple[Outcome, ...]:
    """All four tests on the integers of each bound, `INTEGERS_LEAST` or more."""
    counts = {n: np.bincount(values, minlength=n) for n, values in by_bound.items()}
    total = sum(len(values) for values in by_bound.values())
    each = {n: _pearson(seen) for n, seen in counts.items()}
    summed = Subject(TEST, "all_bounds.sum", total, "integers", _SUM_LAW)
    return (
        chi_square(summed, fsum(each.values()), sum(n - 1 for n in each)),
        _each_bound(each, total),
        _favoured(counts, total, "modulo", modulo_favours),
        _favoured(counts, total, "none_passed_over", multiplication_favours),
    )


def modulo_favours(n: int) -> NDArray[np.bool_]:
    """Which integers have a word more when a word is taken modulo n."""
    return np.arange(n) < WORDS % n


def multiplication_favours(n: int) -> NDArray[np.bool_]:
    """Which integers have a word more when word times n is cut to its high bits."""
    words = np.bincount(np.arange(WORDS, dtype=np.int64) * n >> 16, minlength=n)
    return words > WORDS // n


def _pearson(seen: NDArray[np.int64]) -> float:
    n, total = len(seen), int(seen.sum())
    return n / total * int((seen**2).sum()) - total


def _each_bound(each: Mapping[int, float], total: int) -> Outcome:
    p_values = [float(chdtrc(n - 1, value)) for n, value in each.items()]
    distance = kstest(p_values, "uniform", method="exact")
    return Outcome(
        test=TEST,
        name="each_bound",
        statistic="KS distance",
        value=float(distance.statistic),
        degrees=0.0,
        p_value=float(distance.pvalue),
        sample=total,
        unit="integers",
        law=_KS_LAW,
    )


def _favoured(
    counts: Mapping[int, NDArray[np.int64]],
    total: int,
    name: str,
    favours: Callable[[int], NDArray[np.bool_]],
) -> Outcome:
    excess, spread = [], []
    for n, seen in counts.items():
        r, size = WORDS % n, int(seen.sum())
        if r == 0:  # nobody is favoured
            continue
        chance = r / n
        variance = chance * (1 - chance)
        # A favoured integer has WORDS // n + 1 words: so much more often they come in all.
        bias = r * (WORDS // n + 1) / WORDS - chance
        weight = bias / variance
        excess.append(weight * (int(seen[favours(n)].sum()) - size * chance))
        spread.append(weight**2 * size * variance)
    subject = Subject(TEST, f"favoured_by.{name}", total, "integers", _FAVOURED_LAW)
    return normal(subject, fsum(excess), 0.0, fsum(spread))
