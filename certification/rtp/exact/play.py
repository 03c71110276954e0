"""What a table is worth: for each action in each cell, for each pair, for the whole round.

A table forgets most of what a player sees, so the worth of an action in a cell is an average over
the hands that come there. Which table is best is in `best`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.game.outcomes import Action
from certification.rtp.exact.contraction import Floats
from certification.rtp.exact.game import NO_CELL, Game, ImpossibleShoe, ends_as_pontoon
from certification.rtp.exact.hands import TEN, TRICK_CARDS, VALUES, Ints, all_hands
from certification.rtp.exact.tree import DEALT
from certification.rtp.strategy import CARDS_BEFORE_LAST, Cell, Strategy, legal

ORDER: Final = (Action.STICK, Action.TWIST, Action.BUY)  # of codes; ties go to the first
STICK, TWIST, BUY = range(3)
# A chance below this is rounding: no hand comes there.
REACHED_MIN: Final = 1e-13
# Of a round's chance, what rounding may lose; more is lost to a dealer without cards.
_LOST_MAX: Final = 1e-12
_STAKES: Final = np.array([[1.0], [2.0]])  # not bought, bought


@dataclass(frozen=True, slots=True)
class Table:
    """`ORDER` codes, one for each cell of the game; `pairs` by rank."""

    actions: Ints
    pairs: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """A table in play: arrays over nodes while not bought (0) and bought (1), and one past them.

    `value` is the worth of going on by the table; `reach` counts the ways by which the table
    comes there, with signs for split hands (see `splitting`).
    """

    value: Floats  # shape (2, nodes + 1)
    reach: Floats


def play(game: Game, table: Table) -> Play:
    """The worths and ways of a table, from the last card back and from the first on."""
    value = blank_values(game)
    for cards in reversed(CARDS_BEFORE_LAST):
        settle(game, table.actions, value, cards)
    return Play(value, reach(game, table.actions, starts(game, table.pairs)))


def round_worth(game: Game, table: Table, played: Play) -> float:
    """Expected net result of a round in opening stakes: the house edge with its sign turned."""
    begins = starts(game, table.pairs)
    return float(begins @ played.value[0, : len(begins)]) - game.dealer_pontoon


def require_cards(game: Game, table: Table, played: Play) -> None:
    """`ImpossibleShoe` if it can run out under a dealer who has no five-card trick to stop at."""
    short = game.alive[:-1] - game.results.sum(axis=1)
    lost = 0.0
    for bought, cell in enumerate((game.cell, game.bought_cell)):
        code = np.where(cell == NO_CELL, STICK, table.actions[cell])
        waits = (code == STICK) & ~ends_as_pontoon(game.tree, game.rules)
        lost += float(played.reach[bought, :-1][waits] @ short[waits])
    if abs(lost) > _LOST_MAX:
        raise ImpossibleShoe("this shoe may run out while the dealer has to twist")


def starts(game: Game, pairs: Sequence[bool]) -> Floats:
    """The ways in which a hand begins at each node of two cards."""
    nodes = game.tree
    vectors = all_hands().vectors[nodes.hand[: nodes.ends[2]]]
    dealt = nodes.beginning[: nodes.ends[2]] == DEALT
    begins = np.where(dealt, np.where(vectors.max(axis=1) == 2, 1.0, 2.0), 0.0)
    for rank, split in enumerate(pairs):
        if split and game.rules.player.hands_max > 1:
            begins += game.splits[rank]
            begins[dealt & (vectors[:, min(rank, TEN)] == 2)] -= game.pair_share[rank]
    return begins


def blank_values(game: Game) -> Floats:
    """Worths where only tricks are known."""
    value = np.zeros((2, game.tree.nodes + 1))
    trick = game.tree.layer(TRICK_CARDS)
    value[:, trick] = _STAKES * game.ended[trick]
    return value


def action_worths(game: Game, value: Floats, cards: int) -> Floats:
    """Shape (3 codes, 2, nodes of so many cards): the worth of each action, legal or not."""
    layer = game.tree.layer(cards)
    children = game.tree.child[layer]
    going_on = value[:, children].sum(axis=2)
    lost = game.alive[layer] - game.alive[children].sum(axis=1)
    twist = going_on - _STAKES * lost
    # A buy leads to the bought hand at twice the stake: what a twist is to a hand bought already.
    return np.stack([_STAKES * game.ended[layer], twist, twist[[1, 1]]])


def settle(game: Game, actions: Ints, value: Floats, cards: int) -> None:
    """Fill in the worths of the hands of so many cards, those of more cards being known."""
    layer = game.tree.layer(cards)
    worth = action_worths(game, value, cards)
    at = np.arange(worth.shape[2])
    for bought, cell in enumerate((game.cell[layer], game.bought_cell[layer])):
        code = np.where(cell == NO_CELL, STICK, actions[cell])
        value[bought, layer] = worth[code, bought, at]


def reach(game: Game, actions: Ints, begins: Floats) -> Floats:
    """The ways by which the actions lead from these beginnings to each node."""
    nodes = game.tree
    ways = np.zeros((2, nodes.nodes + 1))
    ways[0, : len(begins)] = begins
    for cards in CARDS_BEFORE_LAST:
        layer = nodes.layer(cards)
        children = nodes.child[layer]
        for bought, cell in enumerate((game.cell[layer], game.bought_cell[layer])):
            code = np.where(cell == NO_CELL, STICK, actions[cell])
            for action, after in ((TWIST, bought), (BUY, 1)):
                goes = code == action
                sent = np.repeat(ways[bought, layer][goes], VALUES)
                ways[after] += np.bincount(children[goes].ravel(), sent, nodes.nodes + 1)
    ways[:, -1] = 0.0
    return ways


def every_order(game: Game) -> Floats:
    """As `reach`, of hands that all go on: the weight of a cell where no hand comes."""
    nodes = game.tree
    begins = starts(game, ())
    first_split = [nodes.begun(b.value, b.out) for b in nodes.beginnings if b.out == 2]
    begins[np.isin(nodes.beginning[: nodes.ends[2]], first_split)] = 1.0
    on = reach(game, np.full(len(game.cells), TWIST), begins)
    return on[[0, 0]]


def cell_sums(game: Game, ways: Floats, value: Floats, cards: int) -> tuple[Floats, Floats]:
    """By cell: the worth of each action, shape (3, cells), and the chance to be there."""
    layer = game.tree.layer(cards)
    worth = action_worths(game, value, cards)
    count = len(game.cells)
    sums, chance = np.zeros((3, count)), np.zeros(count)
    for bought, cell in enumerate((game.cell[layer], game.bought_cell[layer])):
        known = cell != NO_CELL
        weight = ways[bought, layer][known]
        chance += np.bincount(cell[known], weight * game.alive[layer][known], count)
        for code in range(3):
            sums[code] += np.bincount(cell[known], weight * worth[code, bought, known], count)
    return sums, chance


def weighed_cells(
    game: Game, ways: Floats, spare: Floats, value: Floats, cards: int
) -> tuple[Floats, Floats]:
    """As `cell_sums`; a cell where no hand comes is weighed by the `spare` ways."""
    sums, chance = cell_sums(game, ways, value, cards)
    missed = chance < REACHED_MIN
    if missed.any():
        all_sums, all_chance = cell_sums(game, spare, value, cards)
        sums[:, missed], chance[missed] = all_sums[:, missed], all_chance[missed]
    return sums, chance


def pair_sums(game: Game, value: Floats) -> tuple[Floats, Floats, Floats]:
    """By rank: the worth of a pair kept, of a pair split, and the chance of the pair."""
    nodes = game.tree
    vectors = all_hands().vectors[nodes.hand[: nodes.ends[2]]]
    dealt = nodes.beginning[: nodes.ends[2]] == DEALT
    pair = [int(np.flatnonzero(dealt & (vectors[:, min(r, TEN)] == 2))[0]) for r in range(13)]
    kept = game.pair_share * value[0, pair]
    return kept, game.splits @ value[0, : nodes.ends[2]], game.pair_share * game.alive[pair]


def expectations(game: Game, played: Play) -> Mapping[Cell, Mapping[Action, float]]:
    """For a hand in each cell: the expected net result of each legal action, then the table's.

    In opening stakes, given no dealer's pontoon; nothing for a cell that the shoe cannot deal.
    """
    found: dict[Cell, dict[Action, float]] = {cell: {} for cell in game.cells}
    spare = every_order(game)
    for cards in CARDS_BEFORE_LAST:
        sums, chance = weighed_cells(game, played.reach, spare, played.value, cards)
        for at, cell in enumerate(game.cells):
            if cell.cards == cards and chance[at] >= REACHED_MIN:
                for action in legal(cell, game.rules):
                    found[cell][action] = float(sums[ORDER.index(action), at] / chance[at])
    return found


def pair_expectations(game: Game, played: Play) -> tuple[tuple[float, float], ...]:
    """By rank, given the pair and no dealer's pontoon: what keeping and what splitting brings.

    Both 0 where the shoe has no such pair; splitting is 0 where the rules have none.
    """
    kept, split, chance = pair_sums(game, played.value)
    possible = np.where(chance > 0, chance, 1.0)
    return tuple(
        (float(keep), float(apart))
        for keep, apart in zip(kept / possible, split / possible, strict=True)
    )


def as_strategy(game: Game, table: Table, name: str) -> Strategy:
    """The table in words."""
    named = {cell: ORDER[at] for cell, at in zip(game.cells, table.actions, strict=True)}
    return Strategy(name, named, table.pairs)


def as_table(game: Game, strategy: Strategy) -> Table:
    """A strategy's cells in the game's order; `KeyError` for a cell that it lacks."""
    codes = [ORDER.index(strategy.cells[cell]) for cell in game.cells]
    return Table(np.array(codes, dtype=np.int64), strategy.pairs)
