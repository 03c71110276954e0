"""Many p-values, one verdict: Holm's correction, Kolmogorov-Smirnov, the two stages.

Holm (1979) keeps the chance of any false rejection at its level whatever the tests have to do with
each other. Nothing here draws or deals.
"""

from collections.abc import Sequence
from math import comb, fsum
from typing import Final

import numpy as np
from scipy.stats import ks_2samp, kstest, kstwo

from certification.judgement.results import Rates, Verdict
from config.certification_plan import Levels

EXACT_MOST: Final = 100_000
"""Pairs of values up to which the law of two samples is counted out; above, it is a good
approximation down to p-values of 1e-7."""


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjusted p-values, in the order given: the k-th smallest times (m - k + 1), never falling."""
    m = len(p_values)
    adjusted = [0.0] * m
    highest = 0.0
    for rank, at in enumerate(sorted(range(m), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (m - rank) * p_values[at]))
        adjusted[at] = highest
    return tuple(adjusted)


def ks_uniform(p_values: Sequence[float]) -> tuple[float, float]:
    """Distance and exact p-value of p-values that are uniform when the dealer is fair."""
    answer = kstest(p_values, "uniform", method="exact")
    return float(answer.statistic), float(answer.pvalue)


def ks_against(
    p_values: Sequence[float], null: Sequence[float], simulated: int
) -> tuple[float, float]:
    """Distance between two samples, and the p-value of the first having the law of the second.

    `simulated` is the size k of the second, of which `null` may be quantiles. Both samples are
    drawn, so the sampling error of the null is counted. The law is exact where n k is at most
    `EXACT_MOST` and the whole second sample is there; else it is that of one sample of size
    n k / (n + k), rounded, and no p-value is below that of a distance of 1, 2 / C(n + k, n). Ties
    make distances shorter, so p-values too large.
    """
    if len(null) == simulated and len(p_values) * simulated <= EXACT_MOST:
        answer = ks_2samp(p_values, null, method="exact")
        return float(answer.statistic), float(answer.pvalue)
    first, second = np.sort(p_values), np.sort(null)
    places = np.concatenate((first, second))
    below = np.searchsorted(first, places, "right") / len(first)
    distance = float(np.abs(below - np.searchsorted(second, places, "right") / len(second)).max())
    size = max(1, round(len(first) * simulated / (len(first) + simulated)))
    least = 2 / comb(len(first) + simulated, len(first))
    return distance, float(min(1.0, max(least, kstwo.sf(distance, size))))


def stage_1_verdict(adjusted: float, levels: Levels) -> Verdict:
    """Of one test in the first stage."""
    if adjusted < levels.reject_below:
        return Verdict.REJECT
    return Verdict.PASS if adjusted >= levels.pass_from else Verdict.REPEAT


def stage_2_verdict(adjusted: float, levels: Levels) -> Verdict:
    """Of one test in the second stage: there is no third."""
    return Verdict.REJECT if adjusted < levels.repeat_level else Verdict.PASS


def worst(verdicts: Sequence[Verdict]) -> Verdict:
    """One rejection rejects, one repetition repeats."""
    for verdict in (Verdict.REJECT, Verdict.REPEAT):
        if verdict in verdicts:
            return verdict
    return Verdict.PASS


def rates(levels: Levels, tests: int) -> Rates:
    """Upper bounds of false rejection, by Holm's guarantee.

    A fair dealer is rejected at once with `reject_below` at the most; it is repeated with
    `pass_from` at the most, and then rejected with `repeat_level` at the most, since stage 2 has
    data and null laws of its own. The null laws are samples too, and the bounds hold over both.
    """
    second = levels.pass_from * levels.repeat_level
    return Rates(
        tests=tests,
        stage_1_rejects=levels.reject_below,
        stage_1_repeats=levels.pass_from,
        stage_2_rejects=levels.repeat_level,
        total_rejects=fsum((levels.reject_below, second)),
    )
