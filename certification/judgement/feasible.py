"""Whether a plan can be done at all, said before anything is dealt: figure, reason, what was found.

A test may still find its data too few for any cell; it then says so and passes nothing by it. What
a plan's file may hold, key by key, is in `config.certification_plan`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from certification.cards.catalogue import ENTRIES
from certification.cards.catalogue import TESTS as CARD_TESTS
from certification.cards.collection import Source
from certification.cards.dealer import BOUNDS, CARDS, ROUND_CARDS, SECRET_BYTES, SHOE_CARDS
from certification.cards.duplicates import BLOCK_BYTES
from certification.cards.play import COLUMNS
from certification.judgement.null_laws import STAGES, NoNullLaw, load_null_laws
from certification.sp800_22.result import Test
from config.certification_plan import CardSizes, Plan

COLLECTION_BYTES_MAX: Final = 2**32  # held in memory at once; stage 2 of `full` has 3.2e9


class Unfeasible(ValueError):
    """A plan that cannot be done; the text names the figure of the plan."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How large a collection is by a plan: the figures that say it, and the bytes of one item."""

    figures: str
    of: Callable[[CardSizes], int]
    item_bytes: int


# An integer is held in two bytes, a round in play with the shoe before it and what came of it.
AMOUNTS: Final[Mapping[Source, Amount]] = MappingProxyType(
    {
        Source.ROUNDS: Amount(
            "rounds_served + rounds_twin", lambda of: of.rounds_served + of.rounds_twin, ROUND_CARDS
        ),
        Source.SHOES: Amount("shoes", lambda of: of.shoes, SHOE_CARDS),
        Source.INTEGERS: Amount("integers", lambda of: of.integers, 2 * len(BOUNDS)),
        Source.PLAYED: Amount(
            "seats x rounds_a_seat",
            lambda of: of.seats * of.rounds_a_seat,
            ROUND_CARDS + CARDS + 2 * COLUMNS,
        ),
        Source.SECRETS: Amount("secrets", lambda of: of.secrets, SECRET_BYTES),
        Source.BLOCKS: Amount("blocks", lambda of: of.blocks, BLOCK_BYTES),
    }
)
LIVE: Final = Amount("live_secrets", lambda of: of.live_secrets, SECRET_BYTES)


def require_feasible(plan: Plan) -> None:
    """Raises `Unfeasible` for an unknown test, too few or too many data, a length without a law."""
    _require_known("tests.bits", plan.bit_tests, tuple(Test))
    _require_known("tests.cards", plan.card_tests, CARD_TESTS)
    if plan.bit_tests:
        try:
            for stage in STAGES:
                load_null_laws(plan.bits.bits, stage)
        except NoNullLaw as error:
            raise Unfeasible(f"{plan.name}.bits.bits: {error}") from error
    for test, amount, least in _asked(plan):
        most = COLLECTION_BYTES_MAX // amount.item_bytes // plan.levels.repeat_factor
        found = amount.of(plan.cards)
        if not least <= found <= most:
            raise Unfeasible(
                f"{plan.name}.cards.{amount.figures}: expected {least:,} to {most:,} for the test "
                f"{test}, found {found:,}"
            )


def _require_known(key: str, named: tuple[str, ...], known: tuple[str, ...]) -> None:
    for name in named:
        if name not in known:
            raise Unfeasible(f"{key}: {name} is none of the tests: {', '.join(known)}")


def _asked(plan: Plan) -> Iterator[tuple[str, Amount, int]]:
    """Each test of the plan with what it looks at, and the least that it can look at."""
    for entry in ENTRIES:
        if entry.test in plan.card_tests:
            yield entry.test, AMOUNTS[entry.source], entry.least
    yield "live_secrets", LIVE, 1
