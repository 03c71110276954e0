"""The cards of one round: card k as a function of the round's seed and the shoe it started from.

The order exists only as it is dealt. Nothing is kept for another round, and nothing here knows
what a card is worth or when to stop.
"""

from struct import Struct
from typing import Final

from rng.ctr_drbg import CtrDrbg
from rng.integers import scale
from rng.shoe import BadShoe, Shoe, card_at_place

REQUEST_BYTES: Final = 64  # design, section 5, step 6: the size of each request to the generator

_WORDS: Final = Struct(">32H")  # the same request as big-endian words of 16 bits


class RoundDraw:
    """Deals without an order fixed in advance; the same seed and shoe always deal the same cards.

    `seed` is 48 bytes (`rng.announcement.round_seed`). Keeps the generator's state and undealt
    cards out of its repr. Not for two threads at once.
    """

    __slots__ = ("_cards", "_counts", "_drbg", "_passed_over", "_remaining", "_shoe", "_words")

    def __init__(self, seed: bytes, shoe: Shoe) -> None:
        self._drbg = CtrDrbg.instantiate(seed)
        self._shoe = shoe
        self._counts = list(shoe.counts)
        self._remaining = shoe.remaining
        self._words: list[int] = []  # words left of the last request, the next one last
        self._cards: list[int] = []
        self._passed_over = [0]  # [k]: words passed over while the first k cards were dealt

    def card_number(self, k: int) -> int:
        """The number, 0 to 51, of the card dealt after `k` others. `BadShoe` past the last."""
        self._deal_up_to(k + 1)
        return self._cards[k]

    def words_passed_over(self, k: int) -> int:
        """How many words were passed over while the first `k` cards were dealt."""
        self._deal_up_to(k)
        return self._passed_over[k]

    def shoe_after(self, k: int) -> Shoe:
        """The shoe when the first `k` cards have been dealt."""
        self._deal_up_to(k)
        return self._shoe.without(self._cards[:k])

    def _deal_up_to(self, k: int) -> None:
        if not 0 <= k <= len(self._cards) + self._remaining:
            raise BadShoe(f"the shoe held {self._shoe.remaining} cards, so not {k}")
        while len(self._cards) < k:
            self._deal()

    def _deal(self) -> None:
        passed_over = self._passed_over[-1]
        # Ends: at least half of all words are taken for every n, and the stream does not repeat.
        while (place := scale(self._next_word(), self._remaining)) is None:
            passed_over += 1
        card_number = card_at_place(self._counts, place)
        self._counts[card_number] -= 1
        self._remaining -= 1
        self._cards.append(card_number)
        self._passed_over.append(passed_over)

    def _next_word(self) -> int:
        if not self._words:
            self._words.extend(reversed(_WORDS.unpack(self._drbg.generate(REQUEST_BYTES))))
        return self._words.pop()
