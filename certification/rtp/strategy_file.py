"""Strategies as TOML: one table for each number of cards, hard and soft, bought or not; pairs.

A file is complete or refused: an unknown key, a missing cell, a stick below `player.stick_min`
or a buy where none is left are named with their place. How good a strategy is, is not judged.

    name = "my table"
    [two-cards.hard]
    4 = "twist"             # ... to 20
    [three-cards-bought.soft]
    13 = "twist"            # ... to 21
    [pairs]
    A = "split"             # or "keep"; 2 to 9, T, J, Q, K too
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import Final

from app.game.cards import RANKS
from app.game.outcomes import Action
from certification.rtp.strategy import Cell, Strategy, cells, legal
from config.documents import BadConfig, nearest, parse, read_bytes
from config.rules import Rules
from config.shapes import Choice, Text

_CARDS: Final = {2: "two-cards", 3: "three-cards", 4: "four-cards"}
_NAME: Final = Text(r"[^\x00-\x1f\"\\]{1,80}", "a name of 1 to 80 characters, without quotes")


class BadStrategy(BadConfig):
    """A strategy that is incomplete, or does what the rules do not allow."""


class _Play(StrEnum):
    TWIST = Action.TWIST.value
    STICK = Action.STICK.value
    BUY = Action.BUY.value


class _Pair(StrEnum):
    SPLIT = "split"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class _Allowed:
    """Where the rules leave a choice: the actions of one cell, as a shape to read."""

    actions: tuple[Action, ...]
    because: str

    @property
    def expected(self) -> str:
        return " or ".join(f'"{action.value}"' for action in self.actions) + self.because


def read_strategy(path: Path, rules: Rules) -> Strategy:
    """The strategy in a file, whole and legal under these rules, or `BadStrategy`."""
    document = parse(read_bytes(path, str(path), BadStrategy), str(path), BadStrategy)
    places = {place(cell): cell for cell in cells(rules)}
    known = ("name", *places, *(f"pairs.{rank}" for rank in RANKS))
    for key in document.values:
        if key not in known:
            raise document.refuse(key, nearest(key, known), f"the unknown key {key}")
    found: dict[Cell, Action] = {}
    for key, cell in places.items():
        allowed = _Allowed(legal(cell, rules), _because(cell, rules))
        if key not in document.values:
            raise document.refuse(key, allowed.expected, "nothing: the cell is missing")
        action = Action(document.read(key, Choice(_Play)).value)
        if action not in allowed.actions:
            raise document.refuse(key, allowed.expected, f'"{action.value}"')
        found[cell] = action
    pairs = tuple(document.read(f"pairs.{rank}", Choice(_Pair)) is _Pair.SPLIT for rank in RANKS)
    return Strategy(document.read("name", _NAME), found, pairs)


def require_legal(strategy: Strategy, rules: Rules) -> None:
    """Refuse a strategy made elsewhere that these rules do not allow, or that lacks a cell."""
    for cell in cells(rules):
        allowed = _Allowed(legal(cell, rules), _because(cell, rules))
        action = strategy.cells.get(cell)
        if action not in allowed.actions:
            found = "nothing: the cell is missing" if action is None else f'"{action.value}"'
            raise BadStrategy(strategy.name, place(cell), allowed.expected, found)


def to_toml(strategy: Strategy) -> str:
    """The file that `read_strategy` reads as this strategy."""
    return "\n".join(_lines(strategy)) + "\n"


def place(cell: Cell) -> str:
    """The key of a cell in a file: `three-cards-bought.soft.17`."""
    bought = "-bought" if cell.bought else ""
    return f"{_CARDS[cell.cards]}{bought}.{'soft' if cell.soft else 'hard'}.{cell.total}"


def _lines(strategy: Strategy) -> Iterator[str]:
    yield f'name = "{strategy.name}"'
    rows = [(place(cell).rsplit(".", 1), action) for cell, action in strategy.cells.items()]
    for table, group in groupby(rows, key=lambda row: row[0][0]):
        yield f"\n[{table}]"
        yield from (f'{total} = "{action.value}"' for (_, total), action in group)
    yield "\n[pairs]"
    for rank, yes in zip(RANKS, strategy.pairs, strict=True):
        yield f'{rank} = "{(_Pair.SPLIT if yes else _Pair.KEEP).value}"'


def _because(cell: Cell, rules: Rules) -> str:
    allowed = legal(cell, rules)
    if Action.STICK not in allowed:
        return f" (player.stick_min is {rules.player.stick_min})"
    if Action.TWIST not in allowed:
        return " (player.twist_on_21 is false)"
    if Action.BUY not in allowed and not rules.player.buys_per_hand:
        return " (player.buys_per_hand is 0)"
    return " (a hand is bought once)" if cell.bought else ""
