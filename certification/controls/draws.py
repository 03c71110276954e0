"""Controls whose bits are good and whose draws are not: scaling, shuffling, a card too many."""

from dataclasses import dataclass, field
from hashlib import sha384
from typing import Final

import numpy as np

from certification.cards.dealer import (
    ROUND_CARDS,
    SECRET_BYTES,
    SHOE_CARDS,
    CardNumbers,
    Counts,
    Integers,
    Path,
    whole_shoes,
)
from certification.cards.kernels import OUT_OF_WORDS, WORDS
from certification.cards.production import OutOfWords, Production, words_of
from certification.controls.kernels import (
    FAVOURED,
    MODULO,
    OFF_BY_ONE,
    SORT_BY_KEYS,
    SWAP_WITH_ANY,
    deal_badly,
)

ROWS_AT_A_TIME: Final = 20_000  # of words: a shuffle needs a kilobyte for each round
RANKS_BUT_ONE: Final = 12 / 13

# Words of a row. A draw takes one, and hardly one more; a favoured rank takes two and a few more
# for second draws; a shuffle one for each card of the shoe.
_ROUND_WORDS: Final = 33
_FAVOURED_ROUND_WORDS: Final = 97
_SHOE_WORDS: Final = 513
_FAVOURED_SHOE_WORDS: Final = 1_025


@dataclass(frozen=True)
class BadDraw(Production):
    """Deals the share `size` of all rounds and shoes by `defect`, the rest as it should.

    For a favoured rank `size` is how much more often it comes, and all rounds are dealt so. A
    round's words are cut from one stream for all its secrets: seeding is not what is wrong here.
    """

    name: str = field()
    defect: int
    size: float = 1.0

    def deal(self, secrets: bytes, counts: Counts, path: Path) -> CardNumbers:
        """As `Dealer.deal`; there is one path."""
        return self._rows(sha384(secrets).digest(), counts, ROUND_CARDS)

    def shoes(self, seed: bytes, count: int) -> CardNumbers:
        """As `Dealer.shoes`."""
        return self._rows(seed, whole_shoes(count), SHOE_CARDS)

    def integers(self, seed: bytes, bound: int, count: int) -> Integers:
        """As `Dealer.integers`: wrong where the fault is one of scaling."""
        fair = super().integers(seed, bound, count)
        if self.defect not in (MODULO, OFF_BY_ONE):
            return fair
        words = words_of(self.stream(sha384(seed).digest(), 4 * count)).reshape(2, count)
        if self.defect == MODULO:
            bad = words[0] % np.uint16(bound)
        else:
            bad = super().integers(sha384(seed).digest(), bound - 1, count)
        return np.where(words[1] < self._limit, bad, fair).astype(np.uint16)

    @property
    def _limit(self) -> int:
        return WORDS if self.defect == FAVOURED else round(self.size * WORDS)

    @property
    def _chance(self) -> int:
        """Of drawing again: P(rank) = 1/13 + 12/13 q / 13, so q = 13/12 of the relative excess."""
        return round(self.size / RANKS_BUT_ONE * WORDS) if self.defect == FAVOURED else 0

    def _width(self, cards: int) -> int:
        whole = cards == SHOE_CARDS
        if self.defect == FAVOURED:
            return _FAVOURED_SHOE_WORDS if whole else _FAVOURED_ROUND_WORDS
        shuffles = self.defect in (SWAP_WITH_ANY, SORT_BY_KEYS)
        return _SHOE_WORDS if whole or shuffles else _ROUND_WORDS

    def _rows(self, seed: bytes, counts: Counts, cards: int) -> CardNumbers:
        width = self._width(cards)
        parts = []
        for first in range(0, len(counts), ROWS_AT_A_TIME):
            rows = counts[first : first + ROWS_AT_A_TIME]
            part = sha384(seed + first.to_bytes(SECRET_BYTES)).digest()
            words = words_of(self.stream(part, 2 * width * len(rows))).reshape(len(rows), width)
            parts.append(deal_badly(words, rows, cards, self.defect, self._limit, self._chance))
        dealt = np.concatenate(parts)
        if (dealt[:, -1] == OUT_OF_WORDS).any():
            raise OutOfWords(f"{width} words were not enough for {cards} cards")
        return dealt
