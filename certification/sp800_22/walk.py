"""The stream as a walk, a step up for each one: SP 800-22 Rev. 1a, 2.13, 2.14 and 2.15."""

import math
from functools import cache

from certification.sp800_22.bits import Bits, BitsLike, as_bits
from certification.sp800_22.laws import chi_square, chi_square_p, largest_sum_p
from certification.sp800_22.result import (
    Figure,
    Minimum,
    Result,
    Test,
    not_applicable,
    require_length,
)
from certification.sp800_22.walk_kernels import FAR_STATE, NEAR_STATE, VISITS, excursions, extremes

CYCLES_LEAST = 500
STATES = tuple(x for x in range(-NEAR_STATE, NEAR_STATE + 1) if x)
VARIANT_STATES = tuple(x for x in range(-FAR_STATE, FAR_STATE + 1) if x)
DIRECTIONS = ("forward", "backward")
STATE_LABELS = tuple(f"{x:+d}" for x in STATES)
VARIANT_LABELS = tuple(f"{x:+d}" for x in VARIANT_STATES)


def cumulative_sums(bits: BitsLike, *, minimum: Minimum = Minimum.STANDARD) -> Result:
    """Does the walk, from either end, go as far as chance has it? (2.13)

    Two p-values, forward and backward. Statistic: z, the largest distances. Raises TooShort below
    100 bits.
    """
    stream = as_bits(bits)
    require_length(Test.CUMULATIVE_SUMS, stream.length, minimum)
    end, low, high = extremes(stream.words, stream.length)
    # From the end, the sums are end - S_k for k = n - 1 to 0, where S_0 = 0.
    z = (max(high, -low), max(end - min(low, 0), max(high, 0) - end))
    p_values = tuple(largest_sum_p(stream.length, largest) for largest in z)
    return Result(Test.CUMULATIVE_SUMS, {"modes": DIRECTIONS}, {"z": z}, p_values, DIRECTIONS)


def random_excursions(bits: BitsLike, *, minimum: Minimum = Minimum.STANDARD) -> Result:
    """Are states -4 to 4 visited within cycles as often as chance has it? (2.14)

    A cycle is a walk from 0 back to 0; what is left at the end is one more, unless the walk ends
    on 0. Not applicable with fewer than max(500, 0.005 sqrt n) cycles (2.14.4, step 3). Statistic:
    J, the number of cycles, and chi2. Raises TooShort below 1,000,000 bits.
    """
    stream = as_bits(bits)
    require_length(Test.RANDOM_EXCURSIONS, stream.length, minimum)
    by_visits, _, cycles = excursions(stream.words, stream.length)
    if reason := _too_few(stream, cycles, minimum):
        return not_applicable(
            Test.RANDOM_EXCURSIONS, {"states": STATES}, {"J": cycles}, STATE_LABELS, reason
        )
    rows = by_visits.tolist()
    chi2 = tuple(chi_square(row, visits_law(abs(x))) for row, x in zip(rows, STATES, strict=True))
    return Result(
        Test.RANDOM_EXCURSIONS,
        {"states": STATES},
        {"J": cycles, "chi2": chi2},
        tuple(chi_square_p(x, VISITS - 1) for x in chi2),
        STATE_LABELS,
    )


def random_excursions_variant(bits: BitsLike, *, minimum: Minimum = Minimum.STANDARD) -> Result:
    """Are states -9 to 9 visited in all as often as chance has it? (2.15)

    Applicable as the test before. Statistic: J and counts, visits of each state. Raises TooShort
    below 1,000,000 bits.
    """
    stream = as_bits(bits)
    require_length(Test.RANDOM_EXCURSIONS_VARIANT, stream.length, minimum)
    _, visits, cycles = excursions(stream.words, stream.length)
    counts = tuple(int(visits[x + FAR_STATE]) for x in VARIANT_STATES)
    params: dict[str, Figure] = {"states": VARIANT_STATES}
    statistic: dict[str, Figure] = {"J": cycles, "counts": counts}
    if reason := _too_few(stream, cycles, minimum):
        return not_applicable(
            Test.RANDOM_EXCURSIONS_VARIANT, params, statistic, VARIANT_LABELS, reason
        )
    p_values = tuple(
        math.erfc(abs(count - cycles) / math.sqrt(2 * cycles * (4 * abs(x) - 2)))
        for count, x in zip(counts, VARIANT_STATES, strict=True)
    )
    return Result(Test.RANDOM_EXCURSIONS_VARIANT, params, statistic, p_values, VARIANT_LABELS)


def _too_few(stream: Bits, cycles: int, minimum: Minimum) -> str:
    needed = max(CYCLES_LEAST, 0.005 * math.sqrt(stream.length))
    if minimum is Minimum.NONE or cycles >= needed:
        return ""
    return f"{cycles} cycles, at least {needed:g} are needed (2.14.4, step 3)"


@cache
def visits_law(distance: int) -> tuple[float, ...]:
    """Chances of 0, 1, ... 4, and 5 or more visits of a state that far from 0 (3.14)."""
    again = 1 - 1 / (2 * distance)
    some = [again ** (k - 1) / (4 * distance**2) for k in range(1, VISITS - 1)]
    return (again, *some, again ** (VISITS - 2) / (2 * distance))
