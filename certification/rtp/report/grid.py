"""The strategy as players know it: totals down, cards across, one coloured letter in each place."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

from app.game.cards import RANKS
from app.game.outcomes import Action
from certification.report.blocks import Grid, GridRow
from certification.rtp.strategy import TOTAL_MAX, Cell, Strategy


class Letter(StrEnum):
    """What a place of the grid says; empty where there is no such hand."""

    STICK = "S"
    TWIST = "T"
    BUY = "B"
    SPLIT = "P"
    NONE = ""


WORDS: Final = {
    Letter.TWIST: "twist",
    Letter.STICK: "stick",
    Letter.BUY: "buy",
    Letter.SPLIT: "split",
}
COLOURS: Final = {
    Letter.TWIST: "#cfe8d5",
    Letter.STICK: "#f3c9c5",
    Letter.BUY: "#f7e3a1",
    Letter.SPLIT: "#c4d7f2",
    Letter.NONE: "#ffffff",
}
_OF_ACTION: Final = {
    Action.TWIST: Letter.TWIST,
    Action.STICK: Letter.STICK,
    Action.BUY: Letter.BUY,
}
_NOT_BOUGHT: Final = (4, 3, 2)
_BOUGHT: Final = (4, 3)


def grids(strategy: Strategy) -> tuple[Grid, ...]:
    """Hands as dealt, pairs, and hands that were bought."""
    found = [
        _totals(
            "A hand that has not been bought, by its total", strategy, _NOT_BOUGHT, bought=False
        ),
        _pairs(strategy),
        _totals("A hand that has been bought", strategy, _BOUGHT, bought=True),
    ]
    return tuple(grid for grid in found if grid.rows)


def letter_of(strategy: Strategy, cell: Cell) -> Letter:
    """That of a hand that is not split."""
    action = strategy.cells.get(cell)
    return Letter.NONE if action is None else _OF_ACTION[action]


def _totals(caption: str, strategy: Strategy, cards: Sequence[int], *, bought: bool) -> Grid:
    columns = tuple(f"{kind}, {n} cards" for kind in ("hard", "soft") for n in cards)
    return Grid(caption, columns, tuple(_rows(strategy, cards, bought=bought)))


def _rows(strategy: Strategy, cards: Sequence[int], *, bought: bool) -> Iterator[GridRow]:
    for total in range(TOTAL_MAX, 3, -1):
        letters = tuple(
            letter_of(strategy, Cell(n, soft, total, bought))
            for soft in (False, True)
            for n in cards
        )
        if any(letters):
            yield GridRow(str(total), letters)


def _pairs(strategy: Strategy) -> Grid:
    letters = []
    for rank, split in zip(RANKS, strategy.pairs, strict=True):
        soft = rank == "A"
        total = 12 if soft else 2 * min(RANKS.index(rank) + 1, 10)
        kept = letter_of(strategy, Cell(2, soft, total, False))
        letters.append(Letter.SPLIT if split else kept)
    return Grid("Two cards of one rank", tuple(RANKS), (GridRow("pair", tuple(letters)),))
