"""The plans of `pontoon certify rng` from ``config/certification.toml``: levels, tests, sizes.

They stand before a run and are part of its seed. What the tests are, and how they are judged, is in
`certification`; a name that is no test is refused there.
"""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from config.documents import BadConfig, Document, parse, read_bytes, resource
from config.shapes import Figure, Row, Text, WholeNumber

SOURCE = "config/certification.toml"
# Tests of one kind; the standard has fifteen, the card tests fewer.
TESTS_MAX = 40
# A plan that asks for more than this would run for weeks.
COUNT_MAX = 1_000_000_000
# A stream of bits is held in memory, unpacked for some tests.
STREAM_BITS_MAX = 100_000_000

_SHARE = Figure(1e-12, 0.5)
_COUNT = WholeNumber(1, COUNT_MAX)
_NAMES = Row(Text(r"[a-z0-9_]{1,40}", "the name of a test"), TESTS_MAX)
_BITS = {"streams": WholeNumber(1, 100_000), "bits": WholeNumber(100, STREAM_BITS_MAX)}
_CARDS = (
    *("rounds_served", "rounds_twin", "shoes", "integers", "seats", "rounds_a_seat"),
    *("secrets", "blocks", "live_secrets"),
)


class BadCertificationPlan(BadConfig):
    """Plans that are not as they must be."""


class PlanName(StrEnum):
    """The three sizes of a certification."""

    QUICK = "quick"
    STANDARD = "standard"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Levels:
    """What an adjusted p-value means; `repeat_factor` is how much more data stage 2 takes."""

    reject_below: float
    pass_from: float
    repeat_factor: int
    repeat_level: float


@dataclass(frozen=True, slots=True)
class BitSizes:
    """Streams for SP 800-22, and the bits of each."""

    streams: int
    bits: int


@dataclass(frozen=True, slots=True)
class CardSizes:
    """How much is dealt; the file says of what."""

    rounds_served: int
    rounds_twin: int
    shoes: int
    integers: int
    seats: int
    rounds_a_seat: int
    secrets: int
    blocks: int
    live_secrets: int


@dataclass(frozen=True, slots=True)
class Plan:
    """All that stands before a run."""

    name: PlanName
    levels: Levels
    bits: BitSizes
    cards: CardSizes
    bit_tests: tuple[str, ...]
    card_tests: tuple[str, ...]


def load_plan(name: PlanName, path: Path | None = None) -> Plan:
    """One plan of the shipped file, or of another; ``BadCertificationPlan`` on nonsense."""
    source = SOURCE if path is None else str(path)
    file = resource("certification.toml") if path is None else path
    document = parse(read_bytes(file, source, BadCertificationPlan), source, BadCertificationPlan)
    document.only(_keys())
    plans = {each: _plan(document, each) for each in PlanName}
    return plans[name]


def _keys() -> tuple[str, ...]:
    levels = ("reject_below", "pass_from", "repeat_factor", "repeat_level")
    return (
        *(f"levels.{key}" for key in levels),
        *(f"{plan}.bits.{key}" for plan in PlanName for key in _BITS),
        *(f"{plan}.cards.{key}" for plan in PlanName for key in _CARDS),
        "tests.bits",
        "tests.cards",
    )


def _plan(document: Document, name: PlanName) -> Plan:
    return Plan(
        name=name,
        levels=_levels(document),
        bits=BitSizes(*(document.read(f"{name}.bits.{key}", _BITS[key]) for key in _BITS)),
        cards=CardSizes(*(document.read(f"{name}.cards.{key}", _COUNT) for key in _CARDS)),
        bit_tests=_tests(document, "tests.bits"),
        card_tests=_tests(document, "tests.cards"),
    )


def _levels(document: Document) -> Levels:
    levels = Levels(
        reject_below=document.read("levels.reject_below", _SHARE),
        pass_from=document.read("levels.pass_from", _SHARE),
        repeat_factor=document.read("levels.repeat_factor", WholeNumber(1, 100)),
        repeat_level=document.read("levels.repeat_level", _SHARE),
    )
    if levels.reject_below >= levels.pass_from:
        raise document.refuse(
            "levels.reject_below", f"less than {levels.pass_from:g}", f"{levels.reject_below:g}"
        )
    return levels


def _tests(document: Document, key: str) -> tuple[str, ...]:
    names = document.read(key, _NAMES)
    if len(set(names)) != len(names):
        raise document.refuse(key, "each test once", str(names))
    return names
