"""Sections with results on cards, and what the tests can see: the negative controls."""

from collections.abc import Iterator, Sequence
from typing import Final

from certification.controls.catalogue import CONTROLS
from certification.judgement.results import Kind, TestResult
from certification.power import Row
from certification.report.blocks import (
    Block,
    Column,
    Heading,
    Section,
    Table,
    Text,
    facts,
    named,
    p_text,
    pictures,
    right,
)
from certification.report.document import Report
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


_ABOUT_CONTROLS: Final = Text(
    "A test suite that cannot fail shows nothing. Each control takes the dealer's place by the "
    "same protocol and the same command (`pontoon certify rng --control NAME`, which must exit "
    "with 1); each names the test that must catch it. Rejections below are by that test, at the "
    "level of the whole family."
)
_POWER: Final = (
    Column("control", 3),
    Column("caught by", 4),
    right("defect", 1),
    Column("of", 3),
    right("rejected", 2),
    right("power above", 1),
)


def outcomes(report: Report, drawn: Sequence[str]) -> Section:
    """Every test on cards and on live secrets."""
    return Section("outcomes", "Final-outcome results: the cards", tuple(_outcomes(report, drawn)))


def controls(report: Report) -> Section:
    """What the tests can see, as measured."""
    return Section("controls", "Negative controls", tuple(_controls(report)))


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
    yield from pictures(
        "card_by_position.svg",
        drawn,
        "Each card at each place of a round from a whole shoe: deviations of its count.",
    )
    yield from pictures(
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
    power = report.power
    yield _ABOUT_CONTROLS
    yield facts("The controls", tuple((each.name, each.what) for each in CONTROLS.values()))
    if not power.rows:
        yield Text("The power was not measured for this version of the software: `make power`.")
        return
    for size in (PlanName.STANDARD, PlanName.QUICK):
        rows = tuple(_power_row(row) for row in power.rows if row.plan is size)
        if rows:
            yield Table(f"Power at the size of {size.value}", _POWER, rows)
    yield Text("The power stated is a lower bound at 95 % confidence, of both stages together.")
    plan = report.plan.name
    yield Text(
        f"Controls that the plan of this run, `{plan.value}`, does not reliably see: "
        f"{named(power.not_seen_by(plan))}."
    )
    if power.fair_runs:
        yield Text(
            f"The other way round: of {power.fair_runs} `quick` runs of the good generator "
            f"{power.fair_rejected} were rejected; up to {power.fair_allowed} are within the "
            "binomial bound."
        )


def _results(rows: Sequence[TestResult]) -> Table:
    laws = dict.fromkeys(row.law for row in rows)
    return Table(
        "Law: " + "; or ".join(laws),
        (
            Column("result", 7),
            right("sample", 2),
            Column("of", 3),
            right("statistic", 3),
            right("df", 2),
            right("p", 2),
            right("adjusted", 2),
            Column("verdict", 2),
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
