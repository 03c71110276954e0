"""What must agree before a return is displayed, each with what was expected and what was found."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Final

from scipy.stats import chi2

from certification.rtp.exact.analysis import Analysis
from certification.rtp.simulation.estimates import Estimates
from certification.rtp.stakes import in_whole_pence, stakes_of
from config.certified import NotCertified, load_certified
from config.loader import DEFAULT_RULES_ID, RulesFile
from config.rules import Rules

ERRORS_MAX: Final = 3.0  # standard errors between simulated and exact
LAW_P_MIN: Final = 0.001
EXPECTED_MIN: Final = 10.0  # rounds that chi-square wants in each class
AGREES_WITHIN: Final = 1e-9  # of the certified file, which prints twelve digits
# Computed apart from this project by independent programs that agree; half a unit of the last digit
# printed.
KNOWN: Final = (
    ("house edge", "house_edge", 0.0042742, 0.5e-7),
    ("standard deviation", "sd", 1.43896, 0.5e-5),
    ("mean stake", "stake_mean", 1.17243, 0.5e-5),
    ("return to player", "rtp", 0.9963544, 0.5e-7),
)


@dataclass(frozen=True, slots=True)
class Check:
    """One comparison."""

    name: str
    expected: str
    found: str
    passed: bool


def checks(file: RulesFile, analysis: Analysis, fresh: Estimates) -> tuple[Check, ...]:
    """Those that apply to these rules; `fresh` are rounds of whole shoes."""
    return tuple(_checks(file, analysis, fresh))


def _checks(file: RulesFile, analysis: Analysis, fresh: Estimates) -> Iterator[Check]:
    yield _mean(analysis, fresh)
    yield _spread(analysis, fresh)
    yield _law(analysis, fresh)
    yield _stakes(file.rules)
    if file.rules.id == DEFAULT_RULES_ID:
        for name, figure, known, within in KNOWN:
            found = getattr(analysis.figures, figure)
            digits = f"{known:.7f}".rstrip("0")
            agrees = abs(found - known) <= within
            yield Check(f"{name}, by independent programs", digits, f"{found:.9f}", agrees)
    try:
        certified = load_certified(file.rules.id)
    except NotCertified:
        return
    figures = ("house_edge", "rtp", "stake_mean", "sd", "variance", "rtp_sd")
    off = max(abs(getattr(certified, f) - getattr(analysis.figures, f)) for f in figures)
    agrees = off < AGREES_WITHIN and certified.rules_sha256 == file.sha256
    limit = f"within {AGREES_WITHIN:g}"
    yield Check("certified figures that the table shows", limit, f"off by {off:.1e}", agrees)


def _mean(analysis: Analysis, fresh: Estimates) -> Check:
    z = fresh.mean.z_against(-analysis.figures.house_edge)
    limit = f"within {ERRORS_MAX:g} standard errors"
    name = "mean net result, simulated from whole shoes against exact"
    return Check(name, limit, f"{z:+.2f} standard errors", abs(z) <= ERRORS_MAX)


def _spread(analysis: Analysis, fresh: Estimates) -> Check:
    # The error of a variance follows from the fourth moment.
    mean = -analysis.figures.house_edge
    fourth = sum((float(net) - mean) ** 4 * chance for net, chance in analysis.net.items())
    error = sqrt((fourth - analysis.figures.variance**2) / fresh.rounds)
    z = (fresh.sd**2 - analysis.figures.variance) / error
    limit = f"within {ERRORS_MAX:g} standard errors"
    name = "variance of the net result, simulated against exact"
    return Check(name, limit, f"{z:+.2f} standard errors", abs(z) <= ERRORS_MAX)


def _law(analysis: Analysis, fresh: Estimates) -> Check:
    """Chi-square over the net results; rare ones are one class."""
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
    p_value = 0.0 if impossible else float(chi2.sf(statistic, len(classes) - 1))
    found = f"p = {p_value:.3f} (chi-square {statistic:.1f}, {len(classes) - 1} degrees)"
    return Check(
        "law of results, simulated against exact",
        f"p at least {LAW_P_MIN:g}",
        found,
        p_value >= LAW_P_MIN,
    )


def _stakes(rules: Rules) -> Check:
    stakes, whole = len(stakes_of(rules)), in_whole_pence(rules)
    return Check(
        "stakes at which every payout is whole pence, so that all have one return",
        f"all {stakes:,}",
        f"{whole:,}",
        whole == stakes,
    )
