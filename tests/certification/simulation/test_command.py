"""`pontoon simulate` as it is typed: its answer, its refusals, its checkpoint."""

import json
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from click.testing import CliRunner, Result

from app.cli import main

SEED = "ab" * 48
ONE = ("--rounds", "3000", "--processes", "1", "--json")


def simulate(*arguments: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(main, ["simulate", *arguments])


def answer(*arguments: str) -> dict[str, Any]:
    """What it prints as JSON."""
    result = simulate(*ONE, *arguments)
    assert result.exit_code == 0, result.stderr
    printed: dict[str, Any] = json.loads(result.stdout)
    return printed


def test_the_answer_has_the_figures_and_the_seed_to_repeat_it() -> None:
    first = answer("--seed", SEED)
    assert first["rounds"] == sum(first["net"].values()) == 3000
    assert (first["seed"], first["shoe"], first["strategy"]) == (SEED, "cut", "optimal")
    assert first["house_edge"] == -first["mean"]
    low, high = first["interval_95"]
    assert low < first["mean"] < high
    assert first["cut_card_effect"]["standard_error"] == first["standard_error"]
    assert answer("--seed", SEED.upper()) == first


def test_z_names_the_shoe_it_is_measured_against_even_of_rounds_to_the_cut() -> None:
    for shoe in ((), ("--fresh-shoe",)):
        assert answer("--seed", SEED, *shoe)["z_against"] == "fresh shoe"


def test_without_a_seed_there_is_fresh_entropy() -> None:
    seeds = {answer("--fresh-shoe")["seed"] for _ in range(2)}
    assert len(seeds) == 2
    assert all(len(seed) == 96 for seed in seeds)


def test_seeds_of_their_own_and_changed_rules_are_named_in_the_answer() -> None:
    changed = answer("--seed", SEED, "--per-round-seeds", "--set", "dealer.soft_17=stick")
    assert changed["rules_id"] == "casino-8-deck/1+dealer.soft_17=stick"
    assert changed["seeds"] == "round"


def test_a_cluster_without_a_usable_address_is_refused_at_once() -> None:
    import_module("distributed")  # which takes seconds by itself on a busy machine
    began = monotonic()
    for address in ("foo", "tcp://foo", "tcp://foo:port", "tcp://127.0.0.1:1"):
        result = simulate(*ONE, "--cluster", address)
        assert (result.exit_code, "no Dask scheduler answers" in result.stderr) == (2, True)
    assert monotonic() - began < 10  # a Dask client alone would go on for twenty seconds each


def test_in_a_terminal_it_is_a_table_beside_the_exact_figures() -> None:
    result = simulate("--rounds", "3000", "--processes", "1", "--seed", SEED)
    assert result.exit_code == 0
    assert "errors from exact" in result.stdout


def test_a_checkpoint_goes_on_with_its_own_seed(tmp_path: Path) -> None:
    path = str(tmp_path / "run.json")
    assert answer("--checkpoint", path) == answer("--checkpoint", path)
    refused = simulate(*ONE, "--checkpoint", path, "--fresh-shoe")
    assert refused.exit_code == 2
    assert "belongs to another simulation" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--rounds", "0"), "0 is not in the range"),
        (("--rounds", "5", "--seed", "ab"), "96 hex digits"),
        (("--rounds", "5", "--strategy", "mine"), "mine is no file, nor one of optimal"),
        (("--rounds", "5", "--set", "shoe.reshuffle_after=416"), "shoe.reshuffle_after"),
        (("--rounds", "5", "--set", "dealer.soft_71=stick"), "dealer.soft_71"),
        (("--rounds", "5", "--rules", "casino-9-deck/1"), "casino-9-deck/1"),
        (("--rounds", "5", "--cluster", "tcp://127.0.0.1:1"), "no Dask scheduler answers"),
        (("--rounds", "5", "--cluster", "foo"), "expected tcp://HOST:PORT"),
        (("--rounds", "5", "--rules", "nosuch"), "there are casino-8-deck/1"),
        (("--rounds", "5", "--checkpoint", "/nowhere/run.json"), "No such file"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(
    arguments: tuple[str, ...], why: str
) -> None:
    result = simulate(*arguments)
    assert result.exit_code == 2
    assert why in result.stderr
    assert "Traceback" not in result.stderr
