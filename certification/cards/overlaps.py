"""GLI-19 3.2.2 b, overlaps: overlapping words of cards from consecutive rounds.

Law. The first cards of consecutive rounds are independent and, as classes of equal size, uniform.
For overlapping words of length m of n letters over q (the sequence closed to a ring), Good's
psi^2_m = (q^m / n) sum count^2 - n; the difference psi^2_m - psi^2_(m-1) is chi-square with
q^m - q^(m-1) degrees of freedom, and the second difference with q^m - 2 q^(m-1) + q^(m-2).
(The counts themselves are not multinomial: neighbouring words share letters.)
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.cards.classes import CLASSES, View
from certification.cards.dealer import CardNumbers
from certification.cards.outcome import EXPECTED_LEAST, Outcome, Subject, chi_square

TEST: Final = "overlaps"

# Position from 0, view, longest word: fewer letters are taken where words would be too rare.
WORDS: Final = ((0, View.RANK, 4), (1, View.RANK, 4), (0, View.SUIT, 7), (0, View.CARD, 2))

_LAW: Final = "chi-square of the {} difference of Good's psi-square of overlapping words"


def of_rounds(cards: CardNumbers) -> tuple[Outcome, ...]:
    """Words from the cards at one position of consecutive rounds; shape (rounds, 20)."""
    found = []
    for position, view, longest in WORDS:
        classes = CLASSES[view]
        letters = classes.of[cards[:, position]].astype(np.int64)
        m = _length(len(cards), classes.count, longest)
        found += _differences(letters, classes.count, m, f"{view}.position_{position + 1}")
    return tuple(found)


def psi_square(letters: NDArray[np.int64], q: int, m: int) -> float:
    """Good's statistic of overlapping words of length m; 0 for m = 0."""
    n = len(letters)
    if m == 0:
        return 0.0
    words = np.zeros(n, np.int64)
    for shift in range(m):
        words = words * q + np.roll(letters, -shift)
    counts = np.bincount(words, minlength=q**m)
    return float(q**m * int((counts**2).sum()) / n - n)


def _length(letters: int, q: int, longest: int) -> int:
    m = longest
    while m > 1 and letters / q**m < EXPECTED_LEAST:
        m -= 1
    return m


def _differences(letters: NDArray[np.int64], q: int, m: int, name: str) -> list[Outcome]:
    third, second, first = (psi_square(letters, q, max(0, m - back)) for back in (0, 1, 2))
    one = Subject(TEST, f"{name}.first_difference", len(letters), "rounds", _LAW.format("first"))
    found = [chi_square(one, third - second, q**m - q ** (m - 1))]
    if m >= 2:
        degrees = q**m - 2 * q ** (m - 1) + q ** (m - 2)
        two = Subject(
            TEST, f"{name}.second_difference", len(letters), "rounds", _LAW.format("second")
        )
        found.append(chi_square(two, third - 2 * second + first, degrees))
    return found
