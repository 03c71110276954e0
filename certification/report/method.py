"""Sections on how was judged: levels, families, stages, sizes, where the data came from."""

from collections.abc import Iterator
from typing import Final

from certification.judgement.results import FORMAT, RunResult
from certification.report.blocks import (
    Block,
    Column,
    Commands,
    Heading,
    Points,
    Section,
    Table,
    Text,
    facts,
    right,
)
from certification.report.document import Report
from config.certification_plan import CardSizes, Levels

_BEFORE_THE_DATA: Final = Text(
    "Tests, sizes and levels stand in `config/certification.toml`, which is part of the manifest: "
    "they were fixed before any data existed, for the seed of the run is made from the manifest. "
    "No test was chosen, changed or left out after its data were seen, and a test that is not "
    "applicable stays in the family with p-value 1."
)
_HOLM: Final = (
    "P-values are adjusted by Holm's method, which keeps the chance of any false rejection "
    "whatever the tests have to do with each other."
)
_BATTERIES: Final = (
    "dieharder and ent are a family of their own, for their laws are their authors' and partly "
    "approximate."
)
_POWER: Final = Text(
    "What a bad generator is found by, and with which power, is measured and printed in "
    "[[controls]]. Laws of cards are exact and without replacement; what is dealt after the "
    "fourth card depends on play, so cards of rounds as played are judged by compensated sums, "
    "whose mean is zero whatever was played."
)
_FROM_NOBODY: Final = Text(
    "So nobody chose it. Each collection has a seed of its own: HMAC-SHA-384 under the run's "
    "seed, over its name. Everything but the live part follows from these lines."
)
_LIVE: Final = Text(
    "Secrets drawn on the machine of this run by the functions that draw them in production: the "
    "operating system's generator behind the health tests. They were announced for no round. They "
    "cannot be made again, so they are kept beside this report."
)
_COLLECTORS: Final = (
    "pontoon rng stream --bytes 125000000 > bits.bin     raw bits",
    "pontoon rng deal --rounds 1000000 > rounds.tsv      final outcomes, one round a line",
)


def method(report: Report) -> Section:
    """The plan, fixed before the data, and how often it is wrong."""
    levels, tests = report.run.levels, report.run.rates.tests
    points = Points((_family(tests), _HOLM, _stage_1(levels), _stage_2(levels), _BATTERIES))
    blocks = (_BEFORE_THE_DATA, points, _rates(report), _POWER)
    return Section("method", "Method and levels", blocks)


def collection(report: Report) -> Section:
    """The seed, what was asked of the dealer, what was kept."""
    return Section("collection", "Data collection", tuple(_collection(report)))


def _family(tests: int) -> str:
    return (
        f"One family of {tests} tests: bits, cards and live secrets together. A test with many "
        "streams is one member: the p-values of its streams are held by Kolmogorov-Smirnov "
        "against the law that they have when the generator is good, simulated once for each "
        "stage from 1,000 streams of AES. The rates below count the chance in that law too: "
        "given the laws that were drawn, a row may be repeated more often or more seldom."
    )


def _stage_1(levels: Levels) -> str:
    return (
        f"Stage 1. An adjusted p-value below {levels.reject_below:g} rejects. If all are "
        f"{levels.pass_from:g} or more the generator passes: this is the verdict at "
        f"{1 - levels.pass_from:.0%} confidence of GLI-19 3.2.2."
    )


def _stage_2(levels: Levels) -> str:
    return (
        f"Stage 2, only if neither is so: the tests below {levels.pass_from:g}, and no others, are "
        f"done once more on fresh data, {levels.repeat_factor} times as much, with Holm at "
        f"{levels.repeat_level:g} over them. There is no third."
    )


def _rates(report: Report) -> Table:
    rates = report.run.rates
    battery = report.batteries.level if report.batteries.results else 0.0
    return Table(
        "How often a fair generator fares badly, at the most",
        (Column("", 4), right("chance", 1)),
        (
            ("rejected in stage 1", f"{rates.stage_1_rejects:g}"),
            ("repeated in stage 2", f"{rates.stage_1_repeats:g}"),
            ("rejected in stage 2, once repeated", f"{rates.stage_2_rejects:g}"),
            ("rejected by our tests, in all", f"{rates.total_rejects:g}"),
            ("rejected by dieharder and ent", f"{battery:g}"),
            ("rejected by this report", f"{rates.total_rejects + battery:g}"),
        ),
    )


def _collection(report: Report) -> Iterator[Block]:
    yield _seed(report.run)
    yield _FROM_NOBODY
    yield Table(
        "What was collected in stage 1",
        (Column("collection", 2), right("size", 2), Column("how", 5)),
        tuple(_sizes(report)),
    )
    yield Heading("Live part")
    yield _LIVE
    yield Table(
        "Secrets kept",
        (Column("file", 2), right("secrets", 1), Column("SHA-256", 5)),
        tuple((f"`{p.file}`", f"{p.secrets:,}", f"`{p.sha256}`") for p in report.run.live),
    )
    yield Heading("Checks that hold always")
    yield Table(
        "One that does not hold rejects, whatever the p-values are",
        (Column("check", 4), Column("seen", 3), Column("verdict", 1)),
        tuple((c.name, c.detail, "pass" if c.holds else "reject") for c in report.run.checks),
    )
    yield Text("The same two collectors for a laboratory's own programs:")
    yield Commands(_COLLECTORS)


def _seed(run: RunResult) -> Table:
    return facts(
        "The seed of the run",
        (
            ("Made of", f"`{FORMAT}`, plan, manifest, run number, joined by newlines"),
            ("Plan", f"`{run.origin.plan.value}`"),
            ("Manifest", f"`{run.origin.manifest_sha256}`"),
            ("Run number", str(run.origin.run)),
            ("SHA-384 of it", f"`{run.seed[:48]}` `{run.seed[48:]}`"),
        ),
    )


def _sizes(report: Report) -> Iterator[tuple[str, str, str]]:
    bits, cards = report.plan.bits, report.plan.cards
    yield (
        "bits",
        f"{bits.streams:,} x {bits.bits:,} bits",
        "streams of the generator, each of its own seed, in requests of 65,536 bytes",
    )
    yield from _of_cards(cards)


def _of_cards(cards: CardSizes) -> Iterator[tuple[str, str, str]]:
    yield (
        "rounds, served path",
        f"{cards.rounds_served:,}",
        (
            "20 cards of a whole shoe, by the functions that serve players: secret, commitment, "
            "seed, draw"
        ),
    )
    yield ("rounds, twin", f"{cards.rounds_twin:,}", "the same by the compiled twin")
    yield ("shoes", f"{cards.shoes:,}", "dealt to the last of 416 cards, from one long stream")
    yield ("integers", f"158 x {cards.integers:,}", "scaled, for each bound from 416 to 259")
    yield (
        "rounds in play",
        f"{cards.seats:,} x {cards.rounds_a_seat:,}",
        "seats that play the published strategy on from shoe to shoe, reshuffled as R3 says",
    )
    yield ("secrets", f"{cards.secrets:,}", "of 32 bytes, for repetitions")
    yield ("blocks", f"{cards.blocks:,}", "of 128 bits of one long stream, for repetitions")
    yield ("live secrets", f"{cards.live_secrets:,}", "from the production entropy path")
