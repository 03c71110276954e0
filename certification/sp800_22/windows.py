"""Kernels over packed words: windows of m bits counted in one pass, and ones in blocks.

Words are as in `bits.Bits`: first bit highest, one zero word to spare. The longest window is 32
bits here; what a test allows is its own affair.
"""

import numpy as np
from numpy.typing import NDArray

from certification.sp800_22.compiled import compiled

WINDOW_BITS_MAX = 24
"""2^24 counts are 128 MiB; SP 800-22 needs 16."""


class WindowTooWide(ValueError):
    """More bits in a window than there is memory for its counts."""


def cyclic_window_counts(words: NDArray[np.uint64], length: int, m: int) -> NDArray[np.int64]:
    """Counts (2^m) of the m-bit windows at every place, wrapped around the end (2.11.4, 2.12.4).

    Raises WindowTooWide for m over 24 or under 1.
    """
    if not 1 <= m <= WINDOW_BITS_MAX:
        raise WindowTooWide(f"windows of {m} bits: 1 to {WINDOW_BITS_MAX} can be counted")
    counts = np.zeros(1 << m, np.int64)
    whole = max(0, length - m + 1)
    count_windows(words, 0, whole, m, counts)
    for start in range(whole, length):
        counts[_wrapped(words, length, start, m)] += 1
    return counts


def _wrapped(words: NDArray[np.uint64], length: int, start: int, m: int) -> int:
    value = 0
    for step in range(m):
        place = (start + step) % length
        value = value << 1 | int(words[place // 64]) >> (63 - place % 64) & 1
    return value


def fold(counts: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    """Counts of the windows without their last `bits` bits."""
    shorter: NDArray[np.int64] = counts.reshape(-1, 1 << bits).sum(axis=1)
    return shorter


@compiled
def window(words: NDArray[np.uint64], start: int, width: int) -> np.int64:
    """The `width` (1 to 63) bits from `start` on, as a number."""
    place, shift = start >> 6, start & 63
    value = words[place] << np.uint64(shift)
    if shift:
        value |= words[place + 1] >> np.uint64(64 - shift)
    return np.int64(value >> np.uint64(64 - width))


@compiled
def count_windows(
    words: NDArray[np.uint64], start: int, stop: int, m: int, counts: NDArray[np.int64]
) -> None:
    """Add the m-bit windows (m up to 32) that begin at `start` to `stop - 1` to `counts`."""
    down = np.uint64(64 - m)
    one = np.uint64(1)
    place = start
    while place < stop:
        word, shift = place >> 6, place & 63
        value = words[word] << np.uint64(shift)
        if shift:
            value |= words[word + 1] >> np.uint64(64 - shift)
        run = min(65 - m, stop - place)  # windows that lie within the 64 bits of `value`
        for _ in range(run):
            counts[np.int64(value >> down)] += 1
            value <<= one
        place += run


@compiled
def ones_in_blocks(words: NDArray[np.uint64], size: int, ones: NDArray[np.int64]) -> None:
    """Number of ones in each block of `size` bits, as many blocks as `ones` has places."""
    for block in range(ones.size):
        place, stop = block * size, (block + 1) * size
        total = np.int64(0)
        while place < stop:
            run = min(64 - (place & 63), stop - place)
            value = words[place >> 6] << np.uint64(place & 63)
            total += popcount(value >> np.uint64(64 - run))
            place += run
        ones[block] = total


@compiled
def popcount(value: np.uint64) -> np.int64:
    """Number of ones in a word, by sums within pairs, nibbles and bytes."""
    value -= (value >> np.uint64(1)) & np.uint64(0x5555555555555555)
    pairs = np.uint64(0x3333333333333333)
    value = (value & pairs) + ((value >> np.uint64(2)) & pairs)
    value = (value + (value >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((value * np.uint64(0x0101010101010101)) >> np.uint64(56))
