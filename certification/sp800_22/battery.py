"""All fifteen tests on one stream, with the parameters of NIST's program.

Of 1,000,000 bits they have 188 p-values, or 162 where random excursions are not applicable.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias

from certification.sp800_22.bits import Bits, BitsLike, as_bits
from certification.sp800_22.frequency import block_frequency, frequency
from certification.sp800_22.linear_complexity import linear_complexity
from certification.sp800_22.matrix_rank import matrix_rank
from certification.sp800_22.patterns import (
    DIFFERENCES,
    ENTROPY_BITS,
    SERIAL_BITS,
    approximate_entropy,
    serial,
)
from certification.sp800_22.result import (
    BadParameter,
    Compat,
    Minimum,
    Result,
    Test,
    TooShort,
    not_applicable,
)
from certification.sp800_22.runs import longest_run, runs
from certification.sp800_22.spectral import spectral
from certification.sp800_22.templates import (
    TEMPLATE_BITS,
    aperiodic_templates,
    non_overlapping_templates,
    overlapping_templates,
)
from certification.sp800_22.universal import universal
from certification.sp800_22.walk import (
    DIRECTIONS,
    STATE_LABELS,
    VARIANT_LABELS,
    cumulative_sums,
    random_excursions,
    random_excursions_variant,
)

Run: TypeAlias = Callable[[Bits, Compat, Minimum], Result]

TESTS: Mapping[Test, Run] = MappingProxyType(
    {
        Test.FREQUENCY: lambda bits, _, least: frequency(bits, minimum=least),
        Test.BLOCK_FREQUENCY: lambda bits, _, least: block_frequency(bits, minimum=least),
        Test.RUNS: lambda bits, compat, least: runs(bits, compat=compat, minimum=least),
        Test.LONGEST_RUN: lambda bits, compat, least: longest_run(
            bits, compat=compat, minimum=least
        ),
        Test.MATRIX_RANK: lambda bits, _, least: matrix_rank(bits, minimum=least),
        Test.SPECTRAL: lambda bits, _, least: spectral(bits, minimum=least),
        Test.NON_OVERLAPPING_TEMPLATES: lambda bits, _, least: non_overlapping_templates(
            bits, minimum=least
        ),
        Test.OVERLAPPING_TEMPLATES: lambda bits, compat, least: overlapping_templates(
            bits, compat=compat, minimum=least
        ),
        Test.UNIVERSAL: lambda bits, _, least: universal(bits, minimum=least),
        Test.LINEAR_COMPLEXITY: lambda bits, compat, least: linear_complexity(
            bits, compat=compat, minimum=least
        ),
        Test.SERIAL: lambda bits, _, least: serial(bits, minimum=least),
        Test.APPROXIMATE_ENTROPY: lambda bits, _, least: approximate_entropy(bits, minimum=least),
        Test.CUMULATIVE_SUMS: lambda bits, _, least: cumulative_sums(bits, minimum=least),
        Test.RANDOM_EXCURSIONS: lambda bits, _, least: random_excursions(bits, minimum=least),
        Test.RANDOM_EXCURSIONS_VARIANT: lambda bits, _, least: random_excursions_variant(
            bits, minimum=least
        ),
    }
)
"""Each test with its default parameters, in the order of the standard."""

LABELS: Mapping[Test, tuple[str, ...]] = MappingProxyType(
    {
        Test.NON_OVERLAPPING_TEMPLATES: aperiodic_templates(TEMPLATE_BITS),
        Test.SERIAL: DIFFERENCES,
        Test.CUMULATIVE_SUMS: DIRECTIONS,
        Test.RANDOM_EXCURSIONS: STATE_LABELS,
        Test.RANDOM_EXCURSIONS_VARIANT: VARIANT_LABELS,
    }
)
"""What each of several p-values is of; the other tests have one."""


def battery(bits: BitsLike, *, compat: Compat = Compat.EXACT) -> tuple[Result, ...]:
    """Run every test on one stream.

    A test for which the stream is too short is in the answer as not applicable, with the clause.
    With `compat` NIST's C decides the least lengths too: it runs most tests at any length.
    """
    return tuple(one_by_one(bits, compat=compat))


def one_by_one(bits: BitsLike, *, compat: Compat = Compat.EXACT) -> Iterator[Result]:
    """The results of `battery`, each when it is there."""
    stream = as_bits(bits)
    least = Minimum.STANDARD if compat is Compat.EXACT else Minimum.NIST_STS
    if stream.length > 0:
        stream.window_counts(max(SERIAL_BITS, ENTROPY_BITS + 1))  # one pass serves both tests
    for test in TESTS:
        yield _run(test, stream, compat, least)


def _run(test: Test, stream: Bits, compat: Compat, least: Minimum) -> Result:
    try:
        return TESTS[test](stream, compat, least)
    except (TooShort, BadParameter) as error:
        return not_applicable(test, {}, {}, LABELS.get(test, ("",)), str(error))
