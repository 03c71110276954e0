"""GLI-19 3.2.2 e, interplay correlation: what two cards of one round have to do with each other.

Laws. Of two positions of a round from a whole shoe, P(classes r, s) = K_r (K_s - [r = s]) /
(N (N - 1)); rounds are independent, so the table of pairs is multinomial: Pearson's chi-square.
Neighbours of the same card, over all pairs (t, t + 1) of a row, have the mean and variance of
`moments.matches`; the sum over independent rows is normal.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.cards.classes import CLASSES, Classes, View
from certification.cards.dealer import CARDS, PACKS, SHOE_CARDS, CardNumbers
from certification.cards.moments import matches
from certification.cards.outcome import Outcome, Subject, goodness_of_fit, normal

TEST: Final = "interplay_correlation"

# Positions from 0 as R4 deals: the player has 0 and 2, the dealer 1 and 3, both face down; the
# dealer's first is the one that other tables turn up.
RANK_PAIRS: Final = (
    ("player_1.dealer_1", 0, 1),
    ("dealer_1.player_2", 1, 2),
    ("player_2.dealer_2", 2, 3),
    ("player_1.player_2", 0, 2),
    ("dealer_1.dealer_2", 1, 3),
    ("player_1.dealer_2", 0, 3),
    ("card_5.card_6", 4, 5),
    ("card_19.card_20", 18, 19),
)
CARD_PAIRS: Final = RANK_PAIRS[0], RANK_PAIRS[4]

_TABLE_LAW: Final = "Pearson's chi-square; pairs drawn without replacement, rounds independent"
_MATCH_LAW: Final = "normal; exact mean and variance of draws without replacement"


def of_rounds(cards: CardNumbers) -> tuple[Outcome, ...]:
    """Tables of pairs at fixed positions, and neighbours alike; shape (rounds, 20)."""
    found = [_table(cards, View.RANK, *pair) for pair in RANK_PAIRS]
    found += [_table(cards, View.CARD, *pair) for pair in CARD_PAIRS]
    found.append(_neighbours(cards, "rounds"))
    return tuple(found)


def of_shoes(cards: CardNumbers) -> tuple[Outcome, ...]:
    """Neighbours alike through whole shoes; shape (shoes, 416)."""
    return (_neighbours(cards, "shoes"),)


def pair_table(cards: CardNumbers, classes: Classes, first: int, second: int) -> NDArray[np.int64]:
    """How often each pair of classes stood at two positions, shape (classes, classes)."""
    c = classes.count
    codes = classes.of[cards[:, first]].astype(np.int64) * c + classes.of[cards[:, second]]
    return np.bincount(codes, minlength=c * c).reshape(c, c)


def _table(cards: CardNumbers, view: View, name: str, first: int, second: int) -> Outcome:
    classes = CLASSES[view]
    sizes = classes.sizes.astype(float)
    ways = np.outer(sizes, sizes) - np.diag(sizes)
    chances = ways / (SHOE_CARDS * (SHOE_CARDS - 1))
    subject = Subject(TEST, f"{view}.{name}", len(cards), "rounds", _TABLE_LAW)
    observed = pair_table(cards, classes, first, second)
    return goodness_of_fit(subject, observed.ravel(), chances.ravel().tolist())


def _neighbours(cards: CardNumbers, unit: str) -> Outcome:
    law = matches(cards.shape[1], 1, CARDS, PACKS)
    alike = int(np.count_nonzero(cards[:, :-1] == cards[:, 1:]))
    subject = Subject(TEST, f"card.neighbours_alike.{unit}", len(cards), unit, _MATCH_LAW)
    n = len(cards)
    return normal(subject, alike, float(n * law.mean), float(n * law.variance))
