"""The simulation against the exact analysis: declared seeds, so each answer is always the same."""

from fractions import Fraction
from math import sqrt

import pytest
from scipy.stats import chi2

from certification.rtp.exact.analysis import Analysis, analyse
from certification.rtp.named import options_of
from certification.rtp.simulation.estimates import Estimates, estimate
from certification.rtp.simulation.payouts import Payouts
from certification.rtp.simulation.plan import Plan, Seeds
from certification.rtp.simulation.simulate import Where, simulate
from config.loader import ShoePolicy
from rng.shoe import Shoe
from tests.certification.simulation.plans import plan_of

HUNDRED_MILLION = 100_000_000
DECLARED = bytes.fromhex("706f6e746f6f6e2f73696d756c6174652f74657374".ljust(96, "0"))
"""`pontoon/simulate/test` in ASCII, filled up with zeros."""
Z_MAX = 3.0
P_MIN = 0.001
EXPECTED_MIN = 20  # rounds expected of a net result, below which it is counted with its neighbours


@pytest.fixture(scope="module")
def hundred_million() -> tuple[Plan, Estimates]:
    """The shipped rules, a fresh shoe, the best play."""
    plan = plan_of(strategy="optimal", rounds=HUNDRED_MILLION, shoe=ShoePolicy.FRESH, seed=DECLARED)
    return plan, found(plan, processes=2)


@pytest.fixture(scope="module")
def exact(hundred_million: tuple[Plan, Estimates]) -> Analysis:
    """The same game in full."""
    return exactly(hundred_million[0])


def found(plan: Plan, processes: int = 1) -> Estimates:
    """The estimates of a plan."""
    tally = simulate(plan, Where(processes))
    return estimate(tally, Payouts.of(plan.file.rules).unit)


def exactly(plan: Plan, name: str = "optimal") -> Analysis:
    """The exact analysis of a plan's game."""
    rules = plan.file.rules
    return analyse(rules, Shoe.whole(rules.shoe.packs), options_of(name, rules))


def law_p_value(estimates: Estimates, exact: Analysis) -> float:
    """Chi-squared of the net results, rare ones taken together."""
    expected, observed = [0.0], [0]
    for net, chance in exact.net.items():
        expected[-1] += chance * estimates.rounds
        observed[-1] += estimates.net.get(net, 0)
        if expected[-1] >= EXPECTED_MIN:
            expected.append(0.0)
            observed.append(0)
    expected[-2] += expected.pop()
    observed[-2] += observed.pop()
    statistic = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    return float(chi2.sf(statistic, len(expected) - 1))


def test_a_hundred_million_rounds_agree_with_the_exact_mean(
    hundred_million: tuple[Plan, Estimates], exact: Analysis
) -> None:
    _, estimates = hundred_million
    assert estimates.rounds == HUNDRED_MILLION
    assert abs(estimates.mean.z_against(-exact.figures.house_edge)) < Z_MAX
    assert abs(estimates.rtp.z_against(exact.figures.rtp)) < Z_MAX
    assert abs(estimates.stake_mean.z_against(exact.figures.stake_mean)) < Z_MAX


def test_their_errors_are_those_of_the_exact_deviations(
    hundred_million: tuple[Plan, Estimates], exact: Analysis
) -> None:
    _, estimates = hundred_million
    root = sqrt(HUNDRED_MILLION)
    assert estimates.sd == pytest.approx(exact.figures.sd, rel=5e-4)
    assert estimates.mean.standard_error == pytest.approx(exact.figures.sd / root, rel=5e-4)
    assert estimates.rtp.standard_error == pytest.approx(exact.figures.rtp_sd / root, rel=5e-4)


def test_their_law_of_results_is_the_exact_one(
    hundred_million: tuple[Plan, Estimates], exact: Analysis
) -> None:
    _, estimates = hundred_million
    assert estimates.net.keys() <= exact.net.keys()
    assert max(estimates.net) == Fraction(12)
    assert law_p_value(estimates, exact) > P_MIN


def test_twenty_thousand_rounds_with_seeds_of_their_own_have_the_exact_law() -> None:
    plan = plan_of(strategy="optimal", rounds=20_000, seeds=Seeds.ROUND, seed=DECLARED)
    estimates, exact = found(plan), exactly(plan)
    assert abs(estimates.mean.z_against(-exact.figures.house_edge)) < Z_MAX
    assert law_p_value(estimates, exact) > P_MIN


@pytest.mark.parametrize("name", ["published", "mimic-dealer", "never-buy-or-split"])
def test_other_strategies_lose_what_the_analysis_says(name: str) -> None:
    plan = plan_of(strategy=name, rounds=4_000_000, shoe=ShoePolicy.FRESH, seed=DECLARED)
    estimates, exact = found(plan), exactly(plan, name)
    assert abs(estimates.mean.z_against(-exact.figures.house_edge)) < Z_MAX
    assert abs(estimates.stake_mean.z_against(exact.figures.stake_mean)) < Z_MAX
    assert law_p_value(estimates, exact) > P_MIN
