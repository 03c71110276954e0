"""Berlekamp and Massey's algorithm on 64 blocks at a time (2.10.4, step 2).

Bit-sliced: word i holds coefficient i of 64 connection polynomials, one block in each bit, so a
step of the algorithm is a few operations on whole words and takes no branch. In the names of
Massey (1969): after n bits a block has length L, connection polynomial C, and B is the C before
the last change of length. What is kept of L is k = n - 2L, as signed numbers in bit planes: a step
makes it k + 1, or, where the length changes to n + 1 - L, -(k + 1), which is all its bits turned.
"""

import numpy as np
from numpy.typing import NDArray

from certification.sp800_22.compiled import compiled

LANES = 64
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
ONE = np.uint64(1)


@compiled
def linear_complexities(
    words: NDArray[np.uint64], block_bits: int, lengths: NDArray[np.int64]
) -> None:
    """Length of the shortest register that makes each block, as many as `lengths` has places."""
    planes = np.zeros(2, np.uint64)
    backwards = np.zeros(block_bits, np.uint64)
    for first in range(0, lengths.size, LANES):
        _gather(words, block_bits, first, lengths.size, backwards)
        planes = _registers(backwards)
        for lane in range(min(LANES, lengths.size - first)):
            k = np.int64(0)
            for plane in range(planes.size):
                k |= np.int64((planes[plane] >> np.uint64(lane)) & ONE) << plane
            if k >> (planes.size - 1):
                k -= np.int64(1) << planes.size
            lengths[first + lane] = (block_bits - k) >> 1


@compiled
def _gather(
    words: NDArray[np.uint64],
    block_bits: int,
    first: int,
    blocks: int,
    backwards: NDArray[np.uint64],
) -> None:
    """Bit n of 64 blocks into word M - 1 - n; lanes without a block repeat the last one."""
    backwards[:] = np.uint64(0)
    for lane in range(LANES):
        start = min(first + lane, blocks - 1) * block_bits
        for n in range(block_bits):
            place = start + n
            bit = (words[place >> 6] >> np.uint64(63 - (place & 63))) & ONE
            backwards[block_bits - 1 - n] |= bit << np.uint64(lane)


@compiled
def _registers(backwards: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Bit planes of k = M - 2L of the 64 blocks."""
    size = backwards.size
    c = np.zeros(size + 2, np.uint64)
    b = np.zeros(2 * size + 4, np.uint64)  # x B is B seen from one place lower, where a zero is
    base = size + 1
    c[0] = b[base] = ALL
    planes = np.zeros(_planes_for(size), np.uint64)
    for n in range(size):
        base -= 1
        reach = min((n + _largest(planes)) // 2 + 1, n + 1)  # no C or x B has a higher degree
        odd = _discrepancy(c[: min(reach, n) + 1], backwards[size - 1 - n :])
        longer = odd & ~planes[-1]  # 2L <= n, where k is not negative
        _step(c[: reach + 1], b[base:], odd, longer)
        carry = ~longer
        for plane in range(planes.size):
            old = planes[plane]
            planes[plane] = old ^ carry ^ longer
            carry &= old
    return planes


@compiled
def _planes_for(size: int) -> int:
    planes = 2
    while 1 << (planes - 1) <= size + 1:
        planes += 1
    return planes


@compiled
def _largest(planes: NDArray[np.uint64]) -> int:
    """A power of two that no |k| of the 64 passes."""
    for plane in range(planes.size - 2, -1, -1):
        if planes[plane] ^ planes[-1]:
            return 2 << plane
    return 1


@compiled
def _discrepancy(c: NDArray[np.uint64], backwards: NDArray[np.uint64]) -> np.uint64:
    odd = np.uint64(0)
    for i in range(c.size):
        odd ^= c[i] & backwards[i]
    return odd


@compiled
def _step(c: NDArray[np.uint64], b: NDArray[np.uint64], odd: np.uint64, longer: np.uint64) -> None:
    """C - B where the discrepancy is odd; there B becomes the old C where the length grows."""
    for i in range(c.size):
        old = c[i]
        c[i] = old ^ (odd & b[i])
        b[i] ^= longer & (old ^ b[i])
