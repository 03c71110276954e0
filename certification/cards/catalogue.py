"""Every card test: its name in the plan, the collection it looks at, the function.

A test that looks at several collections stands here once for each.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from certification.cards import (
    collection,
    compensated,
    coverage,
    duplicates,
    game_events,
    interplay,
    overlaps,
    patterns,
    runs,
    scaled_integers,
    serial,
    total_distribution,
)
from certification.cards.collection import Source
from certification.cards.dealer import Dealer
from certification.cards.outcome import Outcome
from config.certification_plan import CardSizes

Data = TypeVar("Data")


@dataclass(frozen=True, slots=True)
class Gathered(Generic[Data]):
    """A collection, and how a dealer is asked for it."""

    source: Source
    collect: Callable[[Dealer, bytes, CardSizes], Data]


@dataclass(frozen=True, slots=True)
class Entry(Generic[Data]):
    """One test on one collection; `least` is how much of it there must be."""

    test: str
    gathered: Gathered[Data]
    judge: Callable[[Data], tuple[Outcome, ...]]
    least: int = 1

    @property
    def source(self) -> Source:
        """Which collection."""
        return self.gathered.source


_ROUNDS: Final = Gathered(Source.ROUNDS, collection.rounds)
_SHOES: Final = Gathered(Source.SHOES, collection.shoes)
_INTEGERS: Final = Gathered(Source.INTEGERS, collection.integers)
_PLAYED: Final = Gathered(Source.PLAYED, collection.played)
_SECRETS: Final = Gathered(Source.SECRETS, collection.secrets)
_BLOCKS: Final = Gathered(Source.BLOCKS, collection.blocks)

# That each test takes what its collection gives is checked here, before they stand in one row.
_TYPED: Final = (
    Entry(total_distribution.TEST, _ROUNDS, total_distribution.of_rounds),
    Entry(total_distribution.TEST, _SHOES, total_distribution.of_shoes),
    Entry(interplay.TEST, _ROUNDS, interplay.of_rounds),
    Entry(interplay.TEST, _SHOES, interplay.of_shoes),
    Entry(serial.TEST, _ROUNDS, serial.of_rounds, serial.ROWS_LEAST),
    Entry(serial.TEST, _SHOES, serial.of_shoes, serial.ROWS_LEAST),
    Entry(overlaps.TEST, _ROUNDS, overlaps.of_rounds),
    Entry(runs.TEST, _SHOES, runs.of_shoes),
    Entry(coverage.COUPON_TEST, _SHOES, coverage.coupons_of_shoes),
    Entry(coverage.GAP_TEST, _SHOES, coverage.gaps_of_shoes),
    Entry(patterns.POKER_TEST, _ROUNDS, patterns.poker_of_rounds),
    Entry(patterns.ORDER_TEST, _ROUNDS, patterns.orders_of_rounds),
    Entry(patterns.ORDER_TEST, _SHOES, patterns.orders_of_shoes),
    Entry(duplicates.TEST, _ROUNDS, duplicates.of_rounds),
    Entry(duplicates.TEST, _SECRETS, duplicates.of_secrets),
    Entry(duplicates.TEST, _BLOCKS, duplicates.of_stream),
    Entry(game_events.TEST, _ROUNDS, game_events.of_rounds),
    Entry(compensated.TEST, _PLAYED, compensated.of_played),
    Entry(
        scaled_integers.TEST,
        _INTEGERS,
        scaled_integers.of_integers,
        scaled_integers.INTEGERS_LEAST,
    ),
)

# Of many types; what is collected for an entry is what it takes.
ENTRIES: Final[tuple[Entry[Any], ...]] = _TYPED
COLLECT: Final[dict[Source, Callable[[Dealer, bytes, CardSizes], Any]]] = {
    each.source: each.collect for each in (_ROUNDS, _SHOES, _INTEGERS, _PLAYED, _SECRETS, _BLOCKS)
}

TESTS: Final = tuple(dict.fromkeys(entry.test for entry in ENTRIES))


def judge(source: Source, data: Any, tests: tuple[str, ...]) -> Iterator[Outcome]:
    """The outcomes of the named tests on one collection."""
    for entry in ENTRIES:
        if entry.source is source and entry.test in tests:
            yield from entry.judge(data)
