"""Exact means and variances of sums over pairs of cards drawn without replacement.

Two statistics of one row of m cards out of a shoe of N, both over the pairs (t, t + lag):
`matches` counts pairs of the same card, `products` adds v(c_t) v(c_(t+lag)) for scores v that add
up to 0 over the shoe. Whole numbers and fractions throughout.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Moments:
    """Of the sum over one row."""

    mean: Fraction
    variance: Fraction


def matches(cards: int, lag: int, kinds: int, copies: int) -> Moments:
    """Pairs of one kind, of `kinds` kinds with `copies` each.

    P(a pair matches) = (c - 1) / (N - 1). Two pairs with a card in common both match when three
    cards are one kind: (c-1)(c-2) / ((N-1)(N-2)). Two pairs without: the second is of the kind of
    the first, or of another.
    """
    n, c = kinds * copies, copies
    one = Fraction(c - 1, n - 1)
    linked = one * Fraction(c - 2, n - 2)
    alike = Fraction((c - 2) * (c - 3), (n - 2) * (n - 3))
    other = Fraction((n - c) * (c - 1), (n - 2) * (n - 3))
    return _moments(cards, lag, one, (one, linked, one * (alike + other)))


def products(cards: int, lag: int, scores: Sequence[int]) -> Moments:
    """Products of scores; `scores` are those of all N cards of the shoe and add up to 0.

    Sums over different cards, by power sums S_k of the scores with S_1 = 0:
    v_i v_j: -S2;  v_i^2 v_j^2: S2^2 - S4;  v_i^2 v_j v_k: 2 S4 - S2^2;
    v_i v_j v_k v_l: 3 S2^2 - 6 S4.
    """
    if sum(scores):
        raise ValueError("the scores of a shoe must add up to 0")
    n = len(scores)
    s2, s4 = sum(v**2 for v in scores), sum(v**4 for v in scores)
    pairs, threes = n * (n - 1), n * (n - 1) * (n - 2)
    squares = (
        Fraction(s2**2 - s4, pairs),
        Fraction(2 * s4 - s2**2, threes),
        Fraction(3 * s2**2 - 6 * s4, threes * (n - 3)),
    )
    return _moments(cards, lag, Fraction(-s2, pairs), squares)


def _moments(
    cards: int, lag: int, one: Fraction, squares: tuple[Fraction, Fraction, Fraction]
) -> Moments:
    """From the mean of one pair, and of two: the same, with a card in common, without.

    Of the pairs (t, t + lag) two have a card in common when one begins where the other ends.
    """
    pairs = cards - lag
    linked = 2 * max(0, cards - 2 * lag)
    same, common, apart = squares
    square = pairs * same + linked * common + (pairs**2 - pairs - linked) * apart
    return Moments(pairs * one, square - (pairs * one) ** 2)
