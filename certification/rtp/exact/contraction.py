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
# Cards of one value in a left and a right together, and cards of all values.
_DEPTH_MAX: Final = 2 << _BITS


@dataclass(frozen=True, slots=True)
class Shoe:
    """Cards left by value; `ranks` by rank, for pairs."""

    values: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def cards(self) -> int:
        """All of them."""
        return sum(self.values)

    def without(self, rank: int, count: int) -> "Shoe":
        """The shoe after `count` cards of a rank were taken out."""
        value = min(rank, VALUES - 1)
        values, ranks = list(self.values), list(self.ranks)
        values[value] -= count
        ranks[rank] -= count
        return Shoe(tuple(values), tuple(ranks))


@dataclass(frozen=True, slots=True)
class Rights:
    """Right multisets as levels of common ends; level v is what remains once value v is summed.

    `count[i]` cards of the value of its level lead entry i to entry `into[i]` of the next level,
    whose entries begin at `starts[level + 1]`. The last level holds labels.
    """

    starts: Ints
    count: Ints
    into: Ints
    weights: Floats
    column: Ints  # of each label
    cards: Ints  # of each label
    columns: int


def pack(vectors: Ints) -> Ints:
    """One integer for each multiset; sums of multisets are sums of integers."""
    packed: Ints = (vectors << (np.arange(VALUES) * _BITS)).sum(axis=-1)
    return packed


def unpack(keys: Ints) -> Ints:
    """The multisets again, shape (keys, 10)."""
    vectors: Ints = (keys[:, None] >> (np.arange(VALUES) * _BITS)) & _MASK
    return vectors


def rights(keys: Ints, columns: Ints, weights: Floats, columns_count: int) -> Rights:
    """Multisets (as `pack`ed) with a weight each; sums are kept apart by `columns`."""
    cards = unpack(keys).sum(axis=1)
    labels, label = np.unique((columns << _BITS) + cards, return_inverse=True)
    top = VALUES * _BITS
    current, at = np.unique(keys + (label << top), return_inverse=True)
    summed = np.bincount(at, weights, len(current)).astype(np.float64)
    starts, counts, into = [0], [], []
    for _ in range(VALUES):
        counts.append(current & _MASK)
        following, where = np.unique(current >> _BITS, return_inverse=True)
        starts.append(starts[-1] + len(current))
        into.append(where)
        current = following
        # Labels ride above the values, and come down by one value at each level.
    starts.append(starts[-1] + len(current))
    present = labels[current]
    return Rights(
        np.array(starts),
        np.concatenate(counts),
        np.concatenate(into),
        summed,
        present >> _BITS,
        present & _MASK,
        columns_count,
    )


def lefts_in_order(keys: Ints) -> Ints:
    """Multisets (as `pack`ed, each once) in the order that shares the most work."""
    vectors = unpack(keys)
    order = np.lexsort(vectors.T[::-1])
    ordered: Ints = keys[order]
    return ordered


def contract(shoe: Shoe, lefts: Ints, right: Rights) -> Floats:
    """Shape (lefts, columns). `lefts` are `pack`ed multisets, best in `lefts_in_order`.

    Multisets that the shoe does not hold have chance 0.
    """
    counts = np.array(shoe.values, dtype=np.int64)
    result = np.zeros((len(lefts), right.columns))
    _contract(
        unpack(lefts),
        _falling(int(counts.max()) + 1),
        counts,
        _falling_inverse(shoe.cards),
        (right.starts, right.count, right.into, right.weights, right.column, right.cards),
        result,
    )
    return result


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


@njit(cache=True)
def _contract(
    lefts: Ints,
    falling: Floats,
    counts: Ints,
    inverse: Floats,
    right: tuple[Ints, Ints, Ints, Floats, Ints, Ints],
    result: Floats,
) -> None:
    starts, count, into, weights, column, cards = right
    sums = np.zeros(starts[VALUES + 1])
    sums[: starts[1]] = weights
    for row in range(lefts.shape[0]):
        level = 0
        if row > 0:
            while level < VALUES and lefts[row, level] == lefts[row - 1, level]:
                level += 1
        for value in range(level, VALUES):
            begin, end, last = starts[value], starts[value + 1], starts[value + 2]
            sums[end:last] = 0.0
            row_of = falling[counts[value], lefts[row, value] :]
            for at in range(begin, end):
                sums[end + into[at]] += sums[at] * row_of[count[at]]
        begin = starts[VALUES]
        dealt = lefts[row].sum()
        for label in range(column.shape[0]):
            result[row, column[label]] += sums[begin + label] * inverse[dealt + cards[label]]
