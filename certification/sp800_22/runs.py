"""Runs of equal bits, and the longest run of ones in a block: SP 800-22 Rev. 1a, 2.3 and 2.4."""

import math
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from certification.sp800_22.bits import Bits, BitsLike, as_bits
from certification.sp800_22.compiled import compiled
from certification.sp800_22.laws import chi_square, chi_square_p
from certification.sp800_22.result import (
    Compat,
    Figure,
    Minimum,
    Result,
    Test,
    not_applicable,
    require_length,
)


def runs(
    bits: BitsLike, *, compat: Compat = Compat.EXACT, minimum: Minimum = Minimum.STANDARD
) -> Result:
    """Do zeros and ones change as often as chance has it? (2.3)

    Not applicable where the share of ones is 2 / sqrt n or more away from a half (2.3.4, step 2):
    there the frequency test rejects already. NIST's C writes 0 there, as `compat` does. Statistic:
    V_n, the number of runs, and pi, the share of ones. Raises TooShort below 100 bits.
    """
    stream = as_bits(bits)
    n = stream.length
    require_length(Test.RUNS, n, minimum)
    ones = int(np.bitwise_count(stream.words).sum(dtype=np.int64))
    found = _number_of_runs(stream)
    statistic = {"V_n": found, "pi": ones / n}
    # |pi - 1/2| >= 2 / sqrt n in whole numbers; of fewer than 16 bits all may be equal
    if (2 * ones - n) ** 2 >= 16 * n or ones in {0, n}:
        if compat is Compat.NIST_STS:
            return Result(Test.RUNS, {}, statistic, (0.0,))
        reason = "the share of ones is too far from a half, which the frequency test rejects"
        return not_applicable(Test.RUNS, {}, statistic, ("",), reason)
    # V_n - 2 n pi (1 - pi) over 2 sqrt(2 n) pi (1 - pi), both times n
    product = 2 * ones * (n - ones)
    z = abs(found * n - product) * math.sqrt(n) / (product * math.sqrt(2))
    return Result(Test.RUNS, {}, statistic, (math.erfc(z),))


def _number_of_runs(stream: Bits) -> int:
    words = stream.words
    before = (words[:-1] << np.uint64(1)) | (words[1:] >> np.uint64(63))
    changes = int(np.bitwise_count(words[:-1] ^ before).sum(dtype=np.int64))
    # The zero that follows the last bit in the packed words is no change of the stream.
    last = int(words[(stream.length - 1) // 64]) >> (63 - (stream.length - 1) % 64) & 1
    return changes - last + 1


@dataclass(frozen=True, slots=True)
class RunTable:
    """Classes of the longest run in M bits (2.4.4): up to `least`, each more, `most` and over."""

    bits_from: int
    block_bits: int
    least: int
    most: int
    printed: tuple[float, ...]


# 2.4.2 and 3.4. The choice goes by the length of the stream; NIST's C, not the text, says how many
# blocks: all there are. `printed` is used by `compat` only.
RUN_TABLES = (
    RunTable(750_000, 10_000, 10, 16, (0.0882, 0.2092, 0.2483, 0.1933, 0.1208, 0.0675, 0.0727)),
    RunTable(
        6_272,
        128,
        4,
        9,
        (0.1174035788, 0.242955959, 0.249363483, 0.17517706, 0.102701071, 0.112398847),
    ),
    RunTable(1, 8, 1, 4, (0.21484375, 0.3671875, 0.23046875, 0.1875)),
)


def longest_run(
    bits: BitsLike, *, compat: Compat = Compat.EXACT, minimum: Minimum = Minimum.STANDARD
) -> Result:
    """Are the longest runs of ones in blocks as long as chance has it? (2.4)

    M is 8, 128 or 10,000 by the length of the stream. Statistic: nu, blocks by class, and chi2.
    Raises TooShort below 128 bits.
    """
    stream = as_bits(bits)
    require_length(Test.LONGEST_RUN, stream.length, minimum)
    table = next(t for t in RUN_TABLES if stream.length >= t.bits_from)
    longest = np.zeros(stream.length // table.block_bits, np.int64)
    longest_runs(stream.words, table.block_bits, longest)
    classes = np.clip(longest, table.least, table.most) - table.least
    nu = tuple(np.bincount(classes, minlength=table.most - table.least + 1).tolist())
    law = table.printed
    if compat is Compat.EXACT:
        law = longest_run_law(table.block_bits, table.least, table.most)
    chi2 = chi_square(nu, law)
    params = {"M": table.block_bits, "N": longest.size, "K": len(nu) - 1}
    statistic: dict[str, Figure] = {"nu": nu, "chi2": chi2}
    return Result(Test.LONGEST_RUN, params, statistic, (chi_square_p(chi2, len(nu) - 1),))


@cache
def longest_run_law(block_bits: int, least: int, most: int) -> tuple[float, ...]:
    """Exact chances that the longest run of ones in `block_bits` is in each class (3.4)."""
    up_to = [_without_longer(block_bits, run) for run in range(least, most)] + [1 << block_bits]
    counts = [up_to[0]] + [b - a for a, b in pairwise(up_to)]
    return tuple(count / (1 << block_bits) for count in counts)


def _without_longer(block_bits: int, run: int) -> int:
    """How many words of that many bits have no run of ones longer than `run`."""
    # a(j) = a(j-1) + ... + a(j-run-1), so a(j) = 2 a(j-1) - a(j-run-2); a(j) = 2^j up to j = run
    counts = [1 << j for j in range(run + 1)] + [(1 << run + 1) - 1]
    for j in range(run + 2, block_bits + 1):
        counts.append(2 * counts[j - 1] - counts[j - run - 2])
    return counts[block_bits]


@compiled
def longest_runs(words: NDArray[np.uint64], block_bits: int, longest: NDArray[np.int64]) -> None:
    """Longest run of ones in each block, as many blocks as `longest` has places."""
    one = np.uint64(1)
    for block in range(longest.size):
        run = np.int64(0)
        best = np.int64(0)
        for place in range(block * block_bits, (block + 1) * block_bits):
            bit = np.int64((words[place >> 6] >> np.uint64(63 - (place & 63))) & one)
            run = (run + bit) & -bit
            best = max(best, run)
        longest[block] = best
