"""A file of plans that is not as it must be is refused in one line, with its place, and exit 2."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.commands.certify import command
from config.documents import resource

SHIPPED = resource("certification.toml").read_text(encoding="utf-8")


def refused(plans: Path, out: Path) -> str:
    """What is said; nothing is left in `out`."""
    arguments = ["rng", "--plan", "quick", "--plans", str(plans), "--out", str(out)]
    done = CliRunner().invoke(command, arguments)
    assert (done.exit_code, list(out.glob("*"))) == (2, []), done.output
    assert done.output.startswith("Error: ")
    assert done.output.count("\n") == 1
    return done.output


def with_figure(name: str, value: str) -> str:
    """The shipped plans with one figure of `quick` changed."""
    changed, times = re.subn(rf"(?m)^{name} = \S+", f"{name} = {value}", SHIPPED, count=1)
    assert times == 1
    return changed


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("shoes", "-1", "quick.cards.shoes: expected a whole number from 1"),
        ("seats", "0", "quick.cards.seats: expected a whole number from 1"),
        ("seats", '"many"', 'quick.cards.seats: expected .* found "many"'),
        ("secrets", "1" + 30 * "0", "quick.cards.secrets: expected a whole number from 1"),
        ("secrets", "1000000000", "quick.cards.secrets: expected 1 to .* found 1,000,000,000"),
        ("integers", "100", "quick.cards.integers: expected 10,400 to .* found 100"),
        ("shoes", "1", "quick.cards.shoes: expected 2 to .* found 1"),
        ("bits", "1000", "quick.bits.bits: laws were simulated for streams of 1000000 bits"),
        ("pass_from", "nan", "levels.pass_from: expected a number"),
        ("reject_below", "0.4", "levels.reject_below: expected less than"),
        ("blocks_of_wood", "1", "unknown key quick.cards.blocks_of_wood"),
        ("blocks", "", "quick.cards.blocks: .* the key is missing"),
    ],
)
def test_a_figure_that_cannot_be_is_refused_by_its_key(
    name: str, value: str, said: str, tmp_path: Path
) -> None:
    text = {
        "blocks_of_wood": SHIPPED.replace("blocks = ", "blocks_of_wood = 1\nblocks = ", 1),
        "blocks": re.sub(r"(?m)^blocks = .*\n", "", SHIPPED, count=1),
    }.get(name, "")
    file = tmp_path / "plans.toml"
    file.write_text(text or with_figure(name, value))
    told = refused(file, tmp_path / "out")
    assert "plans.toml: " in told
    assert re.search(said, told), told


@pytest.mark.parametrize(
    ("kind", "name", "said"),
    [
        ("cards", "spectral", "tests.cards: spectral is none of the tests: total_distribution"),
        ("bits", "poker", "tests.bits: poker is none of the tests: frequency"),
        ("cards", "", "tests.cards: expected a list of 1 to 40"),
    ],
)
def test_a_test_of_the_other_kind_is_refused(
    kind: str, name: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "plans.toml"
    listed = f'["{name}"]' if name else "[]"
    file.write_text(re.sub(rf"(?s)\n{kind} = \[\n.*?\]", f"\n{kind} = {listed}", SHIPPED))
    assert said in refused(file, tmp_path / "out")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[quick\n", b"x = 1\n"])
def test_what_is_no_file_of_plans_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "plans.toml"
    file.write_bytes(content)
    assert "plans.toml: " in refused(file, tmp_path / "out")
