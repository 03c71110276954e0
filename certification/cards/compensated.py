"""Compensated sums: cards of rounds in play, whatever was played and whatever the shoe held.

Law. Let F be all that is known before a card is drawn, p_r the share of class r among the cards
left, and h a class of what is known (its history). For the indicators I_r of the card,
d_hr = sum over cards with history h of (I_r - p_r) is a martingale: E(I_r - p_r | F) = 0. Its
conditional covariances add up to V_h = sum (diag(p) - p p'), and terms of different histories are
of different cards, so uncorrelated. By the martingale limit theorem

    Q = sum_h d_h' V_h^+ d_h     is chi-square with H (C - 1) degrees of freedom,

however many cards play takes from a round; no law of the play itself is needed.
"""

from dataclasses import dataclass
from math import fsum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.cards.classes import CLASSES, RANKS, View
from certification.cards.dealer import ROUND_CARDS, SHOE_CARDS, CardNumbers, Counts
from certification.cards.outcome import EXPECTED_LEAST, Outcome, Subject, chi_square
from certification.cards.play import NET, USED
from certification.sp800_22.compiled import compiled

TEST: Final = "compensated"
OPENING_CARDS: Final = 4
NOT_COUNTED: Final = 255  # history of a card that a sum leaves out
SHOE_PARTS: Final = 5  # of the cards dealt before R3 makes the shoe whole
PART_CARDS: Final = 32
RESULTS: Final = 3  # lost, even, won

_LAW: Final = "chi-square; martingale with the sum of conditional covariances"


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """Rounds in play, in the order of each seat; arrays over (rounds of a seat, seats, ...)."""

    cards: CardNumbers  # (..., 20): dealt through, though play used fewer
    counts: Counts  # (..., 52): the shoe before each round
    told: NDArray[np.int16]  # (..., columns of `play`)


def of_played(played: Played) -> tuple[Outcome, ...]:
    """Cards after the fourth, by view and by history, and all cards by what went before."""
    used = played.told[..., USED, None] > np.arange(ROUND_CARDS)
    later = used & (np.arange(ROUND_CARDS) >= OPENING_CARDS)
    none = np.zeros(used.shape, np.uint8)
    found = [_sum(played, f"{view}.after_fourth", view, _where(later, none), 1) for view in View]
    before = np.zeros_like(played.cards)
    before[..., 1:] = played.cards[..., :-1] >> 2
    gone = SHOE_CARDS - played.counts.sum(axis=-1, dtype=np.int64)
    part = np.minimum(gone // PART_CARDS, SHOE_PARTS - 1).astype(np.uint8)[..., None] + none
    result = _of_last_round(np.sign(played.told[..., NET]) + 1)[..., None] + none
    opened = _of_last_round(played.cards[..., 0] >> 2)[..., None] + none
    first = used & (np.arange(ROUND_CARDS) == 0)
    return (
        *found,
        _sum(played, "rank.after_fourth.by_card_before", View.RANK, _where(later, before), RANKS),
        _sum(played, "rank.by_part_of_shoe", View.RANK, _where(used, part), SHOE_PARTS),
        _sum(played, "rank.by_last_result", View.RANK, _where(used, result), RESULTS),
        _sum(played, "rank.first_by_last_first", View.RANK, _where(first, opened), RANKS),
    )


@compiled
def add_card(
    drawn: int,
    left: NDArray[np.int64],
    n: int,
    d: NDArray[np.float64],
    v: NDArray[np.float64],
) -> None:
    """One card of class `drawn` from `n` cards, `left` of each class: adds to d and V."""
    d[drawn] += 1.0
    for r in range(len(left)):
        share = left[r] / n
        d[r] -= share
        v[r, r] += share
        for s in range(len(left)):
            v[r, s] -= share * (left[s] / n)


@compiled
def add_up(
    cards: CardNumbers,
    counts: Counts,
    history: NDArray[np.uint8],
    class_of: NDArray[np.uint8],
    sums: NDArray[np.float64],
    covariances: NDArray[np.float64],
) -> None:
    """Adds d to `sums` (histories, classes) and V to `covariances` (histories, classes, classes).

    `cards` and `history` have shape (rounds, 20), `counts` (rounds, 52).
    """
    left = np.zeros(sums.shape[1], np.int64)
    for at in range(len(cards)):
        left[:] = 0
        for card in range(counts.shape[1]):
            left[class_of[card]] += counts[at, card]
        n = left.sum()
        for k in range(cards.shape[1]):
            drawn = class_of[cards[at, k]]
            h = history[at, k]
            if h != NOT_COUNTED:
                add_card(drawn, left, n, sums[h], covariances[h])
            left[drawn] -= 1
            n -= 1


def _where(counted: NDArray[np.bool_], history: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.where(counted, history, np.uint8(NOT_COUNTED)).astype(np.uint8)


def _of_last_round(facts: NDArray[np.generic]) -> NDArray[np.uint8]:
    """What a seat's round before had; `NOT_COUNTED` in its first round."""
    last = np.full(facts.shape, NOT_COUNTED, np.uint8)
    last[1:] = facts[:-1]
    return last


def _sum(
    played: Played, name: str, view: View, history: NDArray[np.uint8], histories: int
) -> Outcome:
    classes = CLASSES[view]
    c = classes.count
    sums, covariances = np.zeros((histories, c)), np.zeros((histories, c, c))
    rows = history.reshape(-1, ROUND_CARDS)
    add_up(
        played.cards.reshape(-1, ROUND_CARDS),
        played.counts.reshape(len(rows), -1),
        rows,
        classes.of,
        sums,
        covariances,
    )
    # A history that hardly came is left out by how often it came, not by what was drawn.
    enough = [h for h in range(histories) if np.trace(covariances[h]) >= EXPECTED_LEAST * c]
    value = fsum(_form(sums[h], covariances[h]) for h in enough)
    sample = int(np.count_nonzero(rows != NOT_COUNTED))
    subject = Subject(TEST, name, sample, "cards", _LAW)
    return chi_square(subject, value, len(enough) * (c - 1))


def _form(d: NDArray[np.float64], v: NDArray[np.float64]) -> float:
    """d' V^+ d: d and every row of V add up to 0, so the last class tells nothing new."""
    return float(d[:-1] @ np.linalg.solve(v[:-1, :-1], d[:-1]))
