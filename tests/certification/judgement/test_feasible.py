"""A plan that cannot be done is refused before anything is dealt, by figure and reason."""

from dataclasses import replace
from math import inf, nan
from pathlib import Path

import pytest

from certification.cards.catalogue import COLLECT, ENTRIES, TESTS
from certification.cards.collection import Source
from certification.cards.outcome import Outcome
from certification.cards.production import Production
from certification.judgement.card_jobs import CardsJob, do_cards
from certification.judgement.feasible import AMOUNTS, Unfeasible, require_feasible
from certification.judgement.results import Kind, NoNumber, rounded
from certification.judgement.stage import of_outcome
from config.certification_plan import BitSizes, CardSizes, Plan, PlanName, load_plan
from tests.certification.judgement.plans import SMALL, run

QUICK = load_plan(PlanName.QUICK)


def sized(**figures: int) -> Plan:
    return replace(QUICK, cards=replace(QUICK.cards, **figures))


@pytest.mark.parametrize("name", list(PlanName))
def test_every_shipped_plan_can_be_done(name: PlanName) -> None:
    require_feasible(load_plan(name))


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (replace(QUICK, card_tests=("telepathy",)), "tests.cards: telepathy is none of the tests"),
        (replace(QUICK, card_tests=("spectral",)), "tests.cards: spectral is none of the tests"),
        (replace(QUICK, bit_tests=("poker",)), "tests.bits: poker is none of the tests"),
        (replace(QUICK, bits=BitSizes(1, 2_000_000)), "quick.bits.bits: laws were simulated for"),
        (sized(shoes=1), "quick.cards.shoes: expected 2 to .* serial_correlation, found 1"),
        (sized(integers=10_399), "quick.cards.integers: expected 10,400 to .* found 10,399"),
        (sized(blocks=10**9), "quick.cards.blocks: .* duplicates, found 1,000,000,000"),
        (sized(seats=10**9), "quick.cards.seats x rounds_a_seat: .* found 40,000,000,000"),
        (sized(rounds_twin=10**9), r"quick.cards.rounds_served \+ rounds_twin: .* 1,000,020,000"),
        (sized(live_secrets=10**9), "quick.cards.live_secrets: .* found 1,000,000,000"),
    ],
)
def test_a_plan_that_cannot_be_done_is_refused_by_its_figure(
    plan: Plan, said: str, tmp_path: Path
) -> None:
    with pytest.raises(Unfeasible, match=said):
        run(plan, Production(), tmp_path)
    assert list(tmp_path.iterdir()) == []  # no secret was drawn


def test_a_figure_that_no_test_looks_at_may_be_small() -> None:
    require_feasible(replace(sized(shoes=1, integers=1), card_tests=("poker", "duplicates")))


@pytest.mark.parametrize("source", list(Source))
@pytest.mark.parametrize("more", [0, 1, 7])
def test_the_least_that_each_test_takes_has_a_number_for_all_of_its_statistics(
    source: Source, more: int
) -> None:
    tests = tuple(entry.test for entry in ENTRIES if entry.source is source)
    least = max(entry.least for entry in ENTRIES if entry.source is source)
    one, rest = CardSizes(1, 1, 1, 1, 1, 1, 1, 1, 1), least + more
    sizes = {
        Source.ROUNDS: replace(one, rounds_twin=rest - 1),
        Source.PLAYED: replace(one, rounds_a_seat=rest),
    }.get(source, replace(one, shoes=rest, integers=rest, secrets=rest, blocks=rest))
    assert AMOUNTS[source].of(sizes) == rest
    answer = do_cards(CardsJob(Production(), bytes(48), source, sizes, tests))
    assert {outcome.test for outcome in answer.outcomes} == set(tests)
    for outcome in answer.outcomes:
        assert rounded(outcome.value) >= 0 or outcome.statistic == "z"
        assert 0 <= rounded(outcome.p_value) <= 1
    assert all(check.holds for check in answer.checks)


@pytest.mark.parametrize("seats", [1, 2, 5, 13, 30])
def test_few_seats_leave_statistics_not_applicable_and_none_without_a_number(seats: int) -> None:
    sizes = replace(SMALL.cards, seats=seats)
    data = COLLECT[Source.PLAYED](Production(), bytes(48), sizes)
    outcomes = [o for entry in ENTRIES if entry.test == "compensated" for o in entry.judge(data)]
    assert not all(outcome.applicable for outcome in outcomes)
    assert all(outcome.p_value == 1 for outcome in outcomes if not outcome.applicable)
    assert all(0 < of_outcome(Kind.CARDS, outcome).p_value <= 1 for outcome in outcomes)


@pytest.mark.parametrize(("value", "p"), [(nan, 0.5), (inf, 0.5), (1.0, nan), (1.0, 1.01)])
def test_what_came_out_as_no_number_is_refused_by_name(value: float, p: float) -> None:
    wrong = Outcome("poker", "suit", "chi-square", value, 3.0, p, 10, "rounds", "law")
    with pytest.raises(NoNumber, match=r"poker\.suit came out as"):
        of_outcome(Kind.CARDS, wrong)


def test_every_test_has_its_place_in_the_catalogue() -> None:
    assert {entry.test for entry in ENTRIES} == set(TESTS)
