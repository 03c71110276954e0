"""Every statistic of the card tests is, on a fair dealer, what its law says.

Some hundred small runs with fixed seeds; how many p-values lie below a tenth, and below a half, is
binomial. A statistic of rare coincidences may lie below seldom, never too often.
"""

from collections import defaultdict
from functools import cache

import pytest
from scipy.stats import binom

from certification.cards.catalogue import COLLECT, ENTRIES, TESTS, judge
from certification.cards.collection import Source, derive
from certification.cards.outcome import COINCIDENCES, Outcome
from certification.controls.draws import BadDraw
from certification.controls.kernels import FAIR
from config.certification_plan import CardSizes

RUNS = 150
BELOW = (0.1, 0.5)
BOUND = 1e-6  # for each of some two hundred counts
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
    for run in range(RUNS):
        data = COLLECT[source](DEALER, derive(SEED, source.value, run), SIZES)
        for outcome in judge(source, data, TESTS):
            found[f"{outcome.test}.{outcome.name}"].append(outcome)
    return found


@pytest.mark.parametrize("source", list(Source))
def test_p_values_of_a_fair_dealer_are_uniform(source: Source) -> None:
    wrong = []
    for name, outcomes in _outcomes(source).items():
        for limit in BELOW:
            below = sum(outcome.p_value <= limit for outcome in outcomes)
            too_many = binom.sf(below - 1, RUNS, limit) < BOUND
            too_few = binom.cdf(below, RUNS, limit) < BOUND
            if too_many or (too_few and outcomes[0].statistic != COINCIDENCES):
                wrong.append(f"{name}: {below} of {RUNS} below {limit}")
    assert wrong == []


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
