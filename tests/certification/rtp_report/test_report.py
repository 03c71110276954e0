"""The report: every section and figure, one verdict, nothing fetched, nothing changed unseen."""

import json
import re
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner

from app.commands.rtp import command
from certification.report.pages import html
from certification.report.sealed import check
from certification.rtp.exposure.exposure import EXACT, SHOES
from certification.rtp.report.build import PACKAGE
from certification.rtp.report.checks import Check, Outcome
from certification.rtp.report.facts import ROUNDS, Facts
from certification.rtp.report.figures import DRAWINGS
from certification.rtp.report.grid import Letter, grids
from certification.rtp.report.head import head
from certification.rtp.report.sections import displayed, sections
from certification.rtp.report.words import percent_cut_off
from config.certified import load_certified

NAMES = (
    *("result", "game", "strategy", "figures", "law", "simulation"),
    *("tolerances", "stakes", "exposure", "limits", "repeat"),
)
KEYS = {
    *("format", "report_id", "verdict", "trial", "key_fingerprint", "files", "made", "rules"),
    *("rtp_displayed", "analyses", "strategy", "gain_by_composition", "checks"),
    *("tolerances", "simulations", "exposure"),
}


@pytest.fixture(scope="session")
def page(folder: Path) -> str:
    return (folder / "report.html").read_text("utf-8")


def test_the_page_has_every_section_in_its_order(page: str) -> None:
    assert re.findall(r'<section id="([a-z]+)">', page) == list(NAMES)
    assert re.findall(r"<h2>(\d+) ", page) == [str(n + 1) for n in range(len(NAMES))]


def test_every_figure_is_drawn_and_stands_in_the_page(page: str, folder: Path) -> None:
    assert sorted(path.name for path in (folder / "figures").iterdir()) == sorted(DRAWINGS)
    assert page.count('src="data:image/svg+xml;base64,') == len(DRAWINGS)
    assert page.count("<figcaption>") == len(DRAWINGS)


def test_the_page_fetches_nothing(page: str) -> None:
    assert re.findall(r'(?:src|href)="(?!data:|#)[^"]*"', page) == []
    assert not re.search(r"@import|url\(|<script|<link|https?://", page)


def test_links_of_the_page_lead_to_its_sections(page: str) -> None:
    assert set(re.findall(r'href="#([a-z]+)"', page)) == set(NAMES)


def test_the_rules_stand_in_the_page_with_their_numbers_and_hash(page: str, facts: Facts) -> None:
    assert facts.file.sha256 in page
    assert re.findall(r">(R\d+)<", page) == [f"R{n}" for n in range(1, 20)]


def test_the_strategy_is_coloured_as_players_know_it(page: str, facts: Facts) -> None:
    dealt, pairs, bought = grids(facts.analysis.advice.strategy)
    assert [row.name for row in dealt.rows] == [str(total) for total in range(21, 3, -1)]
    assert "".join(pairs.rows[0].letters) == "PTTTBTTPSSSSS"
    assert not any(Letter.BUY in row.letters for row in bought.rows)
    assert page.count('title="split"') == 2
    assert page.count('class="grid') == 3


def test_a_report_of_few_rounds_says_in_its_head_that_it_is_a_trial(
    page: str, folder: Path, facts: Facts
) -> None:
    assert '<span class="seal trial">TRIAL: 300,000 rounds, 320 shoes</span>' in page
    assert json.loads((folder / "report.json").read_text("utf-8"))["trial"] is True
    whole = replace(
        facts,
        fresh=replace(facts.fresh, plan=replace(facts.fresh.plan, rounds=ROUNDS)),
        exposure=replace(facts.exposure, shoes=SHOES, sample=EXACT),
    )
    assert not whole.trial
    said = head(whole, "RTP-1")
    assert "TRIAL" not in html(
        PACKAGE, "page.html.jinja", said, sections(whole), folder / "figures"
    )


def test_the_pdf_is_one_with_all_pages(folder: Path) -> None:
    data = (folder / "report.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type\s*/Page\b", data)) >= 6


def test_the_json_has_every_figure_in_full(folder: Path, facts: Facts) -> None:
    report = json.loads((folder / "report.json").read_bytes())
    assert set(report) == KEYS
    assert report["format"] == "pontoon/rtp-report/1"
    assert report["verdict"] == "pass"
    assert report["analyses"][0]["rtp"] == facts.analysis.figures.rtp
    assert [row["rounds"] for row in report["tolerances"]] == [10**n for n in range(4, 10)]
    assert [run["shoe"] for run in report["simulations"]] == ["fresh", "cut"]
    assert all(run["convergence"][-1]["rounds"] == 300_000 for run in report["simulations"])
    assert {file["path"] for file in report["files"]} >= {"report.html", "report.pdf"}
    assert len(report["rules"]["texts"]) == 19


def test_the_displayed_return_is_the_lower_one_and_never_rounded_up(facts: Facts) -> None:
    exact, cut = facts.analysis.figures.rtp, facts.cut.estimates.rtp.value
    assert facts.rtp_displayed == min(exact, cut)
    assert float(displayed(facts).removesuffix(" %")) <= 100 * facts.rtp_displayed
    certified = load_certified(facts.file.rules.id)
    assert certified.rtp_cut is not None
    assert min(certified.rtp, certified.rtp_cut) == pytest.approx(exact, abs=1e-11)


def test_a_return_is_cut_off_at_two_digits_and_nowhere_below_them() -> None:
    for hundredths in range(10_001):
        assert percent_cut_off(hundredths / 10_000) == f"{hundredths / 100:.2f} %"
    assert percent_cut_off(0.996399999999) == "99.63 %"


def test_all_comparisons_of_the_shipped_rules_agree(facts: Facts) -> None:
    assert [check.name for check in facts.checks if not check.passed] == []
    assert len(facts.checks) == 10
    assert facts.by_composition < 1e-6


def test_one_comparison_that_fails_is_said_and_rejects(facts: Facts) -> None:
    broken = replace(facts, checks=(*facts.checks, Check("sum", "2", "3", Outcome.REJECT)))
    assert not broken.agrees
    said = repr(sections(broken)[0])
    assert "'reject'" in said
    assert "'reject'" not in repr(sections(facts)[0])


def test_simulated_points_rise_to_all_rounds(facts: Facts) -> None:
    for run in (facts.fresh, facts.cut):
        rounds = [point.rounds for point in run.points]
        assert rounds == sorted(set(rounds))
        assert rounds[0] == 10_000
        assert run.points[-1].rtp == run.estimates.rtp.value


def test_a_changed_page_is_found(folder: Path, tmp_path: Path) -> None:
    assert check(folder).changes == ()
    copy = copytree(folder, tmp_path / "copy")
    (copy / "report.html").write_text("nothing", "utf-8")
    assert check(copy).changes == ("report.html was changed",)


def test_progress_is_told_from_the_first_piece_to_the_last(
    facts: Facts, told: list[tuple[str, int, int]]
) -> None:
    assert facts.agrees
    assert {what for what, done, of in told if done == of} >= {
        "strategies analysed",
        "rounds simulated, fresh shoe",
        "rounds simulated, cut shoe",
        "shoes valued exactly",
    }


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    done = CliRunner().invoke(command, ["report", "--out", str(tmp_path), "--quick"])
    assert done.exit_code == 2
    assert "not empty" in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
