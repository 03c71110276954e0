"""The joint law of hands that share a shoe and a dealer, by what each comes to.

Given the dealer's result each final hand counts as a `Mark`, a tuple of whole numbers that add up
over the hands of a round: net result and stake, or pontoons, tricks, busts. Hands meet only in the
cards they take, so all hands but one are summed into one family of multisets, the last hand and
the dealer into another, and the two are contracted for each dealer's result.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from os import cpu_count
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from certification.rtp.exact.contraction import (
    Floats,
    Rights,
    ValueCounts,
    contract,
    lefts_in_order,
    rights,
)
from certification.rtp.exact.finals import Finals
from certification.rtp.exact.hands import Ints

Mark = tuple[int, ...]

_THREADS: Final = min(cpu_count() or 1, 7)  # one for each dealer's result, where there are as many
_SUMS_FIRST: Final = 2**16  # for which there is room at first; doubled as often as it takes
_FULL: Final = -1
_SCATTER: Final = (
    0x9E3779B97F4A7C15  # 2^64 / golden ratio: multiplied by it, keys lie apart (Knuth)
)


@dataclass(frozen=True, slots=True)
class DealerFamily:
    """The dealer's multisets of one result, with their weights."""

    keys: Ints
    weights: Floats


@dataclass(frozen=True, slots=True)
class Part:
    """One hand: its finals, and for each dealer's result the place of each final in `marks`."""

    finals: Finals
    marks: tuple[Mark, ...]
    mark: tuple[Ints, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """Sums of hands: multisets in order, and for each dealer's result entries into them.

    An entry is (row of `keys`, place in `marks`, weight).
    """

    keys: Ints
    marks: tuple[Mark, ...]
    entries: tuple[tuple[Ints, Ints, Floats], ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """Sums of some hands and one more that are never made entry by entry, since they are millions.

    `keys` are the multisets of all sums, in order; `row[a, b]` is the place there of the sum of
    `some.keys[a]` and `one.keys[b]`.
    """

    some: Family
    one: Family
    keys: Ints
    row: NDArray[np.int32]


def part(finals: Finals, marks: Sequence[Sequence[Mark]]) -> Part:
    """A hand whose finals count as `marks[result][final]`: a row for each dealer's result.

    There is one row, or seven in the order of `dealer.RESULTS`.
    """
    known = tuple(sorted({mark for row in marks for mark in row}))
    place = {mark: at for at, mark in enumerate(known)}
    return Part(finals, known, tuple(np.array([place[mark] for mark in row]) for row in marks))


def family(hand: Part) -> Family:
    """One hand alone."""
    keys = lefts_in_order(np.unique(hand.finals.keys))
    row = _rows(keys, hand.finals.keys)
    entries = tuple(_merged(row, mark, hand.finals.ways, len(hand.marks)) for mark in hand.mark)
    return Family(keys, hand.marks, entries)


def beside(some: Family, one: Family) -> Beside:
    """All sums of a hand of each; `row` has shape (multisets of `some`, of `one`)."""
    row = np.empty((len(some.keys), len(one.keys)), dtype=np.int32)
    known = np.empty(_SUMS_FIRST, dtype=np.int64)
    count = _number(some.keys, one.keys, row, known)
    while count == _FULL:  # known doubles, and there are at most `row.size` sums
        known = np.empty(2 * len(known), dtype=np.int64)
        count = _number(some.keys, one.keys, row, known)
    keys = lefts_in_order(known[:count])
    return Beside(some, one, keys, _rows(keys, known[:count]).astype(np.int32)[row])


def with_hand(some: Family, one: Family) -> Family:
    """All sums of a hand of each, entry by entry; both have entries for the same results."""
    both = beside(some, one)
    marks = tuple(sorted({_added(a, b) for a in some.marks for b in one.marks}))
    mark = np.array([[marks.index(_added(a, b)) for b in one.marks] for a in some.marks])
    entries = tuple(
        _products(a, b, both.row, mark, len(both.keys), len(marks))
        for a, b in zip(some.entries, one.entries, strict=True)
    )
    return Family(both.keys, marks, entries)


def last_hand(hand: Part, dealer: Sequence[DealerFamily]) -> tuple[Rights, ...]:
    """The last hand with the dealer, for each dealer's result; columns are the hand's marks."""
    one = family(hand)
    return tuple(
        rights(
            (one.keys[row][:, None] + family_.keys[None, :]).ravel(),
            np.repeat(mark, len(family_.keys)),
            np.outer(weight, family_.weights).ravel(),
            len(one.marks),
        )
        for (row, mark, weight), family_ in zip(one.entries, dealer, strict=True)
    )


def joint_law(
    shoe: ValueCounts, hands: Family | Beside, last: Sequence[Rights], last_marks: Sequence[Mark]
) -> Mapping[Mark, float]:
    """The chance (of 1) of each sum of marks, no dealer's pontoon among them.

    `last` has one entry for each of the results that `hands` has entries for, with a column for
    each of `last_marks`. Sums that cannot come about are left out.
    """
    law: defaultdict[Mark, float] = defaultdict(float)
    marks = _marks(hands)
    with ThreadPoolExecutor(_THREADS) as pool:  # the kernels hold no lock
        parts = pool.map(partial(_by_marks, shoe, hands), range(len(last)), last)
    for sums in parts:  # in the order of the results, so the rounding is always the same
        for a, b in zip(*np.nonzero(sums), strict=True):
            law[_added(marks[a], last_marks[b])] += float(sums[a, b])
    return law


def _marks(hands: Family | Beside) -> tuple[Mark, ...]:
    if isinstance(hands, Family):
        return hands.marks
    return tuple(_added(a, b) for a in hands.some.marks for b in hands.one.marks)


def _by_marks(shoe: ValueCounts, hands: Family | Beside, result: int, right: Rights) -> Floats:
    """Shape (marks of the hands, marks of the last hand), for one result of the dealer's."""
    chance = contract(shoe, hands.keys, right)
    if isinstance(hands, Family):
        sums = np.zeros((len(hands.marks), right.columns))
        _accumulate(hands.entries[result], chance, sums)
        return sums
    some, one = hands.some, hands.one
    each = np.zeros((len(some.marks), len(one.marks), right.columns))
    _accumulate_beside(some.entries[result], one.entries[result], hands.row, chance, each)
    return each.reshape(-1, right.columns)


def dealer_alone(dealer: Sequence[DealerFamily]) -> tuple[Rights, ...]:
    """In the place of a last hand, when all hands are in the family."""
    return tuple(
        rights(result.keys, np.zeros_like(result.keys), result.weights, 1) for result in dealer
    )


def _added(a: Mark, b: Mark) -> Mark:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _rows(keys: Ints, wanted: Ints) -> Ints:
    sorter = np.argsort(keys)
    found: Ints = sorter[np.searchsorted(keys, wanted, sorter=sorter)]
    return found


def _merged(row: Ints, mark: Ints, weight: Floats, marks: int) -> tuple[Ints, Ints, Floats]:
    at, inverse = np.unique(row * marks + mark, return_inverse=True)
    return at // marks, at % marks, np.bincount(inverse, weight).astype(np.float64)


def _products(
    some: tuple[Ints, Ints, Floats],
    one: tuple[Ints, Ints, Floats],
    row: NDArray[np.int32],
    mark: Ints,
    keys: int,
    marks: int,
) -> tuple[Ints, Ints, Floats]:
    sums = np.zeros((keys, marks))
    _multiply(some, one, row, mark, sums)
    rows, columns = np.nonzero(sums)
    return rows, columns, sums[rows, columns]


@njit(cache=True)
def _number(some: Ints, one: Ints, row: NDArray[np.int32], known: Ints) -> int:
    """Sums in `known` in the order in which they come, in `row` their places there; how many."""
    table = np.full(2 * len(known), -1, dtype=np.int32)  # never more than half full
    mask, count = len(table) - 1, 0
    for a in range(len(some)):
        for b in range(len(one)):
            key = some[a] + one[b]
            place = np.int64((np.uint64(key) * np.uint64(_SCATTER)) >> np.uint64(32)) & mask
            while table[place] >= 0 and known[table[place]] != key:
                place = (place + 1) & mask
            if table[place] < 0:
                if count == len(known):
                    return _FULL
                known[count] = key
                table[place] = count
                count += 1
            row[a, b] = table[place]
    return count


@njit(cache=True)
def _multiply(
    some: tuple[Ints, Ints, Floats],
    one: tuple[Ints, Ints, Floats],
    row: NDArray[np.int32],
    mark: Ints,
    sums: Floats,
) -> None:
    for a in range(len(some[0])):
        for b in range(len(one[0])):
            at = row[some[0][a], one[0][b]]
            sums[at, mark[some[1][a], one[1][b]]] += some[2][a] * one[2][b]


@njit(cache=True, nogil=True)
def _accumulate(some: tuple[Ints, Ints, Floats], chance: Floats, sums: Floats) -> None:
    for entry in range(len(some[0])):
        for column in range(chance.shape[1]):
            sums[some[1][entry], column] += some[2][entry] * chance[some[0][entry], column]


@njit(cache=True, nogil=True)
def _accumulate_beside(
    some: tuple[Ints, Ints, Floats],
    one: tuple[Ints, Ints, Floats],
    row: NDArray[np.int32],
    chance: Floats,
    sums: Floats,
) -> None:
    # Entries of one multiset stand together, and all of them meet the same hands.
    met = np.zeros_like(sums[0])
    for a in range(len(some[0])):
        if a == 0 or some[0][a] != some[0][a - 1]:
            met[:] = 0.0
            for b in range(len(one[0])):
                at = row[some[0][a], one[0][b]]
                for column in range(chance.shape[1]):
                    met[one[1][b], column] += one[2][b] * chance[at, column]
        for mark in range(met.shape[0]):
            for column in range(met.shape[1]):
                sums[some[1][a], mark, column] += some[2][a] * met[mark, column]
