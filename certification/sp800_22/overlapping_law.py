"""Chances of 0, 1, 2 ... occurrences of m ones in a block of M bits, for 2.8 and 3.8.

Exact by whole numbers. The values .364091, .185659 ... that the standard prints in 3.8 are these
rounded (m = 9, M = 1032); the older .367879 ... are the compound Poisson approximation.
"""

import math
from functools import cache


@cache
def exact_law(m: int, block_bits: int, classes: int) -> tuple[float, ...]:
    """Exact chances of each class; the last is "that many or more".

    A word is known by its trailing ones, at most m - 1 of them before the next bit, and by its
    occurrences so far: the number of words in each such state is counted bit by bit.
    """
    words = [[0] * classes for _ in range(m)]
    words[0][0] = 1
    for _ in range(block_bits):
        ended = [sum(counts) for counts in zip(*words, strict=True)]  # a zero: no one trails
        *short, full = words
        words = [[0] * classes, *short]
        words[-1] = _added(words[-1], _one_more(full))  # an occurrence; m - 1 ones still trail
        words[0] = _added(words[0], ended)
    return tuple(sum(counts) / (1 << block_bits) for counts in zip(*words, strict=True))


def _one_more(counts: list[int]) -> list[int]:
    return [0, *counts[:-2], counts[-2] + counts[-1]]


def _added(first: list[int], second: list[int]) -> list[int]:
    return [a + b for a, b in zip(first, second, strict=True)]


@cache
def compound_poisson_law(m: int, block_bits: int, classes: int) -> tuple[float, ...]:
    """The approximation of the standard before Rev. 1a, with eta = (M - m + 1) / 2^(m+1)."""
    eta = (block_bits - m + 1) / 2**m / 2
    chances = [_compound_poisson(u, eta) for u in range(classes - 1)]
    return (*chances, 1 - math.fsum(chances))


def _compound_poisson(u: int, eta: float) -> float:
    if u == 0:
        return math.exp(-eta)
    # 3.8: e^-eta / 2^u times the sum over l of C(u-1, l-1) eta^l / l!
    series = (math.comb(u - 1, k - 1) * eta**k / math.factorial(k) for k in range(1, u + 1))
    return math.exp(-eta) * 0.5**u * math.fsum(series)
