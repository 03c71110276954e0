"""Each control is rejected by the test that it names; the fair dealer of the same code is not."""

import pytest

from certification.cards.catalogue import TESTS as CARD_TESTS
from certification.cards.dealer import BOUNDS, Path, whole_shoes
from certification.controls.catalogue import CONTROLS, UnknownControl, control
from certification.controls.draws import BadDraw
from certification.controls.kernels import FAIR
from certification.controls.trials import (
    FAMILY_MAX,
    REPEATED_MAX,
    Size,
    TooManyRepeated,
    do_trial,
    p_of_named_test,
    require_few_repeated,
    trial_of,
)
from certification.power import FAIR_RUNS, POWER_LEAST, TRIALS, load_power
from certification.sp800_22.result import Test
from config.certification_plan import PlanName, load_plan

QUICK = load_plan(PlanName.QUICK)
SEED = bytes(range(48))
# What `quick` does not see needs the data of `standard`.
NOT_SEEN_BY_QUICK = {"modulo", "card-twice", "favoured-rank"}


def test_there_are_the_twelve_controls() -> None:
    assert len(CONTROLS) == 12
    assert all(each.name == name == each.defect.name for name, each in CONTROLS.items())


def test_each_control_names_a_test_of_the_family() -> None:
    tests = {each.caught_by.partition(".")[0] for each in CONTROLS.values()}
    assert tests <= {*CARD_TESTS, *Test}


def test_an_unknown_control_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(UnknownControl, match="modulo"):
        control("telepathy")


@pytest.mark.parametrize("name", sorted(CONTROLS))
def test_the_named_test_rejects_the_control(name: str) -> None:
    plan = PlanName.STANDARD if name in NOT_SEEN_BY_QUICK else PlanName.QUICK
    done = do_trial(trial_of(name, Size.DEFECT, plan, 1))
    assert done.rejected_in_stage == 1, done.p_values


def test_the_table_names_the_controls_that_quick_does_not_see() -> None:
    assert set(load_power().not_seen_by(PlanName.QUICK)) == NOT_SEEN_BY_QUICK


def test_the_table_is_of_all_trials() -> None:
    table = load_power()
    assert [row.control for row in table.rows if row.trials != TRIALS[row.size]] == []
    assert len(table.rows) == 3 * len(CONTROLS)
    assert table.fair_runs == FAIR_RUNS


def test_standard_rejects_every_control_under_every_seed() -> None:
    rows = [row for row in load_power().rows if row.plan is PlanName.STANDARD]
    defects = [row for row in rows if row.size is Size.DEFECT]
    assert {row.control for row in defects} == CONTROLS.keys()
    assert [row.control for row in defects if row.power < 1] == []


def test_standard_finds_the_smallest_defects_that_are_stated_nine_times_out_of_ten() -> None:
    rows = [row for row in load_power().rows if row.size is Size.SMALLEST]
    assert {row.control for row in rows} == CONTROLS.keys()
    assert [row.control for row in rows if row.power < POWER_LEAST] == []


def test_the_table_is_of_the_controls_that_there_are() -> None:
    for row in load_power().rows:
        stated = CONTROLS[row.control]
        sizes = {Size.DEFECT: stated.defect_size, Size.SMALLEST: stated.smallest_size}
        assert (row.caught_by, row.defect) == (stated.caught_by, sizes[row.size])


def test_fair_runs_of_the_table_are_rejected_within_the_bound() -> None:
    table = load_power()
    assert table.fair_rejected <= table.fair_allowed


def test_a_trial_counts_with_as_many_repeated_results_as_there_are() -> None:
    def found(repeated: int) -> dict[str, float]:
        small = QUICK.levels.pass_from / FAMILY_MAX / 2
        return {f"result {n}": small if n < repeated else 0.5 for n in range(2 * REPEATED_MAX)}

    require_few_repeated(found(REPEATED_MAX), QUICK.levels)
    with pytest.raises(TooManyRepeated, match="31 results"):
        require_few_repeated(found(REPEATED_MAX + 1), QUICK.levels)


@pytest.mark.parametrize("caught_by", sorted({each.caught_by for each in CONTROLS.values()}))
def test_the_named_test_passes_the_same_code_without_a_fault(caught_by: str) -> None:
    named = next(each for each in CONTROLS.values() if each.caught_by == caught_by)
    assert p_of_named_test(named, BadDraw("fair", FAIR), QUICK, SEED, 1) > 1e-4


def test_a_control_without_its_fault_deals_as_it_should() -> None:
    fair = BadDraw("fair", FAIR)
    secrets = fair.secrets(SEED, 100)
    cards = fair.deal(secrets, whole_shoes(100), Path.TWIN)
    assert cards.shape == (100, 20)
    assert cards.max() < 52
    for bound in (BOUNDS[0], BOUNDS[-1]):
        assert fair.integers(SEED, bound, 1_000).max() < bound


@pytest.mark.parametrize("name", sorted(CONTROLS))
def test_a_control_repeats_from_its_seed(name: str) -> None:
    dealer = CONTROLS[name].defect
    assert dealer.stream(SEED, 1_000) == dealer.stream(SEED, 1_000)
    assert dealer.secrets(SEED, 10) == dealer.secrets(SEED, 10)
    assert (dealer.shoes(SEED, 2) == dealer.shoes(SEED, 2)).all()
    assert (dealer.integers(SEED, 300, 50) == dealer.integers(SEED, 300, 50)).all()
