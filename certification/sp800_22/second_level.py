"""Many streams judged together: SP 800-22 Rev. 1a, section 4.2, with exact laws.

For each p-value of a test: how many streams pass at 1 %, against the binomial law, and whether the
p-values are uniform, by a chi-square over ten bins. NIST's own interval and limits are given beside
them for information. Of the faults of NIST's C here (`errata`) none is copied. A verdict over
several rows is not here: it belongs to one family of tests with its correction.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from scipy.stats import binomtest

from certification.sp800_22.laws import chi_square, chi_square_p
from certification.sp800_22.result import Result, Test

ALPHA = 0.01  # 4.2.1: level of significance of one p-value
BINS = 10  # 4.2.2
NIST_SIGMAS = 3.0  # 4.2.1
NIST_UNIFORMITY_LEAST = 0.0001  # 4.2.2: P-value_T below this is not uniform
NIST_SEQUENCES_LEAST = 55  # 4.2.2: fewer sequences say nothing about uniformity


class NotAProbability(ValueError):
    """A p-value outside [0, 1], or NaN: a fault of a test, never to be averaged away."""


@dataclass(frozen=True, slots=True)
class Row:
    """One p-value of a test over all the streams for which it was applicable.

    `bins` counts p-values by tenths; `nist_low` and `nist_high` are the proportions of NIST's
    interval, which can end over 1. With no applicable stream there are no figures (`streams` is 0).
    """

    test: Test
    label: str
    streams: int
    passed: int
    bins: tuple[int, ...]
    proportion_p: float
    uniformity_p: float
    nist_low: float
    nist_high: float

    @property
    def proportion(self) -> float:
        """Share of the streams that pass at 1 %."""
        return self.passed / self.streams

    @property
    def nist_proportion_fits(self) -> bool:
        """Whether NIST's interval of three standard deviations holds the proportion."""
        return self.nist_low <= self.proportion <= self.nist_high

    @property
    def nist_uniform(self) -> bool:
        """Whether NIST calls the p-values uniform: P-value_T (here `uniformity_p`) >= 0.0001."""
        return self.uniformity_p >= NIST_UNIFORMITY_LEAST

    @property
    def nist_enough(self) -> bool:
        """Whether there are the 55 sequences that NIST asks for before it speaks of uniformity."""
        return self.streams >= NIST_SEQUENCES_LEAST


def second_level(results: Iterable[Result]) -> tuple[Row, ...]:
    """Rows in the order of the tests, each test's p-values in their own order.

    A test that was applicable to no stream has no row. Raises NotAProbability.
    """
    by_test = {test: list(group) for test, group in _by_test(results)}
    return tuple(row for test in Test if test in by_test for row in _rows(test, by_test[test]))


def judge(test: Test, label: str, p_values: Sequence[float]) -> Row:
    """The row of one list of p-values, at least one. Raises NotAProbability."""
    for p in p_values:
        if not 0 <= p <= 1:  # NaN too
            raise NotAProbability(f"{test} {label}: {p}")
    count = len(p_values)
    passed = sum(p >= ALPHA for p in p_values)
    bins = [0] * BINS
    for p in p_values:
        bins[min(int(p * BINS), BINS - 1)] += 1
    spread = NIST_SIGMAS * math.sqrt(ALPHA * (1 - ALPHA) / count)
    return Row(
        test,
        label,
        count,
        passed,
        tuple(bins),
        float(binomtest(passed, count, 1 - ALPHA).pvalue),
        chi_square_p(chi_square(bins, (1 / BINS,) * BINS), BINS - 1),
        1 - ALPHA - spread,
        1 - ALPHA + spread,
    )


def _by_test(results: Iterable[Result]) -> Iterable[tuple[Test, Iterable[Result]]]:
    applicable = sorted((r for r in results if r.applicable), key=lambda result: result.test)
    return groupby(applicable, key=lambda result: result.test)


def _rows(test: Test, results: Sequence[Result]) -> Iterable[Row]:
    columns = zip(*(result.p_values for result in results), strict=True)
    for label, p_values in zip(results[0].labels, columns, strict=True):
        yield judge(test, label, p_values)
