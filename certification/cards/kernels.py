"""Steps 7 and 8 of a draw as machine code: words of 16 bits in, card numbers out.

`plain` has the same functions as a reader would write them; `rng.draw` is the third, slow twin.
Where the words do not suffice a kernel says how far it came and never deals a card without one.
"""

from typing import Final

import numpy as np

from certification.cards.dealer import CARDS, CardNumbers, Counts, Integers
from certification.sp800_22.compiled import compiled

WORDS: Final = 65_536  # values of a word of 16 bits
OUT_OF_WORDS: Final = 255  # no card number: stands where a round ran out of its words


@compiled
def deal_rounds(words: Integers, counts: Counts, cards: int) -> CardNumbers:
    """`cards` cards for each row of `words`, from the shoe in the same row of `counts`."""
    dealt = np.full((words.shape[0], cards), OUT_OF_WORDS, np.uint8)
    left = np.zeros(CARDS, np.int64)
    for at in range(words.shape[0]):
        n = 0
        for card in range(CARDS):
            left[card] = counts[at, card]
            n += left[card]
        k = 0
        for word in words[at]:
            product = np.int64(word) * n
            if product % WORDS < WORDS % n:
                continue
            place = product >> 16
            card = 0
            while place >= left[card]:
                place -= left[card]
                card += 1
            dealt[at, k] = card
            left[card] -= 1
            n -= 1
            k += 1
            if k == cards or n == 0:
                break
    return dealt


@compiled
def deal_shoes(words: Integers, packs: int, shoes: int) -> CardNumbers:
    """Whole shoes, each to its last card, in one run through `words`; fewer where these end."""
    cards = packs * CARDS
    dealt = np.zeros((shoes, cards), np.uint8)
    left = np.full(CARDS, packs, np.int64)
    at = 0
    n = cards
    for word in words:
        if at == shoes:
            break
        product = np.int64(word) * n
        if product % WORDS < WORDS % n:
            continue
        place = product >> 16
        card = 0
        while place >= left[card]:
            place -= left[card]
            card += 1
        dealt[at, cards - n] = card
        left[card] -= 1
        n -= 1
        if n == 0:
            at += 1
            n = cards
            left[:] = packs
    return dealt[:at]


@compiled
def scale_words(words: Integers, bound: int, count: int) -> Integers:
    """The first `count` integers below `bound` that `words` stand for; fewer where these end."""
    scaled = np.zeros(count, np.uint16)
    found = 0
    for word in words:
        if found == count:
            break
        product = np.int64(word) * bound
        if product % WORDS >= WORDS % bound:
            scaled[found] = product >> 16
            found += 1
    return scaled[:found]
