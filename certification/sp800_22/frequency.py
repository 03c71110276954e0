"""Frequency in the whole stream and within blocks: SP 800-22 Rev. 1a, 2.1 and 2.2."""

import math

import numpy as np

from certification.sp800_22.bits import BitsLike, as_bits
from certification.sp800_22.laws import two_sided, upper_gamma
from certification.sp800_22.result import BadParameter, Minimum, Result, Test, require_length
from certification.sp800_22.windows import ones_in_blocks

BLOCK_BITS = 128


def frequency(bits: BitsLike, *, minimum: Minimum = Minimum.STANDARD) -> Result:
    """Are there as many ones as zeros? (2.1)

    Statistic: S_n, ones less zeros, and s_obs = |S_n| / sqrt n. Raises TooShort below 100 bits.
    """
    stream = as_bits(bits)
    require_length(Test.FREQUENCY, stream.length, minimum)
    excess = 2 * int(np.bitwise_count(stream.words).sum(dtype=np.int64)) - stream.length
    s_obs = abs(excess) / math.sqrt(stream.length)
    return Result(Test.FREQUENCY, {}, {"S_n": excess, "s_obs": s_obs}, (two_sided(s_obs),))


def block_frequency(
    bits: BitsLike, *, block_bits: int = BLOCK_BITS, minimum: Minimum = Minimum.STANDARD
) -> Result:
    """Is each block of M bits half ones? (2.2)

    Bits after the last whole block are not used. The advice of 2.2.7 that M be over n/100 is not
    enforced: the default M = 128 is NIST's own. Raises TooShort below 100 bits, BadParameter
    when there is no whole block.
    """
    stream = as_bits(bits)
    require_length(Test.BLOCK_FREQUENCY, stream.length, minimum)
    if not 1 <= block_bits <= stream.length:
        raise BadParameter(f"blocks of {block_bits} bits in a stream of {stream.length:,}")
    ones = np.zeros(stream.length // block_bits, np.int64)
    ones_in_blocks(stream.words, block_bits, ones)
    # 4 M sum (ones/M - 1/2)^2 = sum (2 ones - M)^2 / M, whose numerator is a whole number
    numerator = sum(int(excess) ** 2 for excess in (2 * ones - block_bits).tolist())
    chi2 = numerator / block_bits
    return Result(
        Test.BLOCK_FREQUENCY,
        {"M": block_bits, "N": ones.size},
        {"chi2": chi2},
        (upper_gamma(ones.size / 2, chi2 / 2),),
    )
