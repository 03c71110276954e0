"""The place that is judged: whoever fills it gives bits, secrets, rounds, shoes and integers.

The production generator (`production`) and every negative control (`certification.controls`) stand
here behind one protocol. A seed is always 48 bytes and the only source of an answer: the same seed
gives the same answer.
"""

from enum import Enum
from typing import Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

PACKS: Final = 8
CARDS: Final = 52
SHOE_CARDS: Final = PACKS * CARDS
ROUND_CARDS: Final = 20  # R10, R11: three hands and the dealer, five cards each at the most
SECRET_BYTES: Final = 32
SEED_BYTES: Final = 48
REQUEST_BYTES: Final = 65_536  # of a long stream: the most that SP 800-90A allows at a time
BOUNDS: Final = range(SHOE_CARDS, 258, -1)  # cards left at a draw: R3 makes the shoe whole in time

CardNumbers: TypeAlias = NDArray[np.uint8]  # 0 to 51 as rng.shoe numbers them
Counts: TypeAlias = NDArray[np.uint8]  # shape (rounds, 52): the shoe before each round
Integers: TypeAlias = NDArray[np.uint16]


class Path(Enum):
    """Which program deals: the functions that serve players, or their compiled twin."""

    SERVED = "served"
    TWIN = "twin"


class Dealer(Protocol):
    """A source of chance from its raw bits to the cards of a round."""

    @property
    def name(self) -> str:
        """What reports call it."""
        ...

    def stream(self, seed: bytes, length: int) -> bytes:
        """`length` bytes of one generator, in requests of `REQUEST_BYTES`."""
        ...

    def secrets(self, seed: bytes, count: int) -> bytes:
        """`count` server secrets of `SECRET_BYTES` each, one after the other."""
        ...

    def deal(self, secrets: bytes, counts: Counts, path: Path) -> CardNumbers:
        """`ROUND_CARDS` cards of a round for each secret, from the shoe in the row of `counts`."""
        ...

    def shoes(self, seed: bytes, count: int) -> CardNumbers:
        """Whole shoes dealt to the last card from one stream, shape (count, `SHOE_CARDS`)."""
        ...

    def integers(self, seed: bytes, bound: int, count: int) -> Integers:
        """Scaled integers from 0 to `bound` - 1, in order, from one stream."""
        ...


def whole_shoes(rounds: int) -> Counts:
    """`Counts` of rounds that each begin with a whole shoe."""
    return np.full((rounds, CARDS), PACKS, np.uint8)
