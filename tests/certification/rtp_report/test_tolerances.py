"""The table of tolerances against its formula, and against simulated returns."""

import itertools
from dataclasses import replace
from math import sqrt

import pytest

from certification.rtp.certify import certified_analysis, cut_plan, played
from certification.rtp.declared import CUT, declared_seed
from certification.rtp.exact.analysis import Analysis
from certification.rtp.simulation.plan import BLOCK_ROUNDS
from certification.rtp.tolerances import ROUNDS, tolerance, tolerances
from config.certified import load_certified
from config.loader import DEFAULT_RULES_ID, ShoePolicy, load_rules

FILE = load_rules()


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return certified_analysis(FILE)


def test_a_tolerance_is_the_return_and_z_standard_deviations_over_the_root_of_n(
    analysis: Analysis,
) -> None:
    figures = analysis.figures
    row = tolerance(figures, 10_000)
    assert row.standard_error == pytest.approx(1.227592591179 / 100)
    low, high = row.interval_95
    assert (low + high) / 2 == pytest.approx(figures.rtp)
    assert (high - low) / 2 == pytest.approx(1.959964 * figures.rtp_sd / 100, rel=1e-6)
    low, high = row.interval_99
    assert (high - low) / 2 == pytest.approx(2.575829 * figures.rtp_sd / 100, rel=1e-6)


def test_the_table_goes_from_ten_thousand_to_a_billion_rounds(analysis: Analysis) -> None:
    rows = tolerances(analysis.figures)
    assert [row.rounds for row in rows] == [10**n for n in range(4, 10)] == list(ROUNDS)
    for row, next_row in itertools.pairwise(rows):
        assert row.standard_error == pytest.approx(next_row.standard_error * sqrt(10))


def test_simulated_blocks_of_whole_shoes_keep_to_their_tolerance(analysis: Analysis) -> None:
    plan = replace(cut_plan(FILE, analysis, 4 * BLOCK_ROUNDS), shoe=ShoePolicy.FRESH)
    found = played(plan)
    row = tolerance(analysis.figures, found.rounds)
    assert found.rtp.standard_error == pytest.approx(row.standard_error, rel=0.01)
    low, high = row.interval_99
    assert low < found.rtp.value < high


def test_the_certified_return_to_the_cut_is_what_its_declared_seed_shows(
    analysis: Analysis,
) -> None:
    certified = load_certified(DEFAULT_RULES_ID).rtp_cut
    assert certified is not None
    found = played(cut_plan(FILE, analysis, 16 * BLOCK_ROUNDS))
    assert abs(found.rtp.z_against(certified)) < 4


def test_a_declared_seed_follows_from_its_purpose_and_the_rules_alone() -> None:
    expected = "340feff11f0542f827daa6d0ee6ee852bb36d7045f60c9c8ae9da70376bdb879"
    assert declared_seed(CUT, FILE).hex().startswith(expected)
    assert len(declared_seed(CUT, FILE)) == 48
    changed = load_rules(changes=("dealer.soft_17=stick",))
    assert declared_seed(CUT, changed) != declared_seed(CUT, FILE)
