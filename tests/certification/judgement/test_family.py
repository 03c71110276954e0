"""Holm, Kolmogorov-Smirnov and the two stages."""

import numpy as np
import pytest
from scipy.stats import binom, ks_2samp

from certification.judgement.family import (
    holm,
    ks_against,
    ks_uniform,
    rates,
    stage_1_verdict,
    stage_2_verdict,
    worst,
)
from certification.judgement.results import Verdict
from config.certification_plan import PlanName, load_plan

LEVELS = load_plan(PlanName.QUICK).levels


def test_holm_multiplies_the_smallest_by_all_and_never_falls() -> None:
    # Holm (1979): 0.01 x 4, 0.02 x 3, 0.03 x 2, and 0.04, which may not lie below 0.06.
    assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx((0.06, 0.04, 0.06, 0.06))


def test_holm_stops_at_one() -> None:
    assert holm([0.9, 0.6]) == (1.0, 1.0)


def test_holm_of_nothing_is_nothing() -> None:
    assert holm([]) == ()


def test_holm_keeps_its_level_over_a_family_of_uniform_p_values() -> None:
    rng = np.random.default_rng(3)
    rejected = sum(min(holm(rng.random(50).tolist())) < 0.1 for _ in range(1_000))
    assert rejected <= binom.isf(1e-6, 1_000, 0.1)


@pytest.mark.parametrize(
    ("adjusted", "verdict"),
    [
        (9.9e-7, Verdict.REJECT),
        (1e-6, Verdict.REPEAT),
        (0.0099, Verdict.REPEAT),
        (0.01, Verdict.PASS),
    ],
)
def test_first_stage_rejects_repeats_or_passes(adjusted: float, verdict: Verdict) -> None:
    assert stage_1_verdict(adjusted, LEVELS) is verdict


@pytest.mark.parametrize(("adjusted", "verdict"), [(0.0099, "reject"), (0.01, "pass")])
def test_second_stage_rejects_or_passes(adjusted: float, verdict: str) -> None:
    assert stage_2_verdict(adjusted, LEVELS) == verdict


def test_one_rejection_outweighs_everything() -> None:
    assert worst([Verdict.PASS, Verdict.REPEAT, Verdict.REJECT]) is Verdict.REJECT
    assert worst([Verdict.PASS, Verdict.REPEAT]) is Verdict.REPEAT
    assert worst([Verdict.PASS]) is Verdict.PASS


def test_a_fair_dealer_is_rejected_about_once_in_ten_thousand_runs_at_the_most() -> None:
    stated = rates(LEVELS, 280)
    assert stated.total_rejects == pytest.approx(1e-6 + 1e-2 * 1e-2)


def test_uniform_p_values_have_a_uniform_ks() -> None:
    rng = np.random.default_rng(4)
    p_values = [ks_uniform(rng.random(40).tolist())[1] for _ in range(500)]
    assert ks_uniform(p_values)[1] > 1e-4


@pytest.mark.parametrize(("sample", "null"), [(20, 1_000), (1_000, 1_000), (620, 618)])
def test_ks_between_two_samples_of_one_law_rejects_no_more_often_than_it_says(
    sample: int, null: int
) -> None:
    rng = np.random.default_rng(sample)
    trials = 600
    p_values = [
        ks_against(rng.random(sample).tolist(), rng.random(null).tolist(), null)[1]
        for _ in range(trials)
    ]
    for level in (0.3, 0.1, 0.01):
        below = sum(p <= level for p in p_values)
        assert below <= binom.isf(1e-6, trials, level)
        assert below >= binom.isf(1 - 1e-6, trials, level * 0.7)


def test_ks_with_many_ties_never_rejects_more_often_than_it_says() -> None:
    rng = np.random.default_rng(6)
    pairs = ((rng.integers(0, 6, 300) / 5, rng.integers(0, 6, 1_000) / 5) for _ in range(400))
    p_values = [ks_against(one.tolist(), two.tolist(), 1_000)[1] for one, two in pairs]
    assert sum(p <= 0.1 for p in p_values) <= binom.isf(1e-6, 400, 0.1)


def test_ks_of_another_law_is_all_but_zero() -> None:
    rng = np.random.default_rng(7)
    assert ks_against((rng.random(200) ** 2).tolist(), rng.random(1_000).tolist(), 1_000)[1] < 1e-6


@pytest.mark.parametrize(("sample", "least"), [(1, 2 / 1_001), (2, 4 / (1_001 * 1_002))])
def test_ks_of_values_beyond_all_of_the_null_is_as_rare_as_that_and_no_rarer(
    sample: int, least: float
) -> None:
    null = np.random.default_rng(8).random(1_000) * 0.99
    distance, p_value = ks_against([1.0] * sample, null.tolist(), 1_000)
    assert distance == 1.0
    assert p_value == pytest.approx(least)


def test_a_repeated_test_is_rejected_as_often_as_stated_only_with_a_null_of_its_own() -> None:
    rng = np.random.default_rng(9)
    level, null = 0.1, 400
    repeated = again = with_the_same = 0
    for _ in range(3_000):
        one, two = rng.random(null).tolist(), rng.random(null).tolist()
        if ks_against(rng.random(null).tolist(), one, null)[1] > level:
            continue
        fresh = rng.random(4 * null).tolist()
        repeated += 1
        again += ks_against(fresh, two, null)[1] <= level
        with_the_same += ks_against(fresh, one, null)[1] <= level
    most = binom.isf(1e-6, repeated, level)
    assert again <= most < with_the_same


@pytest.mark.parametrize("values", [3, 6, 20])
def test_ks_of_few_values_is_counted_out(values: int) -> None:
    rng = np.random.default_rng(values)
    far, null = (rng.random(values) * 0.1).tolist(), rng.random(600).tolist()
    answer = ks_2samp(far, null, method="exact")
    assert ks_against(far, null, 600) == (answer.statistic, answer.pvalue)
    assert ks_against(null[:values], null, 600)[1] > 0.01
