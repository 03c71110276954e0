"""Chances of cards without replacement, summed over two families of multisets at once.

A given order of cards has the chance prod (n_v)_k_v / (N)_K: falling factorials of the counts of
the shoe by value, over that of all its cards. So only sums of counts matter. For each `left`
multiset u this sums, over every `right` multiset d, weight x prod (n_v)_(u_v + d_v) / (N)_(u + d).
One value after another is summed out: lefts with a common beginning share the work, and rights
with a common end have become one by then. Nothing is pruned or approximated.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from certification.rtp.exact.hands import VALUES, Ints

Floats = NDArray[np.float64]

_BITS: Final = 5  # a count of one value: at most 12 in three hands, under 20 in one and a dealer
_MASK: Final = (1 << _BITS) - 1
# Tens first: hands of low cards then have their beginnings in common longest.
_SHIFTS: Final = np.arange(VALUES) * _BITS
_CARDS_SHIFT: Final = VALUES * _BITS  # the number of cards, above the values
_CARDS_MASK: Final = (1 << (_BITS + 1)) - 1
_COLUMN_SHIFT: Final = _CARDS_SHIFT + _BITS + 1
# Cards of one value in a left and a right together, and cards of all values.
_DEPTH_MAX: Final = 2 << _BITS


@dataclass(frozen=True, slots=True)
class ValueCounts:
    """Cards left by value; `ranks` by rank, for pairs."""

    values: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def cards(self) -> int:
        """All of them."""
        return sum(self.values)

    def without(self, rank: int, count: int) -> "ValueCounts":
        """The shoe after `count` cards of a rank were taken out."""
        value = min(rank, VALUES - 1)
        values, ranks = list(self.values), list(self.ranks)
        values[value] -= count
        ranks[rank] -= count
        return ValueCounts(tuple(values), tuple(ranks))


@dataclass(frozen=True, slots=True)
class Rights:
    """Right multisets as levels of common ends: level i is what remains once i values are summed.

    Level i begins at `starts[i]`; `count` is the entry's number of cards of the value that its
    level sums out, and the run of entries of the level before that it sums up ends at `stop`.
    The last level holds labels: a column and a number of cards.
    """

    starts: Ints
    count: Ints
    stop: Ints
    weights: Floats
    column: Ints
    cards: Ints
    columns: int


def pack(vectors: Ints) -> Ints:
    """One integer for each multiset; sums of multisets are sums of integers."""
    cards: Ints = vectors.sum(axis=-1)
    packed: Ints = (vectors[..., ::-1] << _SHIFTS).sum(axis=-1) + (cards << _CARDS_SHIFT)
    return packed


def rights(keys: Ints, columns: Ints, weights: Floats, columns_count: int) -> Rights:
    """Multisets (as `pack`ed) with a weight each; sums are kept apart by `columns`."""
    current, at = np.unique(keys + (columns << _COLUMN_SHIFT), return_inverse=True)
    summed = np.bincount(at, weights, len(current)).astype(np.float64)
    starts, counts, stops = [0], [], [np.zeros(len(current), dtype=np.int64)]
    for _ in range(VALUES):
        # The keys are in order, so what becomes one entry stands together.
        counts.append(current & _MASK)
        following = current >> _BITS
        ends = np.append(following[1:] != following[:-1], len(current) > 0)
        stop = np.flatnonzero(ends) + 1
        stops.append(starts[-1] + stop)
        starts.append(starts[-1] + len(current))
        current = following[stop - 1]
    starts.append(starts[-1] + len(current))
    return Rights(
        np.array(starts),
        np.concatenate(counts),
        np.concatenate(stops),
        summed,
        current >> (_COLUMN_SHIFT - _CARDS_SHIFT),
        current & _CARDS_MASK,
        columns_count,
    )


def lefts_in_order(keys: Ints) -> Ints:
    """Multisets (as `pack`ed, each once) in the order that shares the most work."""
    ordered: Ints = keys[np.lexsort(_unpack(keys).T[::-1])]
    return ordered


def contract(shoe: ValueCounts, lefts: Ints, right: Rights) -> Floats:
    """Shape (lefts, columns). `lefts` are `pack`ed multisets, best in `lefts_in_order`.

    Multisets that the shoe does not hold have chance 0.
    """
    counts = np.array(shoe.values, dtype=np.int64)[::-1].copy()
    result = np.zeros((len(lefts), right.columns))
    _contract(
        (_unpack(lefts), lefts >> _CARDS_SHIFT),
        _falling(int(counts.max()) + 1),
        counts,
        _falling_inverse(shoe.cards),
        (right.starts, right.count, right.stop, right.weights, right.column, right.cards),
        result,
    )
    return result


def _unpack(keys: Ints) -> Ints:
    """The counts in the order of the levels, tens first: shape (keys, 10)."""
    counts: Ints = (keys[:, None] >> _SHIFTS) & _MASK
    return counts


def _falling(size: int) -> Floats:
    """(n)_k for n below `size`, k below `_DEPTH_MAX`."""
    n = np.arange(size, dtype=np.float64)[:, None]
    factors = np.maximum(n - np.arange(_DEPTH_MAX - 1)[None, :], 0)
    return np.concatenate([np.ones((size, 1)), np.cumprod(factors, axis=1)], axis=1)


def _falling_inverse(cards: int) -> Floats:
    factors = np.maximum(cards - np.arange(_DEPTH_MAX - 1, dtype=np.float64), 0)
    falling = np.concatenate([[1.0], np.cumprod(factors)])
    inverse: Floats = np.divide(1.0, falling, out=np.zeros_like(falling), where=falling > 0)
    return inverse


@njit(cache=True, nogil=True)
def _contract(
    lefts: tuple[Ints, Ints],
    falling: Floats,
    counts: Ints,
    inverse: Floats,
    right: tuple[Ints, Ints, Ints, Floats, Ints, Ints],
    result: Floats,
) -> None:
    taken, dealt = lefts
    starts, count, stop, weights, column, cards = right
    sums = np.zeros(starts[VALUES + 1])
    sums[: starts[1]] = weights
    for row in range(taken.shape[0]):
        level = 0
        if row > 0:
            while level < VALUES and taken[row, level] == taken[row - 1, level]:
                level += 1
        for here in range(level, VALUES):
            ways = falling[counts[here], taken[row, here] :]
            at = starts[here]
            for entry in range(starts[here + 1], starts[here + 2]):
                total = 0.0
                for summed in range(at, stop[entry]):
                    total += sums[summed] * ways[count[summed]]
                at = stop[entry]
                sums[entry] = total
        for label in range(column.shape[0]):
            chance = sums[starts[VALUES] + label] * inverse[dealt[row] + cards[label]]
            result[row, column[label]] += chance
