"""Linear complexity of blocks: SP 800-22 Rev. 1a, 2.10."""

import math
from functools import cache

import numpy as np

from certification.sp800_22.berlekamp_massey import linear_complexities
from certification.sp800_22.bits import BitsLike, as_bits
from certification.sp800_22.laws import chi_square, chi_square_p
from certification.sp800_22.result import (
    BadParameter,
    Compat,
    Minimum,
    Result,
    Test,
    require_length,
)

BLOCK_BITS = 500
BLOCK_BITS_LEAST, BLOCK_BITS_MOST, BLOCKS_LEAST = 500, 5_000, 200  # 2.10.7
BLOCK_BITS_EVER = 1 << 16
CLASSES = 7
NIST_STS_LAW = (0.01047, 0.03125, 0.12500, 0.50000, 0.25000, 0.06250, 0.020833)
"""What NIST's C has; its first number should be 1/96 = .010417 (3.10)."""


def linear_complexity(
    bits: BitsLike,
    *,
    block_bits: int = BLOCK_BITS,
    compat: Compat = Compat.EXACT,
    minimum: Minimum = Minimum.STANDARD,
) -> Result:
    """Are the shortest linear feedback registers of blocks as long as chance has it? (2.10)

    Classes are those of T = (-1)^M (L - mu) + 2/9 (2.10.4, step 5); their chances are exact for any
    M. Statistic: nu and chi2. Raises TooShort below 1,000,000 bits; BadParameter for M outside 500
    to 5,000 or fewer than 200 blocks where the standard's limits are enforced, else when there is
    no block.
    """
    stream = as_bits(bits)
    require_length(Test.LINEAR_COMPLEXITY, stream.length, minimum)
    blocks = _blocks_of(stream.length, block_bits, minimum)
    lengths = np.zeros(blocks, np.int64)
    linear_complexities(stream.words, block_bits, lengths)
    nu = [0] * CLASSES
    for length, count in enumerate(np.bincount(lengths).tolist()):
        nu[class_of(length, block_bits)] += count
    law = exact_law(block_bits) if compat is Compat.EXACT else NIST_STS_LAW
    chi2 = chi_square(nu, law)
    return Result(
        Test.LINEAR_COMPLEXITY,
        {"M": block_bits, "N": blocks, "K": CLASSES - 1},
        {"nu": tuple(nu), "chi2": chi2},
        (chi_square_p(chi2, CLASSES - 1),),
    )


def _blocks_of(bits: int, block_bits: int, minimum: Minimum) -> int:
    blocks = bits // block_bits if 1 <= block_bits <= BLOCK_BITS_EVER else 0
    within = BLOCK_BITS_LEAST <= block_bits <= BLOCK_BITS_MOST and blocks >= BLOCKS_LEAST
    if blocks == 0 or (minimum is Minimum.STANDARD and not within):
        raise BadParameter(f"blocks of {block_bits:,} bits, of which there are {blocks} (2.10.7)")
    return blocks


def deviation(length: int, block_bits: int) -> float:
    """T of 2.10.4, step 4."""
    sign = -1 if block_bits % 2 else 1
    # 2.10.4, step 3; the last term has no weight in a double from M = 70 on
    mean = block_bits / 2 + (9 - sign) / 36 - (block_bits / 3 + 2 / 9) * 2.0**-block_bits
    return sign * (length - mean) + 2 / 9


def class_of(length: int, block_bits: int) -> int:
    """0 for T <= -2.5, then steps of one, 6 for T > 2.5."""
    return min(CLASSES - 1, max(0, math.ceil(deviation(length, block_bits) + 2.5)))


@cache
def exact_law(block_bits: int) -> tuple[float, ...]:
    """Exact chances of the classes; from M = 60 on 1/96, 1/32, 1/8, 1/2, 1/4, 1/16, 1/48 (3.10)."""
    words = [0] * CLASSES
    for length in range(block_bits + 1):
        # Of all words of n bits, 2^min(2n - 2L, 2L - 1) have complexity L; one word has 0.
        exponent = min(2 * (block_bits - length), 2 * length - 1)
        words[class_of(length, block_bits)] += 1 << exponent if length else 1
    return tuple(count / (1 << block_bits) for count in words)
