"""Maurer's universal test: SP 800-22 Rev. 1a, 2.9."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from certification.sp800_22.bits import BitsLike, as_bits
from certification.sp800_22.compiled import compiled
from certification.sp800_22.laws import two_sided
from certification.sp800_22.result import BadParameter, Minimum, Result, Test, require_length
from certification.sp800_22.windows import window


@dataclass(frozen=True, slots=True)
class Law:
    """For one block length L: the least n that uses it (2.9.7), expected value, variance."""

    bits_from: int
    expected: float
    variance: float


# 2.9.4, step 5 and 2.9.7; L = 1 to 5 from the Handbook of Applied Cryptography, table 5.3. They are
# never chosen by length, only named for worked examples.
LAWS = {
    1: Law(0, 0.7326495, 0.690),
    2: Law(0, 1.5374383, 1.338),
    3: Law(0, 2.4016068, 1.901),
    4: Law(0, 3.3112247, 2.358),
    5: Law(0, 4.2534266, 2.705),
    6: Law(387_840, 5.2177052, 2.954),
    7: Law(904_960, 6.1962507, 3.125),
    8: Law(2_068_480, 7.1836656, 3.238),
    9: Law(4_654_080, 8.1764248, 3.311),
    10: Law(10_342_400, 9.1723243, 3.356),
    11: Law(22_753_280, 10.170032, 3.384),
    12: Law(49_643_520, 11.168765, 3.401),
    13: Law(107_560_960, 12.168070, 3.410),
    14: Law(231_669_760, 13.167693, 3.416),
    15: Law(496_435_200, 14.167488, 3.419),
    16: Law(1_059_061_760, 15.167379, 3.421),
}
SHORTEST_BY_LENGTH = 6


def universal(
    bits: BitsLike,
    *,
    block_bits: int | None = None,
    warm_up: int | None = None,
    minimum: Minimum = Minimum.STANDARD,
) -> Result:
    """Can the stream be compressed: are equal blocks as far apart as chance has it? (2.9)

    L is the largest whose least n is reached, Q = 10 x 2^L blocks warm up, all K others count; both
    can be given for worked examples. sigma has the factor c / sqrt K of 2.9.4, step 5, which the
    standard's example leaves out. Statistic: fn, sigma. Raises TooShort below 387,840 bits,
    BadParameter for an L without a law or a stream without K.
    """
    stream = as_bits(bits)
    require_length(Test.UNIVERSAL, stream.length, minimum)
    size = length_for(stream.length) if block_bits is None else block_bits
    skipped = 10 * 2**size if warm_up is None else warm_up
    counted = stream.length // size - skipped
    _require_blocks(size, skipped, counted)
    apart = np.zeros(skipped + counted + 1, np.int64)
    count_distances(stream.words, size, skipped, counted, apart)
    value, sigma = _mean_log2(apart, counted), standard_deviation(size, counted)
    return Result(
        Test.UNIVERSAL,
        {"L": size, "Q": skipped, "K": counted},
        {"fn": value, "sigma": sigma},
        (two_sided((value - LAWS[size].expected) / sigma),),
    )


def length_for(bits: int) -> int:
    """L for a stream of that length: the largest whose threshold is reached, at least 6 (2.9.7)."""
    reached = [size for size, law in LAWS.items() if bits >= law.bits_from]
    return max(SHORTEST_BY_LENGTH, *reached)


def _require_blocks(size: int, skipped: int, counted: int) -> None:
    if size not in LAWS:
        raise BadParameter(f"blocks of {size} bits: 1 to {max(LAWS)} have a law")
    if counted < 1 or skipped < 0:
        raise BadParameter(f"{skipped} blocks of {size} bits to warm up leave {counted} to count")


def standard_deviation(size: int, counted: int) -> float:
    """sigma of fn for L = `size` and K = `counted` (2.9.4, step 5); L must have a law."""
    c: float = 0.7 - 0.8 / size + (4 + 32 / size) * counted ** (-3 / size) / 15
    return c * math.sqrt(LAWS[size].variance / counted)


def _mean_log2(apart: NDArray[np.int64], counted: int) -> float:
    # Added by distance and exactly: fn must be right to 13 digits for 10 of the p-value.
    distances = np.flatnonzero(apart)
    return math.fsum((apart[distances] * np.log2(distances)).tolist()) / counted


@compiled
def count_distances(
    words: NDArray[np.uint64], size: int, skipped: int, counted: int, apart: NDArray[np.int64]
) -> None:
    """Add one at the distance, in blocks, from each counted block back to the last equal one.

    A block that did not stand before is as far as its own number, which begins at 1.
    """
    last = np.zeros(1 << size, np.int64)
    for number in range(1, skipped + counted + 1):
        value = window(words, (number - 1) * size, size)
        if number > skipped:
            apart[number - last[value]] += 1
        last[value] = number
