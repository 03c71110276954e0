"""Frequencies of all m-bit words: serial and approximate entropy, SP 800-22 Rev. 1a, 2.11 and 2.12.

Both read the stream as a ring; their counts come from one pass (`Bits.window_counts`).
"""

import math

import numpy as np
from numpy.typing import NDArray

from certification.sp800_22.bits import Bits, BitsLike, as_bits
from certification.sp800_22.laws import upper_gamma
from certification.sp800_22.result import BadParameter, Minimum, Result, Test, require_length
from certification.sp800_22.windows import WINDOW_BITS_MAX

SERIAL_BITS = 16
ENTROPY_BITS = 10
DIFFERENCES = ("first", "second")
"""Labels of the two p-values of serial."""


def serial(
    bits: BitsLike, *, window_bits: int = SERIAL_BITS, minimum: Minimum = Minimum.STANDARD
) -> Result:
    """Are all words of m bits, and of one and two fewer, equally frequent? (2.11)

    Two p-values, of the first and second difference of psi^2. All sums are whole numbers, so a
    difference is never below 0. Statistic: psi2 of m, m-1, m-2; del1; del2. Raises BadParameter
    unless 2 <= m < floor(log2 n) - 2 (2.11.7; NIST's C does not check), so 2^19 bits for m = 16.
    """
    stream = as_bits(bits)
    n = stream.length
    require_length(Test.SERIAL, n, minimum)
    _require_window(Test.SERIAL, window_bits, n, 2, minimum)
    # 2^m sum of squares, of which psi^2 is the n-th part less n
    sums = [_weighed_squares(stream, m) for m in (window_bits, window_bits - 1, window_bits - 2)]
    del1 = (sums[0] - sums[1]) / n
    del2 = (sums[0] - 2 * sums[1] + sums[2]) / n
    return Result(
        Test.SERIAL,
        {"m": window_bits},
        {"psi2": tuple((s - n * n) / n for s in sums), "del1": del1, "del2": del2},
        (
            upper_gamma(2.0 ** (window_bits - 2), del1 / 2),
            upper_gamma(2.0 ** (window_bits - 3), del2 / 2),
        ),
        DIFFERENCES,
    )


def approximate_entropy(
    bits: BitsLike, *, window_bits: int = ENTROPY_BITS, minimum: Minimum = Minimum.STANDARD
) -> Result:
    """Do words of m bits tell what the next bit is? (2.12)

    chi2 = 2 n (ln 2 - ApEn), computed as 2 sum c ln(2 c / c'), c counts of m + 1 bits and c' of
    their first m: the same number without the difference that costs digits. Statistic: chi2, ApEn.
    Raises TooShort below 100 bits, BadParameter unless 1 <= m < floor(log2 n) - 5 (2.12.7).
    """
    stream = as_bits(bits)
    n = stream.length
    require_length(Test.APPROXIMATE_ENTROPY, n, minimum)
    _require_window(Test.APPROXIMATE_ENTROPY, window_bits, n, 5, minimum)
    longer = stream.window_counts(window_bits + 1)
    chi2 = 2 * _excess_information(longer)
    return Result(
        Test.APPROXIMATE_ENTROPY,
        {"m": window_bits},
        {"chi2": chi2, "ApEn": math.log(2) - chi2 / (2 * n)},
        (upper_gamma(2.0 ** (window_bits - 1), chi2 / 2),),
    )


def _weighed_squares(stream: Bits, m: int) -> int:
    if m == 0:
        return stream.length**2
    counts = stream.window_counts(m)
    # Squares in Python's whole numbers where 64 bits might not hold their sum.
    if int(counts.max()) ** 2 * counts.size < 1 << 63:
        return counts.size * int(np.dot(counts, counts))
    return counts.size * sum(int(count) ** 2 for count in counts.tolist())


def _excess_information(longer: NDArray[np.int64]) -> float:
    pairs = longer.reshape(-1, 2)
    both = pairs.sum(axis=1, keepdims=True)
    there = pairs > 0
    share = (2 * pairs - both)[there] / np.broadcast_to(both, pairs.shape)[there]
    return max(0.0, math.fsum((pairs[there] * np.log1p(share)).tolist()))


def _require_window(test: Test, m: int, n: int, margin: int, minimum: Minimum) -> None:
    least = 2 if test is Test.SERIAL else 1
    most = WINDOW_BITS_MAX - 1
    if minimum is Minimum.STANDARD:
        most = min(most, n.bit_length() - 1 - margin - 1)
    if not least <= m <= most:
        raise BadParameter(
            f"{test} on words of {m} bits: {n:,} bits allow {least} to {most}"
            if most >= least
            else f"{test} is not for {n:,} bits"
        )
