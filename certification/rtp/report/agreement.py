"""Simulated rounds against the exact analysis: three comparisons, judged together, repeated once.

Each comparison has a p-value, and Holm's correction keeps the chance that any of the three rejects
a right analysis at `LEVEL`. Seeds are declared from the rules, so an unlucky one would fail these
rules for ever: a simulation that does not fit is therefore repeated, once, with a second declared
seed, and the repetition decides. A right analysis fails both at `FALSE_REJECTION` or less.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from scipy.stats import chi2, norm

from certification.judgement.family import holm
from certification.rtp.exact.analysis import Analysis
from certification.rtp.report.checks import Check, Outcome
from certification.rtp.simulation.estimates import Estimates

LEVEL: Final = 0.001  # of the three comparisons of one simulation together
FALSE_REJECTION: Final = LEVEL**2  # of a right analysis: both simulations, whose seeds differ
EXPECTED_MIN: Final = 10.0  # rounds that chi-square wants in each class
RUNS: Final = ("", ", repeated")  # how comparisons of the first and the second run are called


def fits(analysis: Analysis, fresh: Estimates) -> bool:
    """Whether rounds of whole shoes fit the analysis, or are to be repeated."""
    return min(holm([p for _, _, p in _compared(analysis, fresh)])) > LEVEL


def agreements(analysis: Analysis, runs: Sequence[Estimates]) -> tuple[Check, ...]:
    """Three comparisons for each run, one or two; the last run decides."""
    found = []
    for run, (called, fresh) in enumerate(zip(RUNS[: len(runs)], runs, strict=True), start=1):
        fails = Outcome.REJECT if run == len(runs) else Outcome.REPEAT
        rows = _compared(analysis, fresh)
        for (name, said, p), adjusted in zip(rows, holm([p for _, _, p in rows]), strict=True):
            found.append(
                Check(
                    f"{name}{called}",
                    f"p, corrected for three, above {LEVEL:g}",
                    f"{said}, p = {p:.4f}, corrected {adjusted:.4f}",
                    Outcome.PASS if adjusted > LEVEL else fails,
                )
            )
    return tuple(found)


def _compared(analysis: Analysis, fresh: Estimates) -> tuple[tuple[str, str, float], ...]:
    """What is compared, what was found, and its p-value."""
    mean, variance = _mean(analysis, fresh), _variance(analysis, fresh)
    statistic, degrees, p_value = _law(analysis, fresh)
    return (
        (
            "mean net result, simulated from whole shoes against exact",
            f"{mean:+.2f} standard errors",
            _two_sided(mean),
        ),
        (
            "variance of the net result, simulated against exact",
            f"{variance:+.2f} standard errors",
            _two_sided(variance),
        ),
        (
            "law of results, simulated against exact",
            f"chi-square {statistic:.1f} of {degrees} degrees",
            p_value,
        ),
    )


def _two_sided(z: float) -> float:
    return float(2 * norm.sf(abs(z)))


def _mean(analysis: Analysis, fresh: Estimates) -> float:
    return fresh.mean.z_against(-analysis.figures.house_edge)


def _variance(analysis: Analysis, fresh: Estimates) -> float:
    # The error of a variance follows from the fourth moment.
    mean = -analysis.figures.house_edge
    fourth = sum((float(net) - mean) ** 4 * chance for net, chance in analysis.net.items())
    error = sqrt((fourth - analysis.figures.variance**2) / fresh.rounds)
    return (fresh.sd**2 - analysis.figures.variance) / error


def _law(analysis: Analysis, fresh: Estimates) -> tuple[float, int, float]:
    """Chi-square over the net results, rare ones as one class; its degrees and p-value."""
    classes: list[tuple[float, float]] = []
    rare = (0.0, 0.0)
    for net in sorted(analysis.net.keys() | fresh.net.keys()):
        expected = analysis.net.get(net, 0.0) * fresh.rounds
        pair = (expected, float(fresh.net.get(net, 0)))
        if expected >= EXPECTED_MIN:
            classes.append(pair)
        else:
            rare = (rare[0] + pair[0], rare[1] + pair[1])
    if rare[0] >= EXPECTED_MIN:
        classes.append(rare)
    statistic = sum((seen - expected) ** 2 / expected for expected, seen in classes)
    impossible = fresh.net.keys() - analysis.net.keys()
    degrees = len(classes) - 1
    return statistic, degrees, 0.0 if impossible else float(chi2.sf(statistic, degrees))
