"""Sections with results: SP 800-22, batteries, cards, negative controls."""

from collections.abc import Iterator, Sequence
from typing import Final

from certification.judgement.results import Kind, NistRow, TestResult
from certification.power import Row
from certification.report.blocks import (
    Block,
    Column,
    Commands,
    Heading,
    Picture,
    Section,
    Table,
    Text,
    p_text,
    right,
)
from certification.report.document import Report
from certification.sp800_22.result import Test
from config.certification_plan import PlanName

# Clause and what it looks at, for each test of cards and of live secrets.
CARD_TESTS: Final = {
    "total_distribution": ("GLI-19 3.2.2 a", "each card, rank, value and suit by place"),
    "overlaps": ("GLI-19 3.2.2 b", "overlapping groups of places in following rounds"),
    "coupon_collector": ("GLI-19 3.2.2 c", "cards until every rank, and every card, has come"),
    "runs": ("GLI-19 3.2.2 d", "runs of colour in a shoe, their number and the longest"),
    "interplay_correlation": ("GLI-19 3.2.2 e", "pairs of places in one round"),
    "serial_correlation": ("GLI-19 3.2.2 f", "within rounds and shoes, and from one to the next"),
    "duplicates": ("GLI-19 3.2.2 g", "repeated secrets, rounds, openings and blocks"),
    "gap": ("25 CFR 547.14(b)(2)", "cards between two of a kind"),
    "poker": ("25 CFR 547.14(b)(2)", "patterns of five cards"),
    "permutation": ("25 CFR 547.14(b)(2)", "orders of different cards"),
    "game_events": ("GLI-19 3.2.3 b", "pontoons, pairs, tricks, busts and the net result"),
    "compensated": ("GLI-19 3.2.4", "rounds as played, against the cards that were left"),
    "scaled_integers": ("GLI-19 3.2.3 a", "every bound that play asks for"),
    "live_secrets": ("GLI-19 3.3.2 b", "the production entropy path"),
}


def raw(report: Report, drawn: Sequence[str]) -> Section:
    """SP 800-22: one line for each test; every row is in the annex."""
    return Section("raw", "Raw results: the generator's bits", tuple(_raw(report, drawn)))


def batteries(report: Report) -> Section:
    """dieharder and ent, and how to pipe to others."""
    return Section("batteries", "Other people's batteries", tuple(_batteries(report)))


def outcomes(report: Report, drawn: Sequence[str]) -> Section:
    """Every test on cards and on live secrets."""
    return Section("outcomes", "Final-outcome results: the cards", tuple(_outcomes(report, drawn)))


def controls(report: Report) -> Section:
    """What the tests can see, as measured."""
    return Section("controls", "Negative controls", tuple(_controls(report)))


