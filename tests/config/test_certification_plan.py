"""The plans of the certification: what the shipped file says, and what is refused."""

from pathlib import Path

import pytest

from config.certification_plan import BadCertificationPlan, PlanName, load_plan
from config.documents import resource

SHIPPED = resource("certification.toml").read_text(encoding="utf-8")


def _refused(tmp_path: Path, text: str) -> str:
    file = tmp_path / "certification.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadCertificationPlan) as refusal:
        load_plan(PlanName.QUICK, file)
    return str(refusal.value)


def test_levels_are_those_of_the_two_stages() -> None:
    levels = load_plan(PlanName.QUICK).levels
    assert (levels.reject_below, levels.pass_from) == (1e-6, 0.01)
    assert (levels.repeat_factor, levels.repeat_level) == (4, 0.01)


def test_larger_plans_take_more_of_everything() -> None:
    quick, standard, full = (load_plan(name) for name in PlanName)
    for smaller, larger in ((quick, standard), (standard, full)):
        assert smaller.bits.streams < larger.bits.streams
        assert smaller.cards.rounds_served < larger.cards.rounds_served
        assert smaller.cards.shoes < larger.cards.shoes
        assert smaller.cards.integers < larger.cards.integers


def test_another_file_may_be_read(tmp_path: Path) -> None:
    file = tmp_path / "plans.toml"
    file.write_text(SHIPPED, encoding="utf-8")
    assert load_plan(PlanName.FULL, file) == load_plan(PlanName.FULL)


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("reject_below = 1e-6", "reject_below = 0.02", "levels.reject_below"),
        ("pass_from = 0.01", "pass_from = 0.9", "levels.pass_from"),
        ("repeat_factor = 4", "repeat_factor = 0", "levels.repeat_factor"),
        ("shoes = 10_000 ", "shoes = 0 ", "quick.cards.shoes"),
        ("shoes = 10_000 ", "shoe = 10_000 ", "quick.cards.shoe"),
        ('"runs",', '"runs", "runs",', "tests.bits"),
        ('"runs",', '"Runs!",', "tests.bits"),
    ],
)
def test_nonsense_is_refused_with_its_key(tmp_path: Path, old: str, new: str, key: str) -> None:
    assert old in SHIPPED
    assert key in _refused(tmp_path, SHIPPED.replace(old, new))
