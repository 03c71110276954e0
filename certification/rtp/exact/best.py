"""The best table: improved cell by cell until no cell can be.

Cells of four cards, then of three, then of two, then pairs are set to the best, each group exactly
given the rest: a hand is in one cell of a group at most, so the cells of a group do not disturb
each other. The worth of the round never falls, and at the end no change of one cell, or of one
pair, raises it. Ties go to the first of stick, twist, buy, and to a pair kept. A cell that no hand
reaches is judged as if every hand that could come there did, its cards in every order.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.rtp.exact.contraction import Floats
from certification.rtp.exact.game import Game
from certification.rtp.exact.hands import Ints
from certification.rtp.exact.play import (
    ORDER,
    Table,
    blank_values,
    every_order,
    pair_sums,
    reach,
    settle,
    starts,
    weighed_cells,
)
from certification.rtp.named import Options
from certification.rtp.strategy import CARDS_BEFORE_LAST

ROUNDS_MAX: Final = 100  # of improvement; under ten have been enough for any rules
TIE: Final = 1e-11  # opening stakes, for a hand that is there: nearer than this is equal


class NoBestTable(ArithmeticError):
    """Improvement did not end; it must, since the worth never falls and tables are finite."""


def best_table(game: Game, options: Options) -> Table:
    """The best table among the options; `NoBestTable` if improvement does not end."""
    allowed = np.array([[action in options.cells[cell] for cell in game.cells] for action in ORDER])
    value = blank_values(game)
    ways = spare = every_order(game)
    table = Table(allowed.argmax(axis=0), tuple(choice[0] for choice in options.pairs))
    for _ in range(ROUNDS_MAX):
        better = _improved(game, options, allowed, table.actions.copy(), value, (ways, spare))
        if better.pairs == table.pairs and np.array_equal(better.actions, table.actions):
            return table
        table = better
        ways = reach(game, table.actions, starts(game, table.pairs))
    raise NoBestTable(f"no best table after {ROUNDS_MAX} rounds of improvement")


def _improved(
    game: Game,
    options: Options,
    allowed: NDArray[np.bool_],
    actions: Ints,
    value: Floats,
    ways: tuple[Floats, Floats],
) -> Table:
    """`actions` and `value` are filled in from the last card back."""
    for cards in reversed(CARDS_BEFORE_LAST):
        sums, chance = weighed_cells(game, *ways, value, cards)
        sums[~allowed] = -np.inf
        near = sums >= sums.max(axis=0) - TIE * np.abs(chance)
        here = np.array([cell.cards == cards for cell in game.cells])
        actions[here] = near.argmax(axis=0)[here]
        settle(game, actions, value, cards)
    kept, split, chance = pair_sums(game, value)
    pays = split > kept + TIE * chance
    pairs = tuple(
        choice[0] if len(choice) == 1 else bool(pays[rank])
        for rank, choice in enumerate(options.pairs)
    )
    return Table(actions, pairs)
