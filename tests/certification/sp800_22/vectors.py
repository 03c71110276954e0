"""Rows of `tests/vectors/sp800_22_*.json`, with the project's names of tests."""

import json
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from certification.sp800_22.bits import Bits
from certification.sp800_22.result import Result, Test
from tests.certification.sp800_22.constants import constant, pattern

Row: TypeAlias = dict[str, Any]

FOLDER = Path(__file__).parents[2] / "vectors"
RENAMED = {
    "rank": Test.MATRIX_RANK,
    "dft": Test.SPECTRAL,
    "non_overlapping_template": Test.NON_OVERLAPPING_TEMPLATES,
    "overlapping_template": Test.OVERLAPPING_TEMPLATES,
}
NIST_NAMES = {
    "Frequency": Test.FREQUENCY,
    "BlockFrequency": Test.BLOCK_FREQUENCY,
    "Runs": Test.RUNS,
    "LongestRun": Test.LONGEST_RUN,
    "Rank": Test.MATRIX_RANK,
    "FFT": Test.SPECTRAL,
    "NonOverlappingTemplate": Test.NON_OVERLAPPING_TEMPLATES,
    "OverlappingTemplate": Test.OVERLAPPING_TEMPLATES,
    "Universal": Test.UNIVERSAL,
    "LinearComplexity": Test.LINEAR_COMPLEXITY,
    "Serial": Test.SERIAL,
    "ApproximateEntropy": Test.APPROXIMATE_ENTROPY,
    "CumulativeSums": Test.CUMULATIVE_SUMS,
    "RandomExcursions": Test.RANDOM_EXCURSIONS,
    "RandomExcursionsVariant": Test.RANDOM_EXCURSIONS_VARIANT,
}


@cache
def known_answers() -> tuple[Row, ...]:
    """All rows, in the order of the file."""
    return tuple(json.loads((FOLDER / "sp800_22_known_answers.json").read_text()))


def second_level_answers() -> tuple[Row, ...]:
    """NIST's C over 100 streams of 1,000,000 and of 100,000 bits."""
    return tuple(json.loads((FOLDER / "sp800_22_second_level.json").read_text()))


def test_of(row: Row) -> Test:
    """The test of a row that is not `sts:*`."""
    return RENAMED.get(row["test"]) or Test(row["test"])


test_of.__test__ = False  # type: ignore[attr-defined]  # pytest: a helper, no test


def stream_of(row: Row) -> Bits:
    """The bits that a row is about."""
    given = row["input"]
    if "bits" in given:
        return Bits.from_bytes(np.packbits([int(c) for c in given["bits"]]).tobytes(), given["n"])
    if "constant" in given:
        return constant(given["constant"]).part(0, given["n"])
    return pattern(given["name"])


def figure(result: Result, name: str) -> Any:
    """One figure of the statistic, of whatever kind the row compares it with."""
    return result.statistic[name]


def title(row: Row) -> str:
    """A name for the row that a failed test shows."""
    given = row["input"]
    of = given.get("constant") or given.get("name") or f"{given['n']}_bits"
    law = row["params"].get("probabilities", "") if isinstance(row["params"], dict) else ""
    return f"{row['test']}-{of}-{law[:24]}"


def listed(value: float | list[float]) -> list[float]:
    """One number or several, as several."""
    return value if isinstance(value, list) else [value]
