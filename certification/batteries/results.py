"""What the batteries answered, and one verdict over it.

A program's own word ("WEAK") is printed and not judged: among a hundred p-values one below 0.005 is
to be expected. Judged is the family, by Holm's correction.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from certification.judgement.family import holm
from certification.judgement.results import Verdict

# Of the whole family. Holm at this level over the hundred or so p-values of `dieharder -a` rejects
# at about 1e-6 for one of them, where dieharder itself says FAILED.
LEVEL: Final = 1e-4


class Battery(StrEnum):
    """The programs, as Debian names them."""

    DIEHARDER = "dieharder"
    ENT = "ent"


class Standing(StrEnum):
    """Whether a p-value counts: tests that dieharder's own authors doubt are only printed."""

    JUDGED = "judged"
    PRINTED = "printed, not judged"


@dataclass(frozen=True, slots=True)
class Reading:
    """One p-value of a program. `p_value` has both tails: a p-value near 1 is as odd as near 0."""

    battery: Battery
    arguments: str
    test: str
    statistic: str
    p_value: float
    said: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class Judged:
    """A reading with its place in the family; the adjusted p-value of a printed one is 1."""

    reading: Reading
    adjusted: float
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class NotRun:
    """Something declared that gave no answer, and why: never the same as passed."""

    battery: Battery
    arguments: str
    why: str


@dataclass(frozen=True, slots=True)
class BatteryFamily:
    """All that the batteries said in one run; `bytes_read` is how much they were given."""

    level: float
    seed: str
    programs: tuple[str, ...]
    bytes_read: int
    results: tuple[Judged, ...]
    not_run: tuple[NotRun, ...]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of one call of a program."""

    program: str
    bytes_read: int
    readings: tuple[Reading, ...]
    not_run: tuple[NotRun, ...]


def both_tails(p_value: float) -> float:
    """Twice the smaller tail."""
    return min(1.0, 2.0 * min(p_value, 1.0 - p_value))


def judge(seed: bytes, answers: Sequence[Answered]) -> BatteryFamily:
    """The family's verdict. What did not run has no part in it and is named."""
    readings = [reading for answer in answers for reading in answer.readings]
    counted = [r.p_value for r in readings if r.standing is Standing.JUDGED]
    adjusted = iter(holm(counted))
    results = []
    for reading in readings:
        p = next(adjusted) if reading.standing is Standing.JUDGED else 1.0
        results.append(Judged(reading, p, Verdict.REJECT if p < LEVEL else Verdict.PASS))
    rejects = any(result.verdict is Verdict.REJECT for result in results)
    return BatteryFamily(
        level=LEVEL,
        seed=seed.hex(),
        programs=tuple(sorted({answer.program for answer in answers if answer.readings})),
        bytes_read=sum(answer.bytes_read for answer in answers),
        results=tuple(results),
        not_run=tuple(each for answer in answers for each in answer.not_run),
        verdict=Verdict.REJECT if rejects else Verdict.PASS,
    )
