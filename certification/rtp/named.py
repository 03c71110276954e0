"""The strategies that have a name, as what each leaves open; `exact` fills in the best of it.

`optimal` leaves everything open, `published` the play after a buy, `mimic-dealer` nothing. Where
the rules bar what a named strategy would do it twists, and where they bar that too it sticks.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.game.cards import RANKS
from app.game.outcomes import Action
from certification.rtp.strategy import Cell, Strategy, cells, legal
from config.rules import Rules, Soft17

OPTIMAL: Final = "optimal"
PUBLISHED: Final = "published"
MIMIC_DEALER: Final = "mimic-dealer"
NEVER_BUY_OR_SPLIT: Final = "never-buy-or-split"
NAMES: Final = (OPTIMAL, PUBLISHED, MIMIC_DEALER, NEVER_BUY_OR_SPLIT)

# Public pages on the eight-pack game, credited there to the Wizard of Odds. A row is a total:
# four, three and two cards; S stick, T twist, B buy, - no such hand. No source says what to do
# after a buy.
_PUBLISHED_HARD: Final = """
21 SS-  20 SSS  19 SSS  18 SSS  17 TSS  16 BSS  15 BSS  14 BTT  13 BTT  12 BTT  11 BBB  10 BBB
9 BBT   8 BTT   7 -TT   6 -TT   5 --T   4 --T
"""
_PUBLISHED_SOFT: Final = """
21 BB-  20 BBS  19 BBS  18 BTT  17 BTT  16 BTT  15 BTT  14 BTT  13 -TT  12 --T
"""
_PUBLISHED_SPLITS: Final = "A8"
_LETTERS: Final = {"S": Action.STICK, "T": Action.TWIST, "B": Action.BUY}
_DEALER_STICKS_FROM: Final = 17  # R13


@dataclass(frozen=True, slots=True)
class Options:
    """The actions to choose from in each cell, and whether each rank may, or must, be split."""

    name: str
    cells: Mapping[Cell, tuple[Action, ...]]
    pairs: tuple[tuple[bool, ...], ...]


def options_of(name: str, rules: Rules) -> Options:
    """What the named strategy leaves open under these rules; `KeyError` for another name."""
    return {
        OPTIMAL: _optimal,
        PUBLISHED: _published,
        MIMIC_DEALER: _mimic_dealer,
        NEVER_BUY_OR_SPLIT: _never_buy_or_split,
    }[name](rules)


def fixed(strategy: Strategy) -> Options:
    """A given strategy: nothing is open."""
    return Options(
        strategy.name,
        {cell: (action,) for cell, action in strategy.cells.items()},
        tuple((split,) for split in strategy.pairs),
    )


def published_cells() -> dict[Cell, Action]:
    """The published table as it stands, for hands that were not bought."""
    found = {}
    for soft, rows in ((False, _PUBLISHED_HARD), (True, _PUBLISHED_SOFT)):
        words = rows.split()
        for total, letters in zip(words[::2], words[1::2], strict=True):
            for cards, letter in zip((4, 3, 2), letters, strict=True):
                if letter in _LETTERS:
                    found[Cell(cards, soft, int(total), False)] = _LETTERS[letter]
    return found


def published_pairs() -> tuple[bool, ...]:
    """Aces and eights."""
    return tuple(rank in _PUBLISHED_SPLITS for rank in RANKS)


def _optimal(rules: Rules) -> Options:
    may_split = rules.player.hands_max > 1
    either = (False, True) if may_split else (False,)
    open_cells = {cell: legal(cell, rules) for cell in cells(rules)}
    return Options(OPTIMAL, open_cells, (either,) * len(RANKS))


def _published(rules: Rules) -> Options:
    wished = published_cells()
    chosen = {
        cell: _as_far_as(wished[cell], cell, rules) if cell in wished else legal(cell, rules)
        for cell in cells(rules)
    }
    return Options(PUBLISHED, chosen, tuple((split,) for split in published_pairs()))


def _mimic_dealer(rules: Rules) -> Options:
    chosen = {}
    for cell in cells(rules):
        twists_17 = cell.soft and rules.dealer.soft_17 is Soft17.TWIST
        sticks = cell.total >= _DEALER_STICKS_FROM + twists_17
        chosen[cell] = _as_far_as(Action.STICK if sticks else Action.TWIST, cell, rules)
    return Options(MIMIC_DEALER, chosen, ((False,),) * len(RANKS))


def _never_buy_or_split(rules: Rules) -> Options:
    chosen = {
        cell: tuple(action for action in legal(cell, rules) if action is not Action.BUY)
        for cell in cells(rules)
    }
    return Options(NEVER_BUY_OR_SPLIT, chosen, ((False,),) * len(RANKS))


def _as_far_as(wish: Action, cell: Cell, rules: Rules) -> tuple[Action, ...]:
    allowed = legal(cell, rules)
    return (next(action for action in (wish, *allowed) if action in allowed),)
