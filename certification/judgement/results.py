"""What a run of the certification gives: everything a report prints, and a repeat compares.

Only values and their JSON form are here; `run` makes them. Floats are kept to `DIGITS` significant
digits, so that the last bit of one machine's logarithm does not make two repeats differ.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha384
from math import isfinite
from typing import Final

from pydantic import ConfigDict, TypeAdapter
from pydantic import ValidationError as _ValidationError

from config.certification_plan import Levels, PlanName

FORMAT: Final = "pontoon/certify/1"
DIGITS: Final = 12  # significant; doubles have almost 16, the functions of scipy some 13


class Verdict(StrEnum):
    """Of one test, one stage, or the whole run; REPEAT is only ever the verdict of stage 1."""

    PASS = "pass"
    REPEAT = "repeat"
    REJECT = "reject"


class Kind(StrEnum):
    """Where the data of a test came from."""

    BITS = "bits"
    CARDS = "cards"
    LIVE = "live"


@dataclass(frozen=True, slots=True)
class Origin:
    """What the seed of a run is made of, so that nobody chooses it: plan, software, run number."""

    plan: PlanName
    manifest_sha256: str
    run: int

    @property
    def seed(self) -> bytes:
        """48 bytes: SHA-384 over four lines joined by a newline."""
        lines = (FORMAT, self.plan.value, self.manifest_sha256, str(self.run))
        return sha384("\n".join(lines).encode("ascii")).digest()


@dataclass(frozen=True, slots=True)
class TestResult:
    """One member of a family. `p_values` are those of its streams, where it has many.

    `law` says in a sentence what the statistic's law is when the dealer is fair and how it is
    known; `degrees` is 0 where it has none. A test that is not applicable has p-value 1 and counts
    in the family: nothing is dropped.
    """

    __test__ = False  # pytest: not a class of tests

    kind: Kind
    test: str
    name: str
    sample: int
    unit: str
    statistic: str
    value: float
    degrees: float
    law: str
    p_value: float
    adjusted: float
    verdict: Verdict
    p_values: tuple[float, ...] = ()
    applicable: bool = True
    reason: str = ""

    def judged(self, adjusted: float, verdict: Verdict) -> "TestResult":
        """The same with its place in the family."""
        return replace(self, adjusted=adjusted, verdict=verdict)


@dataclass(frozen=True, slots=True)
class FamilyVerdict:
    """One stage: its tests with Holm-adjusted p-values, and what follows from them."""

    stage: int
    results: tuple[TestResult, ...]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Check:
    """Something that holds always or is broken: no p-value. One that is broken rejects."""

    name: str
    holds: bool
    detail: str


@dataclass(frozen=True, slots=True)
class NistRow:
    """SP 800-22, section 4.2, for information: never judged here."""

    name: str
    streams: int
    passing: int
    passing_low: float
    passing_high: float
    uniformity_p: float


@dataclass(frozen=True, slots=True)
class Information:
    """Printed, not judged: KS over all p-values of stage 1, and NIST's intervals."""

    ks_distance: float
    ks_p_value: float
    nist: tuple[NistRow, ...]


@dataclass(frozen=True, slots=True)
class Rates:
    """How often a fair dealer fares badly, at the most: each stage, and the run as a whole."""

    tests: int
    stage_1_rejects: float
    stage_1_repeats: float
    stage_2_rejects: float
    total_rejects: float


@dataclass(frozen=True, slots=True)
class Live:
    """The secrets of the production entropy path that were judged: one file of 32 bytes each."""

    file: str
    secrets: int
    sha256: str


@dataclass(frozen=True, slots=True)
class PastRun:
    """The verdict of an earlier run, as its report has it."""

    run: int
    plan: PlanName
    manifest_sha256: str
    dealer: str
    verdict: Verdict
    worst_name: str
    worst_adjusted: float


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts that the report draws: 52 cards by position, 256 high bytes, 13 x 13 rank pairs."""

    card_by_position: tuple[tuple[int, ...], ...]
    high_bytes: tuple[int, ...]
    rank_pairs: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class RunResult:
    """A whole run. All but `live` and what is tested on it follows from `origin` and `dealer`."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    format: str
    origin: Origin
    seed: str
    dealer: str
    levels: Levels
    stages: tuple[FamilyVerdict, ...]
    checks: tuple[Check, ...]
    verdict: Verdict
    rates: Rates
    information: Information
    figures: Figures
    live: tuple[Live, ...]
    previous: tuple[PastRun, ...]
    libraries: tuple[tuple[str, str], ...]

    def as_past(self) -> PastRun:
        """What the report of a later run says of this one."""
        worst = min(self.stages[0].results, key=lambda result: result.adjusted)
        return PastRun(
            run=self.origin.run,
            plan=self.origin.plan,
            manifest_sha256=self.origin.manifest_sha256,
            dealer=self.dealer,
            verdict=self.verdict,
            worst_name=worst.name,
            worst_adjusted=worst.adjusted,
        )


class BadRunResult(ValueError):
    """A text that is no result of a run."""


class NoNumber(ValueError):
    """A statistic that is not finite, or a p-value that is none."""


_ADAPTER: Final = TypeAdapter(RunResult)


def to_json(result: RunResult) -> str:
    """The result as JSON, the same text for the same result."""
    return _ADAPTER.dump_json(result, indent=1).decode("utf-8") + "\n"


def from_json(text: str | bytes) -> RunResult:
    """The result that `to_json` wrote; `BadRunResult` for any other text."""
    try:
        result = _ADAPTER.validate_json(text)
    except _ValidationError as error:
        raise BadRunResult(str(error)) from error
    if result.format != FORMAT:
        raise BadRunResult(f"this is {result.format}, not {FORMAT}")
    return result


def rounded(value: float) -> float:
    """To `DIGITS` significant digits. Raises `NoNumber` on what is none: never hidden."""
    if not isfinite(value):
        raise NoNumber(f"a statistic or p-value came out as {value}")
    return float(f"{value:.{DIGITS - 1}e}")


def differences(first: RunResult, second: RunResult) -> tuple[str, ...]:
    """Where two runs of one origin differ, live tests apart; empty for an exact repeat."""
    found = []
    for name in ("format", "origin", "seed", "dealer", "levels", "figures"):
        if getattr(first, name) != getattr(second, name):
            found.append(name)
    ours, theirs = _seeded(first), _seeded(second)
    for key in sorted(ours.keys() | theirs.keys()):
        if ours.get(key) != theirs.get(key):
            found.append(f"stage {key[0]}: {key[1]}")
    return tuple(found)


def _seeded(result: RunResult) -> dict[tuple[int, str], tuple[float, float, tuple[float, ...]]]:
    return {
        (stage.stage, test.name): (test.value, test.p_value, test.p_values)
        for stage in result.stages
        for test in stage.results
        if test.kind is not Kind.LIVE
    }
