"""The negative controls: what is wrong with each, what must catch it, the smallest stated defect.

`defect` makes the control as a laboratory would meet it; `smallest` the least defect of its kind
that is stated. How often the named test found either stands in `power.json`, with the number of
trials and the power that so many trials show; nothing here says more than that table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from certification.cards.collection import Source
from certification.cards.dealer import REQUEST_BYTES, Dealer
from certification.controls.bits import BiasedBits, LowBits, StuckCounter
from certification.controls.draws import BadDraw
from certification.controls.kernels import (
    FAVOURED,
    MISSING,
    MODULO,
    OFF_BY_ONE,
    SORT_BY_KEYS,
    SWAP_WITH_ANY,
    TWICE,
)
from certification.controls.seeds import RepeatedSecret, ShortSeeds

_SHARE: Final = "share of rounds, shoes or integers that have it"


@dataclass(frozen=True, slots=True)
class Control:
    """One fault. `caught_by` is the name of a member of the family of tests."""

    name: str
    what: str
    caught_by: str
    looks_at: Source | None  # None: at streams of bits
    defect: Dealer
    smallest: Dealer
    defect_size: float
    smallest_size: float
    unit: str


class UnknownControl(LookupError):
    """No control has this name."""


def control(name: str) -> Control:
    """The control of a name; `UnknownControl` names those that there are."""
    if name not in CONTROLS:
        raise UnknownControl(f"there is no control {name}; there are {', '.join(CONTROLS)}")
    return CONTROLS[name]


def _draw(
    name: str, what: str, caught_by: tuple[str, Source], defect: int, smallest: float
) -> Control:
    return Control(
        name=name,
        what=what,
        caught_by=caught_by[0],
        looks_at=caught_by[1],
        defect=BadDraw(name, defect),
        smallest=BadDraw(name, defect, smallest),
        defect_size=1.0,
        smallest_size=smallest,
        unit=_SHARE,
    )


_ALL: Final = (
    _draw(
        "modulo",
        "places by a 16-bit word modulo the cards left",
        ("scaled_integers.favoured_by.modulo", Source.INTEGERS),
        MODULO,
        0.33,
    ),
    _draw(
        "swap-with-any",
        "a shuffle that swaps each card with any card of the shoe",
        ("total_distribution.rank.by_position.whole_shoe", Source.SHOES),
        SWAP_WITH_ANY,
        0.03,
    ),
    _draw(
        "missing-card",
        "one ace of spades of the eight never comes",
        ("total_distribution.card.in_sum.1_to_20", Source.ROUNDS),
        MISSING,
        0.065,
    ),
    _draw(
        "card-twice",
        "an ace of spades stays in the shoe when it is dealt, and comes again",
        ("total_distribution.card.in_sum.1_to_20", Source.ROUNDS),
        TWICE,
        0.35,
    ),
    _draw(
        "off-by-one",
        "the last place is never drawn, so the last king of spades never comes",
        ("total_distribution.card.in_sum.1_to_20", Source.ROUNDS),
        OFF_BY_ONE,
        0.065,
    ),
    Control(
        name="short-seeds",
        what="rounds from seeds of 32 bits",
        caught_by="duplicates.round_of_20_cards",
        looks_at=Source.ROUNDS,
        defect=ShortSeeds("short-seeds", 32),
        smallest=ShortSeeds("short-seeds", 40),
        defect_size=32,
        smallest_size=40,
        unit="bits of a seed",
    ),
    Control(
        name="repeated-secret",
        what="a server secret used for two rounds",
        caught_by="duplicates.secret",
        looks_at=Source.SECRETS,
        defect=RepeatedSecret("repeated-secret", 1),
        smallest=RepeatedSecret("repeated-secret", 1),
        defect_size=1,
        smallest_size=1,
        unit="secrets used twice",
    ),
    Control(
        name="biased-bits",
        what="bits that are 1 with chance 0.505",
        caught_by="frequency",
        looks_at=None,
        defect=BiasedBits("biased-bits", 0.005),
        smallest=BiasedBits("biased-bits", 0.0004),
        defect_size=0.005,
        smallest_size=0.0004,
        unit="chance of a 1 above one half",
    ),
    Control(
        name="favoured-rank",
        what="aces that come 1 % too often",
        caught_by="total_distribution.rank.in_sum.1_to_20",
        looks_at=Source.ROUNDS,
        defect=BadDraw("favoured-rank", FAVOURED, 0.01),
        smallest=BadDraw("favoured-rank", FAVOURED, 0.003),
        defect_size=0.01,
        smallest_size=0.003,
        unit="relative excess of one rank",
    ),
    Control(
        name="lcg",
        what="the low eight bits of a linear congruential generator",
        caught_by="serial.first",
        looks_at=None,
        defect=LowBits("lcg", 0),
        smallest=LowBits("lcg", 8),
        defect_size=0,
        smallest_size=8,
        unit="low bits left out before the eight that are taken",
    ),
    Control(
        name="stuck-counter",
        what="a counter that does not advance: every request repeats the first",
        caught_by="duplicates.block_of_128_bits",
        looks_at=Source.BLOCKS,
        defect=StuckCounter("stuck-counter"),
        smallest=StuckCounter("stuck-counter", 1),
        defect_size=REQUEST_BYTES / 16,
        smallest_size=1,
        unit="blocks of 128 bits of each request that repeat",
    ),
    _draw(
        "sort-by-keys",
        "a shoe stably sorted by random keys of eight bits",
        ("permutation.card.cards_1_to_4", Source.ROUNDS),
        SORT_BY_KEYS,
        0.005,
    ),
)

CONTROLS: Final[Mapping[str, Control]] = MappingProxyType({each.name: each for each in _ALL})
