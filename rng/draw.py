"""The cards of one round: card k as a function of the round's seed and the shoe it started from.

The order exists only as it is dealt. Nothing is kept for another round, and nothing here knows
what a card is worth or when to stop.
"""

from collections.abc import Iterator
from itertools import islice
from struct import Struct
from typing import Final

from rng.ctr_drbg import CtrDrbg, DrbgError
from rng.integers import scale
from rng.shoe import BadShoe, Shoe

REQUEST_BYTES: Final = 64  # design, section 5, step 6: the size of each request to the generator
WORDS_A_CARD_MAX: Final = 100  # all passed over: less than once in 2^700 cards, n being below 417

_REQUEST: Final = Struct(">32H")  # REQUEST_BYTES as big-endian words of 16 bits


class WordsRefused(DrbgError):
    """`WORDS_A_CARD_MAX` words in a row were passed over: this is no random stream."""


class RoundDraw:
    """Deals without an order fixed in advance; the same seed and shoe always deal the same cards.

    Design, section 5, steps 6 to 8. `seed` is 48 bytes (`rng.announcement.round_seed`), else
    `rng.ctr_drbg.BadDrbgInput`. Each method may have to draw first, which raises `WordsRefused`
    where the generator gives no usable word. Its repr shows neither state nor cards. Not for two
    threads at once.
    """

    __slots__ = ("_cards", "_left", "_passed_over", "_shoe", "_words")

    def __init__(self, seed: bytes, shoe: Shoe) -> None:
        self._shoe = shoe
        self._left = bytearray(shoe.in_fixed_order())
        self._words = _words_of(CtrDrbg.instantiate(seed))
        self._cards: list[int] = []  # as dealt
        self._passed_over = [0]  # [k]: words passed over while the first k cards were dealt

    def card_number(self, k: int) -> int:
        """The number, 0 to 51, of the card dealt after `k` others. `BadShoe` past the last."""
        if k < 0:
            raise BadShoe(f"cards are counted from 0, not from {k}")
        self._deal_up_to(k + 1)
        return self._cards[k]

    def words_passed_over(self, k: int) -> int:
        """How many words were passed over for the first `k` cards. `BadShoe` past the last."""
        self._deal_up_to(k)
        return self._passed_over[k]

    def shoe_after(self, k: int) -> Shoe:
        """The shoe when the first `k` cards have been dealt. `BadShoe` past the last."""
        self._deal_up_to(k)
        return self._shoe.without(self._cards[:k])

    def _deal_up_to(self, k: int) -> None:
        dealt = len(self._cards)
        if not 0 <= k <= dealt + len(self._left):
            raise BadShoe(f"the shoe held {dealt + len(self._left)} cards, so not {k}")
        for _ in range(dealt, k):
            self._deal()

    def _deal(self) -> None:
        for passed_over, word in enumerate(islice(self._words, WORDS_A_CARD_MAX)):
            place = scale(word, len(self._left))
            if place is not None:
                self._cards.append(self._left.pop(place))
                self._passed_over.append(self._passed_over[-1] + passed_over)
                return
        raise WordsRefused(f"{WORDS_A_CARD_MAX} words in a row were passed over")


def _words_of(drbg: CtrDrbg) -> Iterator[int]:
    """The generator's words in order; a new request only when no word is left."""
    while True:  # bounded by its reader
        yield from _REQUEST.unpack(drbg.generate(REQUEST_BYTES))
