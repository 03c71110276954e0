"""Playing cards. A card's number is 4 x rank + suit: ranks ace to king, suits C D H S.

Which card comes next is not decided here: see `CardAt`.
"""

from collections.abc import Callable
from dataclasses import dataclass

RANKS = "A23456789TJQK"
SUITS = "CDHS"
FACE_DOWN = "??"

_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
POINTS = tuple(min(rank + 1, 10) for rank in range(len(RANKS)) for _ in SUITS)
_NUMBERS = {name: number for number, name in enumerate(_NAMES)}


class BadCard(ValueError):
    """Not the name or the number of a card."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card of 52, by its number."""

    number: int

    def __post_init__(self) -> None:
        if not 0 <= self.number < len(_NAMES):
            raise BadCard(f"{self.number} is not a card number from 0 to {len(_NAMES) - 1}")

    @staticmethod
    def parse(name: str) -> "Card":
        """The card written `AC`, `TD`, `9H`, `KS`."""
        if name not in _NUMBERS:
            raise BadCard(f"{name!r} is not a card such as AC, TD, 9H or KS")
        return DECK[_NUMBERS[name]]

    @property
    def rank(self) -> int:
        """0 for the ace to 12 for the king."""
        return self.number >> 2

    @property
    def suit(self) -> int:
        """0 to 3 for clubs, diamonds, hearts, spades."""
        return self.number & 3

    @property
    def points(self) -> int:
        """R2 with every ace counted as 1."""
        return POINTS[self.number]

    @property
    def is_ace(self) -> bool:
        """Whether R2 may count this card as 11."""
        return self.number < len(SUITS)

    def __str__(self) -> str:
        return _NAMES[self.number]


DECK = tuple(Card(number) for number in range(len(_NAMES)))

CardAt = Callable[[int], Card]
"""The card at a position of the round, counted from 0 in dealing order.

Supplied from outside: by a draw from seeds, or by a test.
"""
