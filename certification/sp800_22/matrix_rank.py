"""Rank of 32 x 32 matrices of bits: SP 800-22 Rev. 1a, 2.5."""

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from certification.sp800_22.bits import BitsLike, as_bits
from certification.sp800_22.compiled import compiled
from certification.sp800_22.laws import chi_square, upper_gamma
from certification.sp800_22.result import BadParameter, Minimum, Result, Test, require_length
from certification.sp800_22.windows import window

SIDE = 32
SIDE_MIN = 2
SIDE_MAX = 63


def matrix_rank(bits: BitsLike, *, side: int = SIDE, minimum: Minimum = Minimum.STANDARD) -> Result:
    """Are rows of square matrices as independent as chance has it? (2.5)

    The chances of full rank, one less and the rest are exact for any side (3.5), as in NIST's C
    for 32; the text's .2888, .5776, .1336 are those of large matrices. Statistic: F, matrices by
    class, and chi2. Raises TooShort below 38 matrices, BadParameter when there is none.
    """
    stream = as_bits(bits)
    require_length(Test.MATRIX_RANK, stream.length, minimum)
    matrices = stream.length // side**2 if SIDE_MIN <= side <= SIDE_MAX else 0
    if matrices == 0:
        raise BadParameter(f"matrices of {side} x {side} bits in a stream of {stream.length:,}")
    ranks = np.zeros(side + 1, np.int64)
    count_ranks(stream.words, side, matrices, ranks)
    full, next_to, rest = int(ranks[side]), int(ranks[side - 1]), int(ranks[: side - 1].sum())
    chi2 = chi_square((full, next_to, rest), rank_law(side))
    return Result(
        Test.MATRIX_RANK,
        {"M": side, "Q": side, "N": matrices},
        {"F": (full, next_to, rest), "chi2": chi2},
        (upper_gamma(1, chi2 / 2),),
    )


@cache
def rank_law(side: int) -> tuple[float, float, float]:
    """Exact chances of rank `side`, `side - 1`, and less, of a random square matrix (3.5)."""
    full = math.prod(1 - 2.0**-i for i in range(1, side + 1))
    # rank side - 1: 2^-1 prod over i < side - 1 of (1 - 2^(i-side))^2 / (1 - 2^(i-side+1))
    next_to = 0.5 * math.prod(
        (1 - 2.0 ** (i - side)) ** 2 / (1 - 2.0 ** (i - side + 1)) for i in range(side - 1)
    )
    return full, next_to, 1 - full - next_to


@compiled
def count_ranks(
    words: NDArray[np.uint64], side: int, matrices: int, ranks: NDArray[np.int64]
) -> None:
    """Add one at the rank of each matrix; its rows follow each other in the stream."""
    rows = np.zeros(side, np.int64)
    for matrix in range(matrices):
        for row in range(side):
            rows[row] = window(words, (matrix * side + row) * side, side)
        rank = 0
        for row in range(side):
            pivot = rows[row]
            if pivot == 0:
                continue
            rank += 1
            lowest = pivot & -pivot
            below = rows[row + 1 :]
            for other in range(below.size):
                below[other] ^= pivot if below[other] & lowest else 0  # no branch: rows at once
        ranks[rank] += 1
