"""Controls whose bits are bad; secrets, rounds, shoes and integers follow from these bits."""

from dataclasses import dataclass, field
from hashlib import sha384
from typing import Final

import numpy as np

from certification.cards.dealer import REQUEST_BYTES, ROUND_CARDS, CardNumbers, Counts, Path
from certification.cards.kernels import WORDS, deal_rounds
from certification.cards.production import Production, words_of
from certification.sp800_22.compiled import compiled

_ROUND_WORDS: Final = 64
_LCG_FACTOR: Final = 1_103_515_245  # ISO C's example of rand()
_LCG_STEP: Final = 12_345
_LCG_MASK: Final = 2**32 - 1
_BYTE: Final = 255


@dataclass(frozen=True)
class BadBits(Production):
    """A round's words are cut from one of its own bad streams for all secrets of a batch."""

    name: str = field()
    size: float = 0.0

    def deal(self, secrets: bytes, counts: Counts, path: Path) -> CardNumbers:
        """As `Dealer.deal`; there is one path."""
        stream = self.stream(sha384(secrets).digest(), 2 * _ROUND_WORDS * len(counts))
        words = words_of(stream).reshape(len(counts), _ROUND_WORDS)
        return deal_rounds(words, counts, ROUND_CARDS)


@dataclass(frozen=True)
class BiasedBits(BadBits):
    """P(bit = 1) = 1/2 + `size`: a 0 becomes a 1 with chance 2 `size`."""

    size: float = 0.005

    def stream(self, seed: bytes, length: int) -> bytes:
        """As `Dealer.stream`."""
        fair = super().stream(seed, length)
        limit = round(2 * self.size * WORDS)
        parts = []
        for first in range(0, length, REQUEST_BYTES):
            piece = np.frombuffer(fair[first : first + REQUEST_BYTES], np.uint8)
            part = sha384(seed + first.to_bytes(8)).digest()
            chosen = words_of(super().stream(part, 16 * len(piece))) < limit
            parts.append((piece | np.packbits(chosen)).tobytes())
        return b"".join(parts)


@dataclass(frozen=True)
class LowBits(BadBits):
    """Eight bits of each state of a linear congruential generator, from bit `size` on upward."""

    size: float = 0

    def stream(self, seed: bytes, length: int) -> bytes:
        """As `Dealer.stream`."""
        return lcg_bytes(int.from_bytes(seed[:4]), int(self.size), length).tobytes()


@dataclass(frozen=True)
class StuckCounter(BadBits):
    """The last `size` blocks of 128 bits of every request are those of the request before."""

    size: float = REQUEST_BYTES / 16

    def stream(self, seed: bytes, length: int) -> bytes:
        """As `Dealer.stream`."""
        kept = 16 * int(self.size)
        fair = super().stream(seed, length)
        first = fair[:REQUEST_BYTES][-kept:]
        pieces = []
        for at in range(0, length, REQUEST_BYTES):
            piece = fair[at : at + REQUEST_BYTES]
            pieces.append((piece[: max(0, len(piece) - kept)] + first)[: len(piece)])
        return b"".join(pieces)


@compiled
def lcg_bytes(state: int, shift: int, length: int) -> "np.ndarray[tuple[int], np.dtype[np.uint8]]":
    """x -> 1103515245 x + 12345 mod 2^32, eight bits of each x."""
    found = np.zeros(length, np.uint8)
    for at in range(length):
        state = (state * _LCG_FACTOR + _LCG_STEP) & _LCG_MASK
        found[at] = (state >> shift) & _BYTE
    return found
