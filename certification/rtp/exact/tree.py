"""The hands of a round as one tree for each way to begin: dealt whole, or from a split pair.

A split hand knows only its own cards; `out` is how many cards of the rank are fixed beside its
extra ones (see `splitting`), its own first card included. The tree depends on no rule but
`player.hands_max`, and on no shoe: it is made once.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.rtp.exact.contraction import lefts_in_order, pack
from certification.rtp.exact.hands import NO_HAND, TRICK_CARDS, VALUES, Ints, all_hands

DEALT: Final = 0  # the beginning that is no split


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a hand comes from: a split card of this value, with `out` of its rank fixed."""

    value: int
    out: int


@dataclass(frozen=True, slots=True)
class Tree:
    """Arrays over nodes, in order of their number of cards, from two."""

    hand: Ints  # place in `all_hands()`
    beginning: Ints  # place in `beginnings`, DEALT for a hand dealt whole
    child: Ints  # shape (nodes, 10); `len(hand)` where the card busts the hand
    ends: tuple[int, ...]  # nodes of at most that many cards: `ends[2]`, ... `ends[5]`
    beginnings: tuple[Beginning, ...]  # after DEALT, which has the place 0
    place: Ints  # shape (beginnings + 1, hands): the node, or NO_HAND
    taken: Ints  # `pack`ed cards out of the shoe, each multiset once, in order
    taken_at: Ints  # of each node, its place in `taken`

    @property
    def nodes(self) -> int:
        """How many."""
        return len(self.hand)

    def layer(self, cards: int) -> slice:
        """The nodes of so many cards."""
        return slice(self.ends[cards - 1], self.ends[cards])

    def begun(self, value: int, out: int) -> int:
        """The place of a beginning from a split."""
        return 1 + self.beginnings.index(Beginning(value, out))


@cache
def tree(outs: tuple[int, ...]) -> Tree:
    """The tree with these numbers of cards out, for every value that may be split."""
    beginnings = tuple(Beginning(value, out) for value in range(VALUES) for out in outs)
    hands = all_hands()
    members = _members(beginnings)
    rows, columns = np.nonzero(members)
    order = np.argsort(hands.cards[columns], kind="stable")
    rows, columns = rows[order], columns[order]
    nodes = len(columns)
    place = np.full((*members.shape[:1], members.shape[1] + 1), NO_HAND)
    place[rows, columns] = np.arange(nodes)
    # NO_HAND is the last hand of numpy's count, and no node is there.
    child = place[rows[:, None], hands.child[columns]]
    keys = pack(hands.vectors[columns] + _beside(beginnings)[rows])
    taken = lefts_in_order(np.unique(keys))
    sorter = np.argsort(taken)
    return Tree(
        hand=columns,
        beginning=rows,
        child=np.where(child == NO_HAND, nodes, child),
        ends=tuple(int((hands.cards[columns] <= cards).sum()) for cards in range(TRICK_CARDS + 1)),
        beginnings=beginnings,
        place=place[:, :-1],
        taken=taken,
        taken_at=sorter[np.searchsorted(taken, keys, sorter=sorter)],
    )


def _members(beginnings: tuple[Beginning, ...]) -> NDArray[np.bool_]:
    hands = all_hands()
    two_or_more = hands.cards >= 2
    rows = [two_or_more] + [two_or_more & (hands.vectors[:, b.value] > 0) for b in beginnings]
    return np.array(rows)


def _beside(beginnings: tuple[Beginning, ...]) -> Ints:
    """Cards out that are not in the hand itself."""
    beside = np.zeros((len(beginnings) + 1, VALUES), dtype=np.int64)
    for at, begun in enumerate(beginnings, start=1):
        beside[at, begun.value] = begun.out - 1
    return beside
