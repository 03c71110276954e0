"""Ways to look at a card: the card itself, its rank, its value, its suit, its colour."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.cards.dealer import CARDS, PACKS

RANKS: Final = 13
SUITS: Final = 4
TEN_RANK: Final = 9  # ranks count from 0: ace, two ... ten, jack, queen, king
RED_SUITS: Final = (1, 2)  # clubs, diamonds, hearts, spades


class View(StrEnum):
    """What of a card is looked at."""

    CARD = "card"
    RANK = "rank"
    VALUE = "value"
    SUIT = "suit"


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """`of[card]` is the class of a card; `sizes` counts the cards of each in a whole shoe."""

    of: NDArray[np.uint8]
    sizes: NDArray[np.int64]

    @property
    def count(self) -> int:
        """How many classes there are."""
        return len(self.sizes)


def _classes(of: NDArray[np.int64]) -> Classes:
    return Classes(of.astype(np.uint8), PACKS * np.bincount(of))


_CARD: Final = np.arange(CARDS)

CLASSES: Final[Mapping[View, Classes]] = MappingProxyType(
    {
        View.CARD: _classes(_CARD),
        View.RANK: _classes(_CARD // SUITS),
        View.VALUE: _classes(np.minimum(_CARD // SUITS, TEN_RANK)),
        View.SUIT: _classes(_CARD % SUITS),
    }
)
IS_RED: Final[NDArray[np.bool_]] = np.isin(_CARD % SUITS, RED_SUITS)
