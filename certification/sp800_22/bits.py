"""A stream of bits, packed: 64 of them in a word, the first in the highest place.

Every test takes a numpy array of 0 and 1 of any integer type, or a `Bits` made from it once; the
array is read, never changed. Reading files is in `streams`.
"""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from certification.sp800_22.refusals import BadBits
from certification.sp800_22.windows import cyclic_window_counts, fold

WORD_BITS = 64
SPARE_WORDS = 1
"""Zero words after the last, so that a window may be read past the end without a test."""

Counts: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]


@dataclass(frozen=True, slots=True, eq=False)
class Bits:
    """`length` bits in `words`; the places after the last bit are zero."""

    words: Words = field(repr=False)
    length: int
    _counted: dict[int, Counts] = field(default_factory=dict, repr=False)

    @classmethod
    def from_bytes(cls, data: bytes, length: int | None = None) -> "Bits":
        """The first `length` bits of `data` (all of them by default), highest bit of a byte first.

        Raises BadBits when `data` is shorter than that.
        """
        bits = 8 * len(data) if length is None else length
        if not 0 <= bits <= 8 * len(data):
            raise BadBits(f"{bits} bits were asked of {len(data)} bytes")
        packed = np.zeros(8 * (-(-bits // WORD_BITS) + SPARE_WORDS), np.uint8)
        used = -(-bits // 8)
        packed[:used] = np.frombuffer(data, np.uint8, used)
        if bits % 8:
            packed[used - 1] &= 0xFF << (8 - bits % 8) & 0xFF
        words = packed.view(">u8").astype(np.uint64)
        words.setflags(write=False)
        return cls(words, bits)

    def part(self, start: int, length: int) -> "Bits":
        """`length` bits from `start` on. Raises BadBits when they are not all there."""
        if not 0 <= start <= start + length <= self.length:
            raise BadBits(f"bits {start} to {start + length} of {self.length}")
        first, shift = divmod(start, WORD_BITS)
        count = -(-length // WORD_BITS)
        words = np.zeros(count + SPARE_WORDS, np.uint64)
        words[:count] = self.words[first : first + count] << np.uint64(shift)
        if shift:
            words[:count] |= self.words[first + 1 : first + count + 1] >> np.uint64(64 - shift)
        if length % WORD_BITS:
            words[count - 1] &= ~np.uint64(0) << np.uint64(-length % WORD_BITS)
        words.setflags(write=False)
        return Bits(words, length)

    def digits(self) -> NDArray[np.uint8]:
        """The bits one by one, as a new array of 0 and 1."""
        return np.unpackbits(self.words.astype(">u8").view(np.uint8), count=self.length)

    def window_counts(self, m: int) -> Counts:
        """How often each m-bit word stands in the stream, which goes on from its end at its start.

        Counts of length 2^m. Words of an earlier, longer count are folded instead of counted again.
        """
        known = [size for size in tuple(self._counted) if size >= m]  # other threads may add
        if known:
            return fold(self._counted[min(known)], min(known) - m)
        counts = cyclic_window_counts(self.words, self.length, m)
        counts.setflags(write=False)
        self._counted[m] = counts
        return counts


BitsLike: TypeAlias = "Bits | NDArray[np.integer[Any]] | NDArray[np.bool_]"


def as_bits(source: BitsLike) -> Bits:
    """Pack an array of 0 and 1; a `Bits` is returned as it is.

    Raises BadBits for an array that is not one row of whole numbers, or has another value.
    """
    if isinstance(source, Bits):
        return source
    if source.ndim != 1 or source.dtype.kind not in "bui":
        raise BadBits(f"bits are one row of whole numbers, not {source.dtype} {source.shape}")
    if source.size and (source.min() < 0 or source.max() > 1):
        place = int(np.flatnonzero((source != 0) & (source != 1))[0])
        raise BadBits(f"value {source[place]} at {place} is neither 0 nor 1")
    return Bits.from_bytes(np.packbits(source.astype(bool)).tobytes(), source.size)
