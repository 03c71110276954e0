"""The pages of a report: every section, nothing from elsewhere, the verdict in words."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from certification.judgement.manifest import manifest
from certification.judgement.results import Check, FamilyVerdict, Verdict
from certification.report.about import rejected, sentence, warnings
from certification.report.blocks import Picture, SpanKind, Table, spans
from certification.report.content import sections
from certification.report.document import Report
from certification.report.figures import DRAWINGS, draw_all
from certification.report.pages import numbered
from certification.report.write import read_report

SECTIONS = (
    "Verdict",
    "Scope",
    "Identification of the software",
    "Generator",
    "Seeding",
    "Scaling and dealing",
    "Method and levels",
    "Data collection",
    "Raw results: the generator's bits",
    "Other people's batteries",
    "Final-outcome results: the cards",
    "Negative controls",
    "Limits and deviations",
    "Requirements, one by one",
    "What passing does not prove",
    "How to reproduce",
    "Annex: every row of SP 800-22",
    "Annex: errata of SP 800-22",
)


class Links(HTMLParser):
    """Collects headings, ids, and whatever a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.targets: list[str] = []
        self.ids: set[str] = set()
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        given = dict(attrs)
        self.ids.add(given.get("id") or "")
        if tag == "a":
            self.targets.append(given.get("href") or "")
        else:
            self.fetched += [given[name] or "" for name in ("src", "href") if name in given]


@pytest.fixture(scope="module")
def report(made: Path) -> Report:
    return read_report(made)[0]


@pytest.fixture(scope="module")
def page(made: Path) -> Links:
    links = Links()
    links.feed((made / "report.html").read_text())
    return links


def test_the_page_has_every_section(made: Path) -> None:
    text = (made / "report.html").read_text()
    found = re.findall(r"<h2>(.*?)</h2>", text)
    assert [each.partition(" ")[2].replace("&#39;", "'") for each in found] == list(SECTIONS)


def test_the_page_fetches_nothing_and_every_link_leads_somewhere(page: Links, made: Path) -> None:
    assert all(source.startswith("data:image/svg+xml;base64,") for source in page.fetched)
    assert len(page.fetched) == len(DRAWINGS)
    assert all(target.startswith("#") and target[1:] in page.ids for target in page.targets)
    assert not page.tags & {"script", "link", "iframe"}
    text = (made / "report.html").read_text()
    assert not re.search(r"@import|url\(|https?://", text)


def test_the_pdf_has_pages_and_their_number(made: Path) -> None:
    data = (made / "report.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type ?/Page\b", data)) > 15


def test_every_row_of_every_table_fits_its_columns_and_every_link_has_a_section(
    report: Report,
) -> None:
    document = sections(report, manifest(), [d.file for d in DRAWINGS])
    names = numbered(document)
    for block in (block for section in document for block in section.blocks):
        if isinstance(block, Table):
            for row in block.rows:
                assert len(row) == len(block.columns), block.caption
                for cell in row:
                    for span in spans(cell):
                        if span.kind in (SpanKind.LINK, SpanKind.NUMBER):
                            assert span.text in names


def test_figures_are_the_same_for_the_same_run(report: Report, made: Path, tmp_path: Path) -> None:
    drawn = draw_all(report.run, tmp_path)
    for name in drawn:
        assert (tmp_path / name).read_bytes() == (made / "figures" / name).read_bytes()


def test_only_figures_that_were_drawn_are_shown(report: Report) -> None:
    document = sections(report, manifest(), ())
    assert not any(isinstance(b, Picture) for section in document for b in section.blocks)


def test_every_test_of_the_family_is_printed(report: Report, made: Path) -> None:
    text = (made / "report.html").read_text()
    for result in report.run.stages[0].results:
        name = result.name if result.kind.value == "bits" else result.name.partition(".")[2]
        assert f"<code>{name}</code>" in text, result.name


def test_a_pass_is_the_99_percent_verdict_in_words(report: Report) -> None:
    assert "together they pass at 99% confidence (GLI-19 3.2.2)" in sentence(report)


def test_a_pass_says_how_many_tests_could_say_nothing(report: Report) -> None:
    first = report.run.stages[0]
    silent = tuple(replace(each, applicable=False) for each in first.results[:3])
    stage = replace(first, results=silent + first.results[3:])
    said = sentence(replace(report, run=replace(report.run, stages=(stage,))))
    assert "3 of them could say nothing of these data" in said


def test_a_pass_in_the_second_stage_is_no_99_percent_verdict(report: Report) -> None:
    again = FamilyVerdict(2, report.run.stages[0].results[:2], Verdict.PASS)
    run = replace(report.run, stages=(report.run.stages[0], again))
    said = sentence(replace(report, run=run))
    assert said.startswith("PASSED IN THE SECOND STAGE")
    assert "does not pass at 99% confidence" in said


def test_a_broken_check_is_named_as_what_rejects(report: Report) -> None:
    run = replace(report.run, checks=(Check("cards are whole", False, "one is torn"),))
    broken = replace(report, run=run, verdict=Verdict.REJECT)
    assert rejected(broken) == ("cards are whole",)
    assert sentence(broken).startswith("REJECTED. What rejects: `cards are whole`")


def test_a_plan_of_another_file_is_said_to_be_no_certification(report: Report) -> None:
    (said,) = warnings(report)
    assert said.startswith("OTHER SIZES")
