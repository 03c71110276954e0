"""Draws that are wrong in one way, as machine code. No serving process can reach them.

The first word of a row decides whether the row is dealt badly (below `limit`) or fairly; the rest
are drawn from. Where a row's words run out its cards stay `OUT_OF_WORDS`.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.cards.dealer import CARDS, CardNumbers, Counts, Integers
from certification.cards.kernels import OUT_OF_WORDS, WORDS
from certification.sp800_22.compiled import compiled

FAIR: Final = 0
MODULO: Final = 1  # the word modulo the cards left
OFF_BY_ONE: Final = 2  # a place below n - 1: the last card never comes
MISSING: Final = 3  # one of the eight of `CARD` is not in the shoe
TWICE: Final = 4  # `CARD` stays in the shoe when it is dealt
FAVOURED: Final = 5  # now and then a card of another rank is drawn again
SWAP_WITH_ANY: Final = 6  # each place of the shoe swapped with any, then dealt from the top
SORT_BY_KEYS: Final = 7  # the shoe stably sorted by keys of 8 bits, then dealt from the top

CARD: Final = 3  # the ace of spades
FAVOURED_RANK: Final = 0  # aces
KEYS: Final = 256


@compiled
def place_of(word: int, n: int, defect: int) -> int:
    """Which of the n cards left; -1 where the word is passed over."""
    if defect == MODULO:
        return word % n
    if defect == OFF_BY_ONE and n > 1:
        n -= 1
    product = word * n
    return -1 if product % WORDS < WORDS % n else product >> 16


@compiled
def card_at(left: NDArray[np.int64], place: int) -> int:
    """The card at a place in the fixed order."""
    card = 0
    while place >= left[card]:
        place -= left[card]
        card += 1
    return card


@compiled
def taken(
    left: NDArray[np.int64], counts: NDArray[np.uint8], n: int, card: int, defect: int
) -> int:
    """How many are left once the card is dealt; the shoe is made whole when none is."""
    if defect == TWICE and card == CARD:
        return n
    left[card] -= 1
    if n > 1:
        return n - 1
    left[:] = counts
    return int(left.sum())


@compiled
def draw_row(
    row: Integers, counts: NDArray[np.uint8], dealt: CardNumbers, defect: int, chance: int
) -> None:
    """Card by card from the cards left, by one of the faults of a draw."""
    left = counts.astype(np.int64)
    if defect == MISSING and left[CARD] > 0:
        left[CARD] -= 1
    n, k, card = int(left.sum()), 0, 0
    redraw = False  # FAVOURED: the word before said that this one decides about a second draw
    for word in row:
        if redraw:
            redraw = False
            if word < chance:
                continue
        else:
            place = place_of(int(word), n, defect)
            if place < 0:
                continue
            card = card_at(left, place)
            redraw = defect == FAVOURED and card >> 2 != FAVOURED_RANK
            if redraw:
                continue
        dealt[k] = card
        k += 1
        n = taken(left, counts, n, card, defect)
        if k == len(dealt):
            break


@compiled
def order_row(row: Integers, counts: NDArray[np.uint8], dealt: CardNumbers, defect: int) -> None:
    """The cards left in fixed order, ordered anew by one of the faulty shuffles, from the top."""
    n = 0
    order = np.zeros(counts.sum(), np.uint8)
    for card in range(CARDS):
        for _ in range(counts[card]):
            order[n] = card
            n += 1
    if defect == SORT_BY_KEYS:
        keys = (row[:n] >> 8).astype(np.int64)
        starts = np.zeros(KEYS + 1, np.int64)
        for key in keys:
            starts[key + 1] += 1
        starts = np.cumsum(starts)
        ordered = order.copy()
        for at in range(n):
            ordered[starts[keys[at]]] = order[at]
            starts[keys[at]] += 1
        dealt[:] = ordered[: len(dealt)]
        return
    at = 0
    for word in row:
        place = place_of(int(word), n, FAIR)
        if place >= 0:
            order[at], order[place] = order[place], order[at]
            at += 1
            if at == n:
                dealt[:] = order[: len(dealt)]
                break


@compiled
def deal_badly(
    words: Integers, counts: Counts, cards: int, defect: int, limit: int, chance: int
) -> CardNumbers:
    """`cards` cards for each row of `words`, from the shoe in the same row of `counts`."""
    dealt = np.full((len(words), cards), OUT_OF_WORDS, np.uint8)
    for at in range(len(words)):
        row = words[at, 1:]
        now = defect if words[at, 0] < limit else FAIR
        if now in (SWAP_WITH_ANY, SORT_BY_KEYS):
            order_row(row, counts[at], dealt[at], now)
        else:
            draw_row(row, counts[at], dealt[at], now, chance)
    return dealt
