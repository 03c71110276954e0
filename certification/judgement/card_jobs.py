"""Card tests as pieces of work: one collection, all tests on it, the checks that go with it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from certification.cards.catalogue import COLLECT, ENTRIES, judge
from certification.cards.classes import CLASSES, View
from certification.cards.collection import Source, derive, served_again_by_twin
from certification.cards.dealer import BOUNDS, CARDS, PACKS, CardNumbers, Dealer
from certification.cards.interplay import pair_table
from certification.cards.outcome import Outcome
from certification.cards.total_distribution import counts_by_position
from certification.judgement.results import Check
from config.certification_plan import CardSizes

PLAYER_CARDS: Final = (0, 2)  # positions of the pair that the report draws

Table = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class CardsJob:
    """One collection, and the names of the tests to do on it."""

    dealer: Dealer
    seed: bytes
    source: Source
    sizes: CardSizes
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsAnswer:
    """What came of a job; `drawings` are the counts that the report draws."""

    source: Source
    outcomes: tuple[Outcome, ...]
    checks: tuple[Check, ...]
    drawings: tuple[Table, ...] = ()


def card_jobs(
    dealer: Dealer, seed: bytes, sizes: CardSizes, tests: Sequence[str]
) -> list[CardsJob]:
    """A job for each collection that one of the tests looks at, the longest first."""
    sources = {entry.source for entry in ENTRIES if entry.test in tests}
    return [
        CardsJob(dealer, derive(seed, source.value), source, sizes, tuple(tests))
        for source in Source
        if source in sources
    ]


def enlarged(sizes: CardSizes, factor: int) -> CardSizes:
    """`factor` times the data of every collection."""
    return replace(
        sizes,
        rounds_served=sizes.rounds_served * factor,
        rounds_twin=sizes.rounds_twin * factor,
        shoes=sizes.shoes * factor,
        integers=sizes.integers * factor,
        seats=sizes.seats * factor,
        secrets=sizes.secrets * factor,
        blocks=sizes.blocks * factor,
        live_secrets=sizes.live_secrets * factor,
    )


def do_cards(job: CardsJob) -> CardsAnswer:
    """Collect, check and test."""
    data = COLLECT[job.source](job.dealer, job.seed, job.sizes)
    checks, drawings = _looked_at(job, data)
    return CardsAnswer(job.source, tuple(judge(job.source, data, job.tests)), checks, drawings)


def _looked_at(job: CardsJob, data: Any) -> tuple[tuple[Check, ...], tuple[Table, ...]]:
    match job.source:
        case Source.ROUNDS:
            again = served_again_by_twin(job.dealer, job.seed, job.sizes)
            same = bool(np.array_equal(data[: job.sizes.rounds_served], again))
            twin = Check(
                "the twin deals what the served path deals",
                same,
                f"{len(again)} rounds of 20 cards",
            )
            pairs = pair_table(data, CLASSES[View.RANK], *PLAYER_CARDS)
            drawings = counts_by_position(data, CLASSES[View.CARD]), pairs
            return (twin, _at_most(data)), tuple(map(_table, drawings))
        case Source.SHOES:
            return (_exactly(data),), ()
        case Source.INTEGERS:
            within = all(int(data[bound].max()) < bound for bound in BOUNDS)
            return (Check("scaled integers lie below their bound", within, f"{len(data)}"),), ()
        case Source.BLOCKS:
            high = np.bincount(np.frombuffer(data, np.uint8)[::2], minlength=256)
            return (), (_table(high[None, :]),)
    return (), ()


def _at_most(cards: CardNumbers) -> Check:
    ordered = np.sort(cards, axis=1)
    broken = int((ordered[:, PACKS:] == ordered[:, :-PACKS]).any(axis=1).sum())
    return Check(
        "no round holds a card more than eight times",
        broken == 0,
        f"{broken} of {len(cards)} rounds do",
    )


def _exactly(shoes: CardNumbers) -> Check:
    whole = np.repeat(np.arange(CARDS, dtype=np.uint8), PACKS)
    broken = int((np.sort(shoes, axis=1) != whole).any(axis=1).sum())
    return Check(
        "a shoe dealt to its end holds every card eight times",
        broken == 0,
        f"{broken} of {len(shoes)} shoes do not",
    )


def _table(counts: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]") -> Table:
    return tuple(tuple(row) for row in counts.tolist())
