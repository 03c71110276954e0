"""The slow, obvious twins of `kernels`: a list of the cards left, and `rng.integers.scale`.

Nothing runs these but the tests that compare them with the kernels, card for card.
"""

from collections.abc import Iterator

import numpy as np

from certification.cards.dealer import CardNumbers, Counts, Integers
from certification.cards.kernels import OUT_OF_WORDS
from rng.integers import scale
from rng.shoe import Shoe


def deal_rounds(words: Integers, counts: Counts, cards: int) -> CardNumbers:
    """As `kernels.deal_rounds`."""
    rows = [
        _deal(iter(row.tolist()), Shoe(tuple(shoe.tolist())), cards)
        for row, shoe in zip(words, counts, strict=True)
    ]
    return np.array([row + [OUT_OF_WORDS] * (cards - len(row)) for row in rows], np.uint8)


def deal_shoes(words: Integers, packs: int, shoes: int) -> CardNumbers:
    """As `kernels.deal_shoes`."""
    stream = iter(words.tolist())
    whole = Shoe.whole(packs)
    dealt = [_deal(stream, whole, whole.remaining) for _ in range(shoes)]
    full = [shoe for shoe in dealt if len(shoe) == whole.remaining]
    return np.array(full, np.uint8).reshape(len(full), whole.remaining)


def scale_words(words: Integers, bound: int, count: int) -> Integers:
    """As `kernels.scale_words`."""
    scaled = [value for word in words.tolist() if (value := scale(word, bound)) is not None]
    return np.array(scaled[:count], np.uint16)


def _deal(words: Iterator[int], shoe: Shoe, cards: int) -> list[int]:
    left = list(shoe.in_fixed_order())
    dealt: list[int] = []
    for word in words:
        place = scale(word, len(left))
        if place is not None:
            dealt.append(left.pop(place))
            if len(dealt) == cards or not left:
                break
    return dealt
