"""Controls whose seeds are bad: too few of them, or one used twice."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.cards.dealer import ROUND_CARDS, SECRET_BYTES, CardNumbers, Counts, Path
from certification.cards.kernels import deal_rounds
from certification.cards.production import Production

_WORDS: Final = 64  # of 16 bits, for each round
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)  # splitmix64 (Steele, Lea, Flood 2014)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)


@dataclass(frozen=True)
class ShortSeeds(Production):
    """Rounds from seeds of `size` bits, each expanded well: good words, few different rounds."""

    name: str = field()
    size: float = 32

    def deal(self, secrets: bytes, counts: Counts, path: Path) -> CardNumbers:
        """As `Dealer.deal`; there is one path."""
        heads = np.frombuffer(secrets, np.uint8).reshape(-1, SECRET_BYTES)[:, :8]
        seeds = np.ascontiguousarray(heads).view(np.uint64).ravel() >> np.uint64(64 - self.size)
        return deal_rounds(_expanded(seeds), counts, ROUND_CARDS)


@dataclass(frozen=True)
class RepeatedSecret(Production):
    """The last `size` secrets of a batch are its first ones over again."""

    name: str = field()
    size: float = 1

    def secrets(self, seed: bytes, count: int) -> bytes:
        """As `Dealer.secrets`."""
        repeated = min(int(self.size), count // 2)
        fresh = super().secrets(seed, count - repeated)
        return fresh + fresh[: repeated * SECRET_BYTES]


def _expanded(seeds: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """`_WORDS` words from each seed: splitmix64 from the mixed seed on."""
    start = _mixed(seeds * _STEP + _FIRST)
    steps = np.arange(1, _WORDS // 4 + 1, dtype=np.uint64) * _STEP
    mixed = _mixed(start[:, None] + steps[None, :])
    return np.ascontiguousarray(mixed).view(np.uint16).reshape(len(seeds), _WORDS)


def _mixed(state: NDArray[np.uint64]) -> NDArray[np.uint64]:
    state = (state ^ (state >> np.uint64(30))) * _FIRST
    state = (state ^ (state >> np.uint64(27))) * _SECOND
    return state ^ (state >> np.uint64(31))
