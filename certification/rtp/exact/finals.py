"""The hands that a table ends with, each multiset once for each stake and kind, with its ways."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from certification.rtp.exact.contraction import Floats, pack
from certification.rtp.exact.game import (
    NO_CELL,
    Game,
    ends_as_pontoon,
    net_by_total,
    net_of_trick,
)
from certification.rtp.exact.hands import TRICK_CARDS, VALUES, Ints, all_hands
from certification.rtp.exact.play import BUY, STICK, TWIST, Table, reach, starts
from certification.rtp.exact.tree import DEALT
from certification.rtp.strategy import CARDS_BEFORE_LAST
from config.rules import Rules

# Kinds of final hand: 2 to 21 is a total that sticks.
BUST: Final = 22
TRICK: Final = 23
PONTOON: Final = 24
_UNIT: Final = pack(np.eye(VALUES, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class Finals:
    """Final hands: `pack`ed cards beside those fixed before, stake (1 or 2 opening stakes), kind.

    All of shape (finals,). `ways` counts the orders in which the table comes to such a hand.
    """

    keys: Ints
    stakes: Ints
    kinds: Ints
    ways: Floats


def dealt_finals(game: Game, table: Table) -> Finals:
    """Hands dealt whole and not split; none of their cards is fixed before."""
    begins = starts(game, table.pairs)
    begins[game.tree.beginning[: len(begins)] != DEALT] = 0.0
    return _finals(game, table, begins, 0)


def split_finals(game: Game, table: Table, value: int) -> Finals:
    """Hands from one card of a split pair, of `value` 0 (ace) to 9 (ten); it is not in the keys."""
    begins = np.zeros(game.tree.ends[2])
    begins[game.tree.beginning[: len(begins)] == game.tree.begun(value, 2)] = 1.0
    return _finals(game, table, begins, int(_UNIT[value]))


def pair_finals(game: Game, table: Table, value: int) -> Finals:
    """As `split_finals`, of hands that are a pair again; neither card of it is in the keys."""
    nodes = game.tree
    begins = np.zeros(nodes.ends[2])
    twice = all_hands().vectors[nodes.hand[: len(begins)], value] == 2
    begins[twice & (nodes.beginning[: len(begins)] == nodes.begun(value, 2))] = 1.0
    return _finals(game, table, begins, 2 * int(_UNIT[value]))


def net_by_kind(rules: Rules) -> Floats:
    """Net result in the hand's stakes, shape (25 kinds, 7 dealer's results)."""
    by_total, of_trick = net_by_total(rules), net_of_trick(rules)
    bust = np.full_like(of_trick, -1.0)
    pontoon = np.full_like(of_trick, float(rules.pays.pontoon))
    return np.vstack([by_total, bust, of_trick, pontoon])


def _finals(game: Game, table: Table, begins: Floats, fixed: int) -> Finals:
    ways = reach(game, table.actions, begins)
    parts = [_tricks(game, ways)]
    for cards in CARDS_BEFORE_LAST:
        layer = game.tree.layer(cards)
        for bought, cell in enumerate((game.cell[layer], game.bought_cell[layer])):
            code = np.where(cell == NO_CELL, STICK, table.actions[cell])
            here = np.where(ways[bought, layer] > 0, code, -1)
            at = layer.start + np.arange(len(here))
            parts.append(_stuck(game, ways[bought], at[here == STICK], bought))
            parts.append(_bust(game, ways[bought], at[here == TWIST], 1 + bought))
            parts.append(_bust(game, ways[bought], at[here == BUY], 2))
    keys, stakes, kinds, counts = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Finals(keys - fixed, stakes, kinds, counts)


_Part = tuple[Ints, Ints, Ints, Floats]


def _tricks(game: Game, ways: Floats) -> _Part:
    layer = game.tree.layer(TRICK_CARDS)
    bought, at = np.nonzero(ways[:, layer] > 0)
    return (
        _keys(game)[layer.start + at],
        1 + bought,
        np.full(len(at), TRICK),
        ways[bought, layer.start + at],
    )


def _stuck(game: Game, ways: Floats, at: Ints, bought: int) -> _Part:
    pontoon = ends_as_pontoon(game.tree, game.rules)[at]
    totals = all_hands().totals[game.tree.hand[at]]
    kinds = np.where(pontoon, PONTOON, totals)
    return _keys(game)[at], np.full(len(at), 1 + bought), kinds, ways[at]


def _bust(game: Game, ways: Floats, at: Ints, stake: int) -> _Part:
    row, value = np.nonzero(game.tree.child[at] == game.tree.nodes)
    keys = _keys(game)[at[row]] + _UNIT[value]
    return keys, np.full(len(row), stake), np.full(len(row), BUST), ways[at[row]]


def _keys(game: Game) -> Ints:
    return pack(all_hands().vectors)[game.tree.hand]
