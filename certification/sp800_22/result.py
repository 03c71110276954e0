"""What a test answers, how long a stream it needs, and which digits decide.

A test that cannot speak of a stream says so (`applicable` is false, no p-value, a reason); a stream
below the minimum of the standard is refused with `TooShort`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

Figure: TypeAlias = int | float | str | tuple[int, ...] | tuple[float, ...] | tuple[str, ...]


class Test(StrEnum):
    """The fifteen tests, in the order of the standard."""

    __test__ = False  # pytest: not a class of tests

    FREQUENCY = "frequency"
    BLOCK_FREQUENCY = "block_frequency"
    RUNS = "runs"
    LONGEST_RUN = "longest_run"
    MATRIX_RANK = "matrix_rank"
    SPECTRAL = "spectral"
    NON_OVERLAPPING_TEMPLATES = "non_overlapping_templates"
    OVERLAPPING_TEMPLATES = "overlapping_templates"
    UNIVERSAL = "universal"
    LINEAR_COMPLEXITY = "linear_complexity"
    SERIAL = "serial"
    APPROXIMATE_ENTROPY = "approximate_entropy"
    CUMULATIVE_SUMS = "cumulative_sums"
    RANDOM_EXCURSIONS = "random_excursions"
    RANDOM_EXCURSIONS_VARIANT = "random_excursions_variant"


class Compat(StrEnum):
    """Whose numbers decide: the exact ones, or those of NIST's C program 2.1.2 (see `errata`)."""

    EXACT = "exact"
    NIST_STS = "nist-sts"


class Minimum(StrEnum):
    """Which least length is enforced: the standard's, that of NIST's C, or none.

    NONE is for worked examples of ten or twenty bits; a p-value of so few bits means little.
    """

    STANDARD = "standard"
    NIST_STS = "nist-sts"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Result:
    """One test on one stream. `labels` names each p-value (a template, a state, a direction).

    `params` and `statistic` carry the letters of the standard: M, m, chi2, S_n.
    """

    test: Test
    params: Mapping[str, Figure]
    statistic: Mapping[str, Figure]
    p_values: tuple[float, ...]
    labels: tuple[str, ...] = ("",)
    applicable: bool = True
    reason: str = ""


class TooShort(ValueError):
    """A stream below the least length of a test."""

    def __init__(self, test: Test, bits: int, minimum: int, clause: str) -> None:
        super().__init__(
            f"{test} needs at least {minimum:,} bits (SP 800-22 Rev. 1a, {clause}), "
            f"there are {bits:,}"
        )
        self.test, self.bits, self.minimum, self.clause = test, bits, minimum, clause


class BadParameter(ValueError):
    """A parameter that the test does not allow for this stream."""


@dataclass(frozen=True, slots=True)
class Least:
    """Least bits by the standard, by NIST's C (which checks three tests only), and the clause."""

    standard: int
    nist_sts: int
    clause: str


LEAST: Mapping[Test, Least] = MappingProxyType(
    {
        Test.FREQUENCY: Least(100, 1, "2.1.7"),
        Test.BLOCK_FREQUENCY: Least(100, 1, "2.2.7"),
        Test.RUNS: Least(100, 1, "2.3.7"),
        Test.LONGEST_RUN: Least(128, 128, "2.4.2"),
        Test.MATRIX_RANK: Least(38_912, 1_024, "2.5.7"),
        Test.SPECTRAL: Least(1_000, 1, "2.6.7"),
        Test.NON_OVERLAPPING_TEMPLATES: Least(1_000_000, 1, "2.7.7"),
        Test.OVERLAPPING_TEMPLATES: Least(1_000_000, 1, "2.8.7"),
        Test.UNIVERSAL: Least(387_840, 387_840, "2.9.7"),
        Test.LINEAR_COMPLEXITY: Least(1_000_000, 1, "2.10.7"),
        Test.SERIAL: Least(1, 1, "2.11.7"),
        Test.APPROXIMATE_ENTROPY: Least(100, 1, "2.12.7"),
        Test.CUMULATIVE_SUMS: Least(100, 1, "2.13.7"),
        Test.RANDOM_EXCURSIONS: Least(1_000_000, 1, "2.14.7"),
        Test.RANDOM_EXCURSIONS_VARIANT: Least(1_000_000, 1, "2.15.7"),
    }
)


def require_length(test: Test, bits: int, minimum: Minimum) -> None:
    """Raise TooShort when the stream is below the least length that is enforced (at least 1)."""
    least = LEAST[test]
    needed = {Minimum.STANDARD: least.standard, Minimum.NIST_STS: least.nist_sts, Minimum.NONE: 1}[
        minimum
    ]
    if bits < needed:
        raise TooShort(test, bits, needed, least.clause)


def not_applicable(
    test: Test,
    params: Mapping[str, Figure],
    statistic: Mapping[str, Figure],
    labels: Sequence[str],
    reason: str,
) -> Result:
    """A result without p-values: never a 0, never a NaN."""
    return Result(test, params, statistic, (), tuple(labels), applicable=False, reason=reason)
