"""A strategy: one table by cards, hard or soft, total, bought or not, and one of pairs.

The same table plays the hands of a split. Which table is best is not decided here, and files are
read in `strategy_file`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.game.cards import RANKS
from app.game.outcomes import Action
from config.rules import PontoonAfterSplit, Rules

TOTAL_MAX: Final = 21
CARDS_BEFORE_LAST: Final = (2, 3, 4)  # R7: a hand of five cards is played out
NO_CELL: Final = -1
# In the array form; a kernel switches on these.
ACTION_CODES: Final[Mapping[Action, int]] = {Action.TWIST: 0, Action.STICK: 1, Action.BUY: 2}


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """A hand as the table sees it: `cards` 2 to 4, its best total, whether it was bought."""

    cards: int
    soft: bool
    total: int
    bought: bool

    def __str__(self) -> str:
        kind = "soft" if self.soft else "hard"
        bought = ", bought" if self.bought else ""
        return f"{kind} {self.total} of {self.cards} cards{bought}"


@dataclass(frozen=True, slots=True)
class Strategy:
    """What to do in each cell, and whether to split each rank (`pairs`, ace to king, R10).

    A pair that may not be split, or is not, is played by the cell of its total.
    """

    name: str
    cells: Mapping[Cell, Action]
    pairs: tuple[bool, ...]


def cells(rules: Rules) -> tuple[Cell, ...]:
    """Every cell that these rules can ask about, by cards, bought, hard before soft, total."""
    return tuple(
        Cell(cards, soft, total, bought)
        for cards in CARDS_BEFORE_LAST
        for bought in (False, True)
        if not bought or (rules.player.buys_per_hand and cards > 2)
        for soft in (False, True)
        for total in _totals(cards, soft, rules)
    )


def _totals(cards: int, soft: bool, rules: Rules) -> Iterator[int]:
    if soft:
        # All aces at the least, one of them as 11.
        most = TOTAL_MAX
        if cards == 2 and rules.player.pontoon_after_split is PontoonAfterSplit.PONTOON:
            most = TOTAL_MAX - 1  # R6: such a hand has ended
        yield from range(cards + 10, most + 1)
    else:
        # All twos at the least: with an ace a total below 12 is soft. Two tens at the most.
        yield from range(2 * cards, min(TOTAL_MAX, 10 * cards) + 1)


def legal(cell: Cell, rules: Rules) -> tuple[Action, ...]:
    """R7 to R9 in the order twist, stick, buy. Splitting is a matter of pairs."""
    player = rules.player
    draws = cell.total < TOTAL_MAX or player.twist_on_21
    buys = draws and not cell.bought and player.buys_per_hand > 0
    allowed = ((Action.TWIST, draws), (Action.STICK, cell.total >= player.stick_min))
    return tuple(action for action, yes in (*allowed, (Action.BUY, buys)) if yes)


def as_array(strategy: Strategy) -> NDArray[np.int8]:
    """The cells for a kernel: `ACTION_CODES` at [bought, cards - 2, soft, total], else `NO_CELL`.

    Shape (2, 3, 2, 22). For pairs take `np.array(strategy.pairs)`, shape (13,).
    """
    codes = np.full((2, len(CARDS_BEFORE_LAST), 2, TOTAL_MAX + 1), NO_CELL, dtype=np.int8)
    for cell, action in strategy.cells.items():
        codes[int(cell.bought), cell.cards - 2, int(cell.soft), cell.total] = ACTION_CODES[action]
    return codes


def split_ranks(strategy: Strategy) -> str:
    """The ranks that are split, as `A8`."""
    return "".join(rank for rank, yes in zip(RANKS, strategy.pairs, strict=True) if yes)
