"""GLI-19 3.2.2 c, coupon collector, and the gap test: how long one waits for a card.

Laws. Until all q classes of K cards each have come: P(T <= t) = sum_j (-1)^j C(q, j)
C(N - j K, t) / C(N, t). From the first card to the next of its class, of which K - 1 are among the
N - 1 others: P(gap > g) = C(N - 1 - g, K - 1) / C(N - 1, K - 1) (negative hypergeometric). One
value a shoe, shoes independent: counts are multinomial.
"""

from functools import cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.cards.classes import CLASSES, View
from certification.cards.dealer import SHOE_CARDS, CardNumbers
from certification.cards.outcome import Outcome, Subject, goodness_of_fit

COUPON_TEST: Final = "coupon_collector"
GAP_TEST: Final = "gap"

_COUPON_LAW: Final = "Pearson's chi-square against the exact law of draws without replacement"
_GAP_LAW: Final = "Pearson's chi-square against the negative hypergeometric law"


def coupons_of_shoes(cards: CardNumbers) -> tuple[Outcome, ...]:
    """Cards dealt until every rank, and every card, has come; shape (shoes, 416)."""
    found = []
    for view in (View.RANK, View.CARD):
        classes = CLASSES[view]
        law = coupon_law(classes.count)
        waits = np.bincount(all_seen_after(classes.of[cards], classes.count), minlength=len(law))
        subject = Subject(COUPON_TEST, f"{view}.all_seen", len(cards), "shoes", _COUPON_LAW)
        found.append(goodness_of_fit(subject, waits, law))
    return tuple(found)


def gaps_of_shoes(cards: CardNumbers) -> tuple[Outcome, ...]:
    """From a shoe's first card, and back from its last, to the next alike; shape (shoes, 416)."""
    found = []
    for view in (View.RANK, View.CARD, View.SUIT):
        classes = CLASSES[view]
        law = gap_law(classes.count)
        looked_at = classes.of[cards]
        for side, rows in (("from_first", looked_at), ("from_last", looked_at[:, ::-1])):
            gaps = 1 + np.argmax(rows[:, 1:] == rows[:, :1], axis=1)
            subject = Subject(GAP_TEST, f"{view}.{side}", len(cards), "shoes", _GAP_LAW)
            found.append(goodness_of_fit(subject, np.bincount(gaps, minlength=len(law)), law))
    return tuple(found)


def all_seen_after(looked_at: NDArray[np.uint8], kinds: int) -> NDArray[np.int64]:
    """How many cards of each row it takes to see every class: the last of the first times.

    A class that never comes (no fair shoe lacks one) counts as seen with the last card.
    """
    last = np.zeros(len(looked_at), np.int64)
    for kind in range(kinds):
        hits = looked_at == kind
        first = np.where(hits.any(axis=1), 1 + np.argmax(hits, axis=1), looked_at.shape[1])
        np.maximum(last, first, out=last)
    return last


@cache
def coupon_law(kinds: int) -> tuple[float, ...]:
    """Chance that the last of `kinds` classes comes with card t, for t from 0 to 416."""
    size = SHOE_CARDS // kinds
    sets = [comb(SHOE_CARDS, t) for t in range(SHOE_CARDS + 1)]
    complete = [_complete(kinds, size, t) for t in range(SHOE_CARDS + 1)]
    law = [0.0]
    for t in range(1, SHOE_CARDS + 1):
        # Over one denominator, so that the difference of two chances near 1 is exact.
        rise = complete[t] * sets[t - 1] - complete[t - 1] * sets[t]
        law.append(rise / (sets[t] * sets[t - 1]))
    return tuple(law)


@cache
def gap_law(kinds: int) -> tuple[float, ...]:
    """Chance of each gap, from 0 to 415, to the next card of the first card's class."""
    others = SHOE_CARDS // kinds - 1
    ways = comb(SHOE_CARDS - 1, others)
    return (
        0.0,
        *(comb(SHOE_CARDS - 1 - gap, others - 1) / ways for gap in range(1, SHOE_CARDS)),
    )


def _complete(kinds: int, size: int, t: int) -> int:
    """Sets of t cards that hold every class."""
    return sum(
        (-1) ** j * comb(kinds, j) * comb(SHOE_CARDS - j * size, t) for j in range(kinds + 1)
    )
