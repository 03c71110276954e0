"""GLI-19 3.2.2 g, duplicates: what should never come twice, and what comes twice now and then.

Laws. Among n things the C(n, 2) pairs are alike with chance P each, and pairs are nearly
independent: the number of equal pairs is Poisson with mean C(n, 2) P. Secrets: P = 2^-256. Blocks
of 128 bits of a stream: 2^-128. Rounds and openings, k cards without replacement: P is the sum over
all sequences of the square of their chance,

    P = k! [x^k] (sum_m ((8)_m)^2 / m! x^m)^52 / ((416)_k)^2,     (a)_m = a (a-1) ... (a-m+1),

for 20 cards about 2e-34. Where the mean is all but zero one pair rejects; for openings of six
cards (about 5e-11) too few would be as wrong as too many.
"""

from fractions import Fraction
from functools import cache
from math import comb, factorial, perm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.cards.dealer import (
    CARDS,
    PACKS,
    ROUND_CARDS,
    SECRET_BYTES,
    SHOE_CARDS,
    CardNumbers,
)
from certification.cards.outcome import Outcome, Subject, as_many, too_many

TEST: Final = "duplicates"
OPENING_CARDS: Final = 6
BLOCK_BYTES: Final = 16

_RARE: Final = "Poisson, upper tail; {} alike with chance {}"
_BIRTHDAY: Final = "Poisson, both tails; birthday law of {} cards drawn without replacement"


def of_secrets(secrets: bytes) -> tuple[Outcome, ...]:
    """Server secrets that are alike."""
    return (_identical(secrets, SECRET_BYTES, "secret", "secrets"),)


def of_stream(stream: bytes) -> tuple[Outcome, ...]:
    """Blocks of one long stream that are alike, at whole multiples of 16 bytes."""
    return (_identical(stream, BLOCK_BYTES, "block_of_128_bits", "blocks"),)


def of_rounds(cards: CardNumbers) -> tuple[Outcome, ...]:
    """Rounds whose 20 cards are alike, and openings of six; shape (rounds, 20)."""
    n = len(cards)
    law = _RARE.format("rounds", f"{pair_chance(ROUND_CARDS):.1e}")
    rounds = Subject(TEST, "round_of_20_cards", n, "rounds", law)
    openings = Subject(TEST, "opening_of_6_cards", n, "rounds", _BIRTHDAY.format(OPENING_CARDS))
    opening = np.ascontiguousarray(cards[:, :OPENING_CARDS])
    return (
        too_many(rounds, equal_pairs(cards.tobytes(), ROUND_CARDS), _mean(n, ROUND_CARDS)),
        as_many(openings, equal_pairs(opening.tobytes(), OPENING_CARDS), _mean(n, OPENING_CARDS)),
    )


def equal_pairs(data: bytes, width: int) -> int:
    """How many pairs among pieces of `width` bytes are equal."""
    pieces: NDArray[np.void] = np.frombuffer(data, np.dtype((np.void, width)))
    # Pieces are sorted by their first eight bytes, then the few that share them are compared whole.
    padded = np.zeros((len(pieces), 8), np.uint8)
    padded[:, : min(8, width)] = np.frombuffer(data, np.uint8).reshape(-1, width)[:, :8]
    heads = padded.view(np.uint64).ravel()
    order = np.argsort(heads, kind="stable")
    alike = heads[order][1:] == heads[order][:-1]
    suspects = np.unique(np.concatenate((order[1:][alike], order[:-1][alike])))
    _, counts = np.unique(pieces[suspects], return_counts=True)
    return int((counts * (counts - 1) // 2).sum())


@cache
def pair_chance(cards: int) -> float:
    """The chance P that two rounds begin with the same `cards` cards in the same order."""
    one = [perm(PACKS, m) ** 2 * (factorial(cards) // factorial(m)) for m in range(PACKS + 1)]
    # Coefficients are kept times cards! for each factor, so that they stay whole.
    series = [1] + [0] * cards
    for _ in range(CARDS):
        series = [
            sum(one[m] * series[k - m] for m in range(min(k, PACKS) + 1)) for k in range(cards + 1)
        ]
    scale = factorial(cards) ** CARDS
    return float(Fraction(factorial(cards) * series[cards], scale * perm(SHOE_CARDS, cards) ** 2))


def _mean(n: int, cards: int) -> float:
    return comb(n, 2) * pair_chance(cards)


def _identical(data: bytes, width: int, name: str, unit: str) -> Outcome:
    n = len(data) // width
    law = _RARE.format(unit, f"2^-{8 * width}")
    count = equal_pairs(data, width)
    return too_many(Subject(TEST, name, n, unit, law), count, comb(n, 2) * 2.0 ** (-8 * width))
