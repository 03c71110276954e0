"""Every requirement that bears on chance has its row, and every row leads somewhere."""

import re
from pathlib import Path

from certification.report.content import sections
from certification.report.pages import numbered
from certification.report.requirements import Answer, deviations, requirements
from certification.report.write import read_report

# Ids of the list of requirements, by table: those on chance, whole tables where all are.
CHANCE = (
    *(f"RNG-{n:02}" for n in range(1, 20)),
    *(f"GAM-{n:02}" for n in range(1, 9)),
    *(f"CARD-{n:02}" for n in range(1, 10)),
    *("CYC-09", "REC-02", "REC-05", "SW-01", "SW-02", "SW-04", "SW-06", "SW-10", "RTP-08"),
    *("TEL-09", "UK-08", "UK-09", "UK-10", "UK-11", "UK-12", "UK-13", "UK-16", "UK-26"),
    *("UKT-01", "UKT-02", "CFR-01", "CFR-02", "CFR-03", "CFR-04", "CFR-05", "PA-01", "NJ-01"),
    *("ON-03", "ON-04", "ON-05", "ON-06", "ON-08", "DK-01", "ISO-01"),
    *(f"N-{n:02}" for n in (*range(1, 8), *range(10, 15), *range(20, 24))),
    *(f"LAB-{n:02}" for n in range(1, 13) if n != 7),  # LAB-07 is on the return
    *(f"PF-{n:02}" for n in range(1, 13)),
)


def test_each_requirement_on_chance_has_one_row() -> None:
    found = [row.id for row in requirements()]
    assert len(found) == len(set(found))
    assert set(found) == set(CHANCE)


def test_every_row_names_sections_that_there_are(made: Path) -> None:
    names = numbered(sections(read_report(made)[0], "", ()))
    for row in requirements():
        assert row.where, row.id
        assert set(row.where) <= set(names), row.id
        assert row.clause
        assert row.asks
        assert row.how


def test_a_row_that_deviates_leads_to_the_deviations_and_names_one_that_there_is() -> None:
    known = {deviation.id for deviation in deviations()}
    for row in requirements():
        named = set(re.findall(r"\bD\d+\b", row.how))
        assert named <= known, row.id
        if row.answer is Answer.DEVIATION:
            assert named or "D" in row.how, row.id
            assert "deviations" in row.where, row.id


def test_the_deviations_that_every_report_must_name_are_named() -> None:
    texts = " ".join(f"{each.title} {each.clauses} {each.text}" for each in deviations())
    for said in (
        "derived material",
        "not full-entropy input",
        "with the same stream, for each action",
        "A player's text enters the seed",
        "10.2.1.3.1",
        "25 CFR 547.14(d)",
        "GLI-19 4.5.2",
        "not SP 800-90B compliance",
    ):
        assert said in texts, said


def test_every_deviation_is_referred_to_somewhere(made: Path) -> None:
    text = (made / "report.html").read_text()
    for deviation in deviations():
        assert len(re.findall(rf"\b{deviation.id}\b", text)) >= 2, deviation.id
