"""Every statistic of the card tests is, on a fair dealer, what its law says.

Some hundred small runs with fixed seeds. P-values of each statistic are held against uniform by
Kolmogorov-Smirnov; the squares of each z, and each chi-square, are added up over the runs and held
against chi-square, which sees a wrong variance or number of degrees where p-values hide it. A
statistic of rare coincidences may be small too seldom, never too often.
"""

from collections import defaultdict
from dataclasses import replace
from functools import cache
from math import erfc, fsum, sqrt

import pytest
from scipy.stats import binom, chi2, kstest

from certification.cards.catalogue import COLLECT, ENTRIES, TESTS, judge
from certification.cards.collection import Source, derive
from certification.cards.outcome import CHI_SQUARE, COINCIDENCES, Outcome
from certification.controls.draws import BadDraw
from certification.controls.kernels import FAIR
from config.certification_plan import CardSizes

# As many as take a second or two, or some twenty: most for what has most statistics.
RUNS = {
    Source.ROUNDS: 200,
    Source.SHOES: 220,
    Source.INTEGERS: 60,
    Source.PLAYED: 40,
    Source.SECRETS: 2_000,
    Source.BLOCKS: 2_000,
}
BELOW = (0.1, 0.5)
BOUND = 1e-4  # for each of some two hundred comparisons, whose seeds are fixed
SQUARES_BOUND = 1e-3  # for each of some ninety sums of squares, which see the most
SEEN_LEAST = 0.8  # of the z statistics of a collection
Z = "z"
SEED = bytes(48)
# Small, but with enough of everything that the cells of each test are filled.
SIZES = CardSizes(
    rounds_served=2_000,
    rounds_twin=6_000,
    shoes=500,
    integers=11_000,
    seats=500,
    rounds_a_seat=20,
    secrets=1_000,
    blocks=1_000,
    live_secrets=1,
)
DEALER = BadDraw("fair", FAIR)


@cache
def _outcomes(source: Source) -> dict[str, list[Outcome]]:
    found: dict[str, list[Outcome]] = defaultdict(list)
    for run in range(RUNS[source]):
        data = COLLECT[source](DEALER, derive(SEED, source.value, run), SIZES)
        for outcome in judge(source, data, TESTS):
            found[f"{outcome.test}.{outcome.name}"].append(outcome)
    return found


def misfit(outcomes: list[Outcome]) -> str:
    """What of a statistic is not as its law says, or nothing."""
    kind, p_values = outcomes[0].statistic, [each.p_value for each in outcomes]
    if kind == COINCIDENCES:
        counts = {limit: sum(p <= limit for p in p_values) for limit in BELOW}
        often = [
            f"{n} below {x}" for x, n in counts.items() if binom.sf(n - 1, len(p_values), x) < BOUND
        ]
        return ", ".join(often)
    if kstest(p_values, "uniform").pvalue < BOUND:
        return f"p-values are not uniform: {kstest(p_values, 'uniform')}"
    total, degrees = sum_of_squares(outcomes)
    if degrees and min(chi2.sf(total, degrees), chi2.cdf(total, degrees)) < SQUARES_BOUND / 2:
        return f"{kind} adds up to {total:.1f} on {degrees:.0f} degrees"
    return ""


def sum_of_squares(outcomes: list[Outcome]) -> tuple[float, float]:
    """Over all runs, and its degrees of freedom; 0 on 0 for what is no square."""
    kind = outcomes[0].statistic
    if kind == Z:
        return fsum(each.value**2 for each in outcomes), len(outcomes)
    if kind == CHI_SQUARE:
        return fsum(each.value for each in outcomes), fsum(each.degrees for each in outcomes)
    return 0.0, 0.0


@pytest.mark.parametrize("source", list(Source))
def test_statistics_of_a_fair_dealer_have_their_laws(source: Source) -> None:
    found = {name: misfit(outcomes) for name, outcomes in _outcomes(source).items()}
    assert {name: why for name, why in found.items() if why} == {}


@pytest.mark.parametrize("source", [Source.ROUNDS, Source.SHOES])
def test_a_standard_deviation_wrong_by_a_fifth_would_be_seen(source: Source) -> None:
    seen = {
        name: misfit([wider(each) for each in outcomes]) != ""
        for name, outcomes in _outcomes(source).items()
        if outcomes[0].statistic == Z
    }
    assert sum(seen.values()) >= SEEN_LEAST * len(seen), seen


def wider(outcome: Outcome) -> Outcome:
    """As it were if the law's standard deviation were too small by a fifth."""
    z = 1.25 * outcome.value
    return replace(outcome, value=z, p_value=erfc(abs(z) / sqrt(2)))


@pytest.mark.parametrize("source", list(Source))
def test_every_outcome_is_applicable(source: Source) -> None:
    idle = [name for name, found in _outcomes(source).items() if not found[0].applicable]
    assert idle == []


@pytest.mark.parametrize("source", list(Source))
def test_every_outcome_says_what_it_is_about(source: Source) -> None:
    for outcomes in _outcomes(source).values():
        assert outcomes[0].law
        assert outcomes[0].unit
        assert outcomes[0].sample > 0


def test_every_test_of_the_catalogue_has_an_outcome() -> None:
    tests = {outcome[0].test for source in Source for outcome in _outcomes(source).values()}
    assert tests == {entry.test for entry in ENTRIES}
