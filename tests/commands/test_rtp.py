"""`pontoon rtp` from outside: what it prints, and what it refuses in one sentence."""

import csv
import io
import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.cli import main
from certification.rtp.exact.fields import net_key
from certification.rtp.named import MIMIC_DEALER, options_of
from certification.rtp.strategy import Strategy
from certification.rtp.strategy_file import to_toml
from config.loader import load_rules

FIGURES = (
    *("rules_id", "method", "house_edge", "rtp", "stake_mean", "variance", "sd"),
    *("stake_variance", "net_stake_covariance", "rtp_sd", "element_of_risk", "dealer", "net"),
)
ONE_HAND = ("--set", "player.hands_max=1")  # no splits, so done at once


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["rtp", *arguments])


def answer(*arguments: str) -> dict[str, object]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.output)
    return found


def mimic_file(folder: Path) -> Path:
    options = options_of(MIMIC_DEALER, load_rules().rules)
    cells = {cell: actions[0] for cell, actions in options.cells.items()}
    path = folder / "mine.toml"
    path.write_text(to_toml(Strategy("mine", cells, (False,) * 13)), "utf-8")
    return path


def test_json_has_every_figure_as_a_fraction_of_one() -> None:
    found = answer()
    assert set(FIGURES) <= set(found)
    assert found["rules_id"] == "casino-8-deck/1"
    assert found["house_edge"] == pytest.approx(0.0042742, abs=5e-8)
    assert found["rtp"] == pytest.approx(0.9963544, abs=5e-8)
    assert found["gain_by_composition"] == pytest.approx(0, abs=1e-6)
    assert found["stakes"] == found["stakes_in_whole_pence"] == 999
    net, dealer = found["net"], found["dealer"]
    assert isinstance(net, dict)
    assert isinstance(dealer, dict)
    assert sum(net.values()) == pytest.approx(1)
    assert net["12"] == pytest.approx(1.227e-6, rel=0.01)
    assert set(dealer) == {"bust", "17", "18", "19", "20", "21", "five_card_trick", "pontoon"}


def test_changed_rules_say_so_in_their_id() -> None:
    found = answer(*ONE_HAND, "--set", "dealer.soft_17=stick")
    assert found["rules_id"] == "casino-8-deck/1+dealer.soft_17=stick+player.hands_max=1"


def test_the_strategy_of_a_file_is_evaluated_under_its_own_name(tmp_path: Path) -> None:
    path = str(mimic_file(tmp_path))
    found, named = answer("--strategy", path), answer("--strategy", "mimic-dealer")
    assert found["strategy"] == "mine"
    assert found["house_edge"] == named["house_edge"] == pytest.approx(0.10707, abs=5e-6)


def test_a_shoe_that_is_not_whole_has_a_return_of_its_own() -> None:
    no_aces = "0000" + "8" * 48
    assert answer(*ONE_HAND, "--shoe", no_aces)["house_edge"] != answer(*ONE_HAND)["house_edge"]


def test_people_see_figures_and_the_table() -> None:
    result = run(*ONE_HAND)
    assert result.exit_code == 0
    for words in ("RTP (won / staked)", "house edge", "Dealer's hand", "Hard", "Soft", "Pairs"):
        assert words in result.output


def test_the_strategy_as_json_has_the_worth_of_each_action() -> None:
    found = json.loads(run("strategy", "--json").output)
    cell = next(
        cell
        for cell in found["cells"]
        if (cell["cards"], cell["soft"], cell["total"], cell["bought"]) == (2, False, 11, False)
    )
    assert cell["action"] == "buy"
    assert set(cell["expectations"]) == {"twist", "buy"}
    assert [pair["rank"] for pair in found["pairs"] if pair["split"]] == ["A", "8"]


def test_the_strategy_as_csv_has_a_row_for_each_hand() -> None:
    rows = list(csv.DictReader(io.StringIO(run("strategy", "--csv").output)))
    assert len(rows) == 120 + 13
    assert rows[-1]["hand"] == "pair"
    assert rows[-1]["total"] == "K"


def test_the_strategy_as_toml_is_a_file_that_strategy_reads(tmp_path: Path) -> None:
    path = tmp_path / "best.toml"
    path.write_text(run("strategy", *ONE_HAND, "--toml").output, "utf-8")
    again = run("strategy", *ONE_HAND, "--strategy", str(path), "--csv")
    assert again.exit_code == 0, again.output
    assert again.output == run("strategy", *ONE_HAND, "--csv").output


def test_net_results_are_decimals_where_they_end() -> None:
    net = answer(*ONE_HAND, "--set", "pays.pontoon=3:2")["net"]
    assert isinstance(net, dict)
    assert "1.5" in net
    assert not any("/" in key for key in net)
    assert [net_key(Fraction(*pair)) for pair in ((-5, 2), (10, 1), (5, 3))] == [
        *("-2.5", "10", "5/3"),
    ]


def test_the_strategy_as_a_picture_needs_no_option() -> None:
    result = run("strategy")
    assert result.exit_code == 0
    assert "house edge 0.42742%" in result.output


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        (("--shoe", "1" * 19 + "0" * 33), "the shoe has 19 cards and a round may need 20"),
        (("--shoe", "888"), "a shoe has 52 counts"),
        (("--shoe", "9" * 52), "each count of a shoe is 0 to 8"),
        (("--set", "dealer.soft17=stick"), "unknown key dealer.soft17"),
        (("--set", "player.hands_max=5"), "player.hands_max: expected a whole number from 1 to 4"),
        (("--rules", "casino-9-deck/1"), "no rules casino-9-deck/1"),
        (("--strategy", "optimum"), "optimum is no file, nor one of optimal, published"),
        (("strategy", "--json", "--csv"), "give one of them"),
        (("strategy", "--toml", "--csv"), "give one of them"),
        (("--rules", "nosuch"), "no rules nosuch; there are casino-8-deck/1"),
    ],
)
def test_what_cannot_be_analysed_is_refused_in_one_sentence(
    arguments: Sequence[str], refusal: str
) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert refusal in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('14 = "twist"', '14 = "stick"', "two-cards.hard.14: expected"),
        ('14 = "twist"\n', "", "two-cards.hard.14: expected"),
        ("[pairs]", "[pears]", "pears.A: expected a known key"),
    ],
)
def test_a_bad_strategy_file_is_refused_with_its_place(
    tmp_path: Path, old: str, new: str, place: str
) -> None:
    path = mimic_file(tmp_path)
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    result = run("--strategy", str(path))
    assert result.exit_code == 2
    assert place in result.output
    assert "mine.toml" in result.output
