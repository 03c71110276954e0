"""Sections with results on bits: SP 800-22, and other people's batteries."""

from collections.abc import Iterator, Sequence
from typing import Final

from certification.batteries.results import Judged, Standing
from certification.judgement.results import Information, Kind, NistRow
from certification.report.blocks import (
    Block,
    Column,
    Commands,
    Heading,
    Section,
    Table,
    Text,
    named,
    p_text,
    pictures,
    right,
)
from certification.report.document import Report
from certification.sp800_22.result import Test

_ABOUT: Final = Text(
    "NIST SP 800-22 Rev. 1a, all fifteen tests with the standard's parameters. Each p-value of a "
    "test makes a row (148 templates, 8 states, ...); each row is a member of the family. Where "
    "the standard or its program errs, the exact value decides: [[errata]]. All rows: [[rows]]."
)
_TESTS: Final = (
    Column("test", 4),
    right("rows", 1),
    right("p-values", 2),
    right("smallest p", 2),
    right("adjusted", 2),
    Column("verdict", 2),
)
_BY_TEST: Final = (
    "P-values of all streams by test, with their number; the line is the uniform law. Some laws "
    "are discrete or approximate, and are judged against what they really are."
)
_WORDS: Final = "Words of the generator: how often each high byte came, as deviations."
_OF_FAMILY: Final = (
    "P-values of the family, stage 1: histogram, and in order against the uniform law."
)
_RESULTS: Final = (
    Column("call", 5),
    Column("test", 5),
    Column("its figure", 5),
    right("p", 2),
    right("adjusted", 2),
    Column("its word", 2),
    Column("verdict", 2),
)
_BY_HAND: Final = (
    "pontoon rng battery dieharder --plan full",
    "pontoon rng battery ent",
    "pontoon rng stream | RNG_test stdin32 -tlmax 64GB                  PractRand",
    "pontoon rng stream | ./bigcrush_from_stdin                         TestU01",
)
UNIFORM_LEAST: Final = 0.0001  # SP 800-22, 4.2.2


def raw(report: Report, drawn: Sequence[str]) -> Section:
    """SP 800-22: one line for each test; every row is in the annex."""
    return Section("raw", "Raw results: the generator's bits", tuple(_raw(report, drawn)))


def batteries(report: Report) -> Section:
    """dieharder and ent, and how to pipe to others."""
    return Section("batteries", "Other people's batteries", tuple(_batteries(report)))


def _raw(report: Report, drawn: Sequence[str]) -> Iterator[Block]:
    yield _ABOUT
    yield Table("The fifteen tests", _TESTS, tuple(_of_test(report, test) for test in Test))
    yield from pictures("p_values_by_test.svg", drawn, _BY_TEST)
    yield from pictures("words.svg", drawn, _WORDS)
    yield Heading("For information: NIST's own criteria")
    yield from _for_information(report.run.information)
    yield from pictures("p_values_of_family.svg", drawn, _OF_FAMILY)


def _for_information(information: Information) -> Iterator[Block]:
    yield Text(
        "Not judged. Of a perfect generator about 40 % of such tables have a line outside of the "
        "3-sigma interval. KS over all p-values of stage 1: "
        f"D = {information.ks_distance:.4f}, p = {p_text(information.ks_p_value)}."
    )
    outside = [row.name for row in information.nist if not _within(row)]
    low = [row.name for row in information.nist if row.uniformity_p < UNIFORM_LEAST]
    yield Text(
        f"Rows: {len(information.nist)}. Proportion outside of the interval: {named(outside)}. "
        f"Uniformity below {UNIFORM_LEAST}: {named(low)}."
    )


def _batteries(report: Report) -> Iterator[Block]:
    family = report.batteries
    if family.results:
        yield Text(
            f"{', '.join(family.programs)}, each call fed by a pipe from the generator, one "
            f"instance and seed each ({family.bytes_read / 2**30:.1f} GiB in all). Both tails "
            "count. A program's own word is printed and not judged; judged is Holm's adjusted "
            f"p-value, at {family.level:g} for the family. Verdict: {family.verdict.value}."
        )
        yield Table("Results", _RESULTS, tuple(map(_of_battery, family.results)))
    if family.not_run:
        yield Heading("Not run")
        yield Table(
            "What gave no answer; this is not the same as passed",
            (Column("call", 2), Column("why", 5)),
            tuple((f"`{f'{n.battery} {n.arguments}'.strip()}`", n.why) for n in family.not_run),
        )
    yield Text("By hand, PractRand and TestU01 among them:")
    yield Commands(_BY_HAND)


def _of_battery(result: Judged) -> tuple[str, ...]:
    reading = result.reading
    return (
        f"`{reading.battery} {reading.arguments}`",
        reading.test.replace("_", " "),
        reading.statistic,
        p_text(reading.p_value),
        p_text(result.adjusted),
        reading.said,
        result.verdict.value if reading.standing is Standing.JUDGED else "not judged",
    )


def _of_test(report: Report, test: Test) -> tuple[str, ...]:
    rows = [r for r in report.run.stages[0].results if r.kind is Kind.BITS and r.test == test.value]
    if not rows:
        return (f"`{test.value}`", "0", "0", "", "", "not in the plan")
    streams = sum(len(r.p_values) for r in rows)
    if not any(r.applicable for r in rows):
        return (f"`{test.value}`", str(len(rows)), "0", "", "", "not applicable")
    worst = min(rows, key=lambda r: r.p_value)
    return (
        f"`{test.value}`",
        str(len(rows)),
        f"{streams:,}",
        p_text(worst.p_value),
        p_text(worst.adjusted),
        worst.verdict.value,
    )


def _within(row: NistRow) -> bool:
    return row.passing_low <= row.passing / row.streams <= row.passing_high
