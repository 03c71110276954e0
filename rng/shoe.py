"""The shoe: how many of each of the 52 cards have not been dealt yet. It has no order.

A card is a number, 4 x rank + suit: ranks ace to king, suits clubs, diamonds, hearts, spades.
What a card is worth, and when the shoe is made whole, belongs to the rules of a game.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import mul
from typing import Final, Self

CARDS: Final = 52  # different cards in a pack
PACKS_MAX: Final = 8  # a count is written as one digit

_COUNT_OF_DIGIT: Final = bytes.maketrans(b"0123456789", bytes(range(10)))
_EACH_CARD: Final = tuple(bytes((card_number,)) for card_number in range(CARDS))


class BadShoe(ValueError):
    """The counts are no shoe, or a card is asked for that the shoe does not hold."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """52 counts, each 0 to 8, by card number. Raises `BadShoe` on anything else."""

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != CARDS:
            raise BadShoe(f"a shoe has {CARDS} counts, not {len(self.counts)}")
        if min(self.counts) < 0 or max(self.counts) > PACKS_MAX:
            raise BadShoe(f"each count of a shoe is 0 to {PACKS_MAX}")

    @classmethod
    def whole(cls, packs: int) -> Self:
        """The shoe of 1 to 8 packs from which nothing has been dealt."""
        if not 1 <= packs <= PACKS_MAX:
            raise BadShoe(f"a shoe has 1 to {PACKS_MAX} packs, not {packs}")
        return cls((packs,) * CARDS)

    @classmethod
    def parse(cls, digits: str) -> Self:
        """The shoe that `str()` wrote as 52 ASCII digits."""
        if not (digits.isascii() and digits.isdigit()):
            raise BadShoe(f"a shoe is written as {CARDS} digits")
        return cls(tuple(digits.encode("ascii").translate(_COUNT_OF_DIGIT)))

    def __str__(self) -> str:
        return "".join(map(str, self.counts))

    @property
    def remaining(self) -> int:
        """Cards left."""
        return sum(self.counts)

    def in_fixed_order(self) -> bytes:
        """The numbers of the cards left, one byte each: ace to king, clubs to spades."""
        return b"".join(map(mul, _EACH_CARD, self.counts))

    def without(self, card_numbers: Iterable[int]) -> Self:
        """The shoe after these cards were dealt; raises `BadShoe` if it lacks one of them."""
        counts = list(self.counts)
        for card_number in card_numbers:
            if not 0 <= card_number < CARDS or counts[card_number] == 0:
                raise BadShoe(f"the shoe has no card {card_number} left")
            counts[card_number] -= 1
        return type(self)(tuple(counts))
