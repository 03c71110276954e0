"""What is compared: a right analysis passes, a wrong one and wrong certified figures do not."""

from dataclasses import replace

import pytest

from certification.rtp.declared import FRESH, FRESH_AGAIN, declared_seed
from certification.rtp.exact.analysis import Analysis
from certification.rtp.report.agreement import FALSE_REJECTION, LEVEL, agreements, fits
from certification.rtp.report.checks import Outcome, of_figures, of_play
from certification.rtp.report.facts import Facts, fresh_runs
from certification.rtp.report.sections import sections
from certification.rtp.simulation.estimates import Estimate, Estimates
from config.certified import Certified, NetChance, Play, load_certified
from tests.certification.rtp_report.conftest import EXTENT


@pytest.fixture
def certified(facts: Facts) -> Certified:
    return load_certified(facts.file.rules.id)


def off_by(facts: Facts, errors: float) -> Estimates:
    """The simulated rounds, their mean so many standard errors above the exact one."""
    found, exact = facts.fresh.estimates, -facts.analysis.figures.house_edge
    error = found.mean.standard_error
    return replace(found, mean=Estimate(exact + errors * error, error))


def outcomes(facts: Facts, *errors: float) -> list[Outcome]:
    runs = [off_by(facts, each) for each in errors]
    return [check.outcome for check in agreements(facts.analysis, runs)]


def test_three_comparisons_are_judged_together(facts: Facts) -> None:
    # Alone, 3.1 errors are p = 0.0019; a right program has one of three p-values as low as this
    # more often than once in 1,000 times.
    assert outcomes(facts, 3.1) == [Outcome.PASS] * 3
    assert outcomes(facts, 3.7)[0] is Outcome.REJECT


def test_a_repetition_decides_and_both_runs_are_shown(facts: Facts) -> None:
    assert outcomes(facts, 5, 0) == [Outcome.REPEAT, *[Outcome.PASS] * 5]
    assert outcomes(facts, 5, -5)[::3] == [Outcome.REPEAT, Outcome.REJECT]
    names = [each.name for each in agreements(facts.analysis, [off_by(facts, 5)] * 2)]
    assert [name.endswith(", repeated") for name in names] == [False] * 3 + [True] * 3


def test_every_p_value_is_printed_alone_and_corrected(facts: Facts) -> None:
    for check in facts.checks[:3]:
        assert ", p = 0." in check.found or ", p = 1." in check.found
        assert ", corrected " in check.found


def wrong(analysis: Analysis) -> Analysis:
    return replace(analysis, figures=replace(analysis.figures, house_edge=0.1))


def test_a_simulation_that_does_not_fit_is_repeated_once_with_a_second_declared_seed(
    facts: Facts,
) -> None:
    assert facts.fresh_again == ()
    assert fits(facts.analysis, facts.fresh.estimates)
    runs = fresh_runs(facts.file, wrong(facts.analysis), EXTENT, lambda *_: None)
    seeds = [declared_seed(purpose, facts.file) for purpose in (FRESH, FRESH_AGAIN)]
    assert [run.plan.seed for run in runs] == seeds
    assert len({run.estimates.mean.value for run in runs}) == 2


def test_the_report_shows_the_repetition_its_seed_and_the_rate_of_false_rejection(
    facts: Facts,
) -> None:
    again = replace(facts.fresh, plan=replace(facts.fresh.plan, seed=b"\xab" * 48))
    said = repr(sections(replace(facts, fresh_again=(again,))))
    assert "the same, repeated" in said
    assert said.count("ab" * 48) == 2  # among the seeds, and in the command
    assert f"at most {FALSE_REJECTION:g}" in repr(sections(facts)[0])
    assert pytest.approx(LEVEL**2) == FALSE_REJECTION


def test_the_certified_figures_of_the_shipped_rules_are_those_that_are_compared(
    facts: Facts, certified: Certified
) -> None:
    assert of_figures(certified, facts.file, facts.analysis).passed
    assert of_play(certified, facts.analysis).passed


def test_one_certified_chance_that_is_wrong_rejects(facts: Facts, certified: Certified) -> None:
    first, *others = certified.net_law
    law = (NetChance(first.net, first.probability + 2e-9), *others)
    assert not of_figures(replace(certified, net_law=law), facts.file, facts.analysis).passed
    added = (*certified.net_law, NetChance(99, 2e-9))
    assert not of_figures(replace(certified, net_law=added), facts.file, facts.analysis).passed


def test_one_certified_play_that_is_wrong_rejects(facts: Facts, certified: Certified) -> None:
    first, *cells = certified.cells
    other = Play.STICK if first.action is not Play.STICK else Play.TWIST
    changed = replace(certified, cells=(replace(first, action=other), *cells))
    assert of_play(changed, facts.analysis).found == "1 differ"
    assert not of_play(changed, facts.analysis).passed
    assert not of_play(replace(certified, cells=tuple(cells)), facts.analysis).passed
    assert not of_play(replace(certified, pairs=certified.pairs[1:]), facts.analysis).passed
