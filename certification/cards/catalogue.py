"""Every card test: its name in the plan, the collection it looks at, the function.

A test that looks at several collections stands here once for each.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

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


@dataclass(frozen=True, slots=True)
class Entry:
    """One test on one collection; `least` is how much of it there must be."""

    test: str
    source: Source
    judge: Callable[[Any], tuple[Outcome, ...]]
    least: int = 1


ENTRIES: Final = (
    Entry(total_distribution.TEST, Source.ROUNDS, total_distribution.of_rounds),
    Entry(total_distribution.TEST, Source.SHOES, total_distribution.of_shoes),
    Entry(interplay.TEST, Source.ROUNDS, interplay.of_rounds),
    Entry(interplay.TEST, Source.SHOES, interplay.of_shoes),
    Entry(serial.TEST, Source.ROUNDS, serial.of_rounds, serial.ROWS_LEAST),
    Entry(serial.TEST, Source.SHOES, serial.of_shoes, serial.ROWS_LEAST),
    Entry(overlaps.TEST, Source.ROUNDS, overlaps.of_rounds),
    Entry(runs.TEST, Source.SHOES, runs.of_shoes),
    Entry(coverage.COUPON_TEST, Source.SHOES, coverage.coupons_of_shoes),
    Entry(coverage.GAP_TEST, Source.SHOES, coverage.gaps_of_shoes),
    Entry(patterns.POKER_TEST, Source.ROUNDS, patterns.poker_of_rounds),
    Entry(patterns.ORDER_TEST, Source.ROUNDS, patterns.orders_of_rounds),
    Entry(patterns.ORDER_TEST, Source.SHOES, patterns.orders_of_shoes),
    Entry(duplicates.TEST, Source.ROUNDS, duplicates.of_rounds),
    Entry(duplicates.TEST, Source.SECRETS, duplicates.of_secrets),
    Entry(duplicates.TEST, Source.BLOCKS, duplicates.of_stream),
    Entry(game_events.TEST, Source.ROUNDS, game_events.of_rounds),
    Entry(compensated.TEST, Source.PLAYED, compensated.of_played),
    Entry(
        scaled_integers.TEST,
        Source.INTEGERS,
        scaled_integers.of_integers,
        scaled_integers.INTEGERS_LEAST,
    ),
)

COLLECT: Final[dict[Source, Callable[[Dealer, bytes, CardSizes], Any]]] = {
    Source.ROUNDS: collection.rounds,
    Source.SHOES: collection.shoes,
    Source.INTEGERS: collection.integers,
    Source.PLAYED: collection.played,
    Source.SECRETS: collection.secrets,
    Source.BLOCKS: collection.blocks,
}

TESTS: Final = tuple(dict.fromkeys(entry.test for entry in ENTRIES))


def judge(source: Source, data: Any, tests: tuple[str, ...]) -> Iterator[Outcome]:
    """The outcomes of the named tests on one collection."""
    for entry in ENTRIES:
        if entry.source is source and entry.test in tests:
            yield from entry.judge(data)