def _raw(report: Report, drawn: Sequence[str]) -> Iterator[Block]:
    run = report.run
    yield Text(
        "NIST SP 800-22 Rev. 1a, all fifteen tests with the standard's parameters. Each p-value of "
        "a test makes a row (148 templates, 8 states, ...); each row is a member of the family. "
        "Where the standard or its program errs, the exact value decides: [[errata]]. All rows: "
        "[[rows]]."
    )
    yield Table(
        "The fifteen tests",
        (
            Column("test", 4),
            right("rows", 1),
            right("p-values", 2),
            right("smallest p", 2),
            right("adjusted", 2),
            Column("verdict", 1),
        ),
        tuple(_of_test(report, test) for test in Test),
    )
    yield from _picture(
        "p_values_by_test.svg",
        drawn,
        "P-values of all streams by test, with their number; the line is the uniform law. Some "
        "laws are discrete or approximate, and are judged against what they really are.",
    )
    yield from _picture(
        "words.svg", drawn, "Words of the generator: how often each high byte came, as deviations."
    )
    yield Heading("For information: NIST's own criteria")
    yield Text(
        "Not judged. Of a perfect generator about 40 % of such tables have a line outside of the "
        "3-sigma interval. KS over all p-values of stage 1: "
        f"D = {run.information.ks_distance:.4f}, p = {p_text(run.information.ks_p_value)}."
    )
    outside = [r for r in run.information.nist if not _within(r)]
    low = [r for r in run.information.nist if r.uniformity_p < 0.0001]
    yield Text(
        f"Rows: {len(run.information.nist)}. Proportion outside of the interval: "
        f"{_named([r.name for r in outside])}. Uniformity below 0.0001: "
        f"{_named([r.name for r in low])}."
    )
    yield from _picture(
        "p_values_of_family.svg",
        drawn,
        "P-values of the family, stage 1: histogram, and in order against the uniform law.",
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
        yield Table(
            "Results",
            (
                Column("call", 3),
                Column("test", 4),
                Column("its figure", 4),
                right("p", 1),
                right("adjusted", 1),
                Column("its word", 1),
                Column("verdict", 1),
            ),
            tuple(
                (
                    f"`{r.reading.battery} {r.reading.arguments}`",
                    r.reading.test.replace("_", " "),
                    r.reading.statistic,
                    p_text(r.reading.p_value),
                    p_text(r.adjusted),
                    r.reading.said,
                    r.verdict.value if r.reading.standing == "judged" else "not judged",
                )
                for r in family.results
            ),
        )
    if family.not_run:
        yield Heading("Not run")
        yield Table(
            "What gave no answer; this is not the same as passed",
            (Column("call", 2), Column("why", 5)),
            tuple((f"`{n.battery} {n.arguments}`".strip(), n.why) for n in family.not_run),
        )
    yield Text("By hand, PractRand and TestU01 among them:")
    yield Commands(
        (
            "pontoon rng battery dieharder --plan full",
            "pontoon rng battery ent",
            "pontoon rng stream | RNG_test stdin32 -tlmax 64GB                  PractRand",
            "pontoon rng stream | ./bigcrush_from_stdin                         TestU01",
        )
    )


def _outcomes(report: Report, drawn: Sequence[str]) -> Iterator[Block]:
    results = [r for stage in report.run.stages for r in stage.results if r.kind is not Kind.BITS]
    yield Table(
        "The tests by clause",
        (Column("test", 2), Column("clause", 2), Column("looks at", 4), right("results", 1)),
        tuple(
            (f"`{name}`", clause, what, str(sum(r.test == name for r in results)))
            for name, (clause, what) in CARD_TESTS.items()
        ),
    )
    yield from _picture(
        "card_by_position.svg",
        drawn,
        "Each card at each place of a round from a whole shoe: deviations of its count.",
    )
    yield from _picture(
        "serial.svg",
        drawn,
        "The player's two cards by rank, against draws without replacement; serial correlations.",
    )
    for stage in report.run.stages:
        for name, (clause, _) in CARD_TESTS.items():
            rows = [r for r in stage.results if r.test == name and r.kind is not Kind.BITS]
            if rows:
                again = f", stage {stage.stage}" if stage.stage > 1 else ""
                yield Heading(f"{name.replace('_', ' ')} ({clause}){again}")
                yield _results(rows)


def _controls(report: Report) -> Iterator[Block]:
    power, plan = report.power, report.plan.name
    yield Text(
        "A test suite that cannot fail shows nothing. Each control takes the dealer's place by the "
        "same protocol and the same command (`pontoon certify rng --control NAME`, which must exit "
        "with 1); each names the test that must catch it. Rejections below are by that test, at "
        "the level of the whole family."
    )
    if not power.rows:
        yield Text("The power was not measured for this version of the software: `make power`.")
        return
    for size in (PlanName.STANDARD, PlanName.QUICK):
        rows = [row for row in power.rows if row.plan is size]
        if rows:
            yield Table(
                f"Power at the size of {size.value}",
                (
                    Column("control", 3),
                    Column("caught by", 4),
                    right("defect", 1),
                    Column("of", 3),
                    right("rejected", 2),
                    right("power above", 1),
                ),
                tuple(map(_power_row, rows)),
            )
    yield Text("The power stated is a lower bound at 95 % confidence, of both stages together.")
    missed = power.not_seen_by(plan)
    seen = f"the plan of this run, `{plan.value}`, does not reliably see: {_named(missed)}."
    yield Text(f"Controls that {seen}")
    if power.fair_runs:
        yield Text(
            f"The other way round: of {power.fair_runs} `quick` runs of the good generator "
            f"{power.fair_rejected} were rejected; up to {power.fair_allowed} are within the "
            "binomial bound."
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


def _results(rows: Sequence[TestResult]) -> Table:
    laws = dict.fromkeys(row.law for row in rows)
    return Table(
        "Law: " + "; or ".join(laws),
        (
            Column("result", 6),
            right("sample", 2),
            Column("of", 2),
            right("statistic", 3),
            right("df", 1),
            right("p", 2),
            right("adjusted", 2),
            Column("verdict", 1),
        ),
        tuple(
            (
                f"`{row.name.partition('.')[2]}`",
                f"{row.sample:,}",
                row.unit,
                _figure(row),
                f"{row.degrees:,.0f}" if row.degrees else "",
                p_text(row.p_value),
                p_text(row.adjusted),
                row.verdict.value,
            )
            for row in rows
        ),
    )


def _figure(row: TestResult) -> str:
    match row.statistic:
        case "chi-square":
            return f"χ² {row.value:,.2f}" if row.degrees else "too few to test"
        case "KS distance":
            return f"D {row.value:.4f}"
        case "coincidences":
            return f"{row.value:,.0f} alike"
        case _:
            return f"{row.statistic} {row.value:+.3f}"


def _power_row(row: Row) -> tuple[str, ...]:
    return (
        f"{row.control}, {row.size.value}",
        f"`{row.caught_by}`",
        f"{row.defect:g}",
        row.unit,
        f"{row.rejected_in_stage_1 + row.rejected_in_stage_2} of {row.trials}",
        f"{row.power_low:.2f}",
    )


def _within(row: NistRow) -> bool:
    return row.passing_low <= row.passing / row.streams <= row.passing_high


def _named(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none"


def _picture(file: str, drawn: Sequence[str], caption: str) -> Iterator[Picture]:
    if file in drawn:
        yield Picture(file, caption, caption)
