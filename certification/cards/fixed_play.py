"""The fixed strategy of the certification and the exact law of its rounds from a whole shoe.

The strategy is the published one; what to do after a buy, which it does not say, is the best of
what is left. Laws come from `certification.rtp.exact`, loaded when the first test needs them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from certification.cards.dealer import PACKS, SHOE_CARDS
from certification.rtp.named import PUBLISHED, options_of
from certification.rtp.strategy import Strategy, as_array
from config.loader import load_rules

if TYPE_CHECKING:
    from certification.rtp.exact.game import Game
    from certification.rtp.exact.play import Table

RANK_CARDS: Final = SHOE_CARDS // 13


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """A strategy as `certification.cards.play` reads it."""

    actions: NDArray[np.int8]
    pairs: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Laws:
    """Of a round by the fixed strategy; each adds up to 1 (`hands` with the dealer's pontoon)."""

    dealer: tuple[float, ...]  # by `play.DEALER`
    net: Mapping[int, float]  # by net result in opening stakes
    hands: Mapping[tuple[int, int, int, int], float]  # pontoons, tricks, busts, hands


@cache
def strategy() -> Strategy:
    """The fixed strategy."""
    from certification.rtp.exact.play import as_strategy

    game, table = _game_and_table()
    return as_strategy(game, table, PUBLISHED)


@cache
def moves() -> Moves:
    """Its arrays."""
    fixed = strategy()
    return Moves(as_array(fixed), np.array(fixed.pairs))


@cache
def laws() -> Laws:
    """The exact laws; some seconds of work."""
    from certification.rtp.exact.game import dealer_law
    from certification.rtp.exact.law import round_law

    game, table = _game_and_table()
    law = round_law(game, table)
    net: dict[int, float] = {}
    for (units, _), chance in sorted(law.results.items()):
        stakes = int(units * law.unit)
        net[stakes] = net.get(stakes, 0.0) + chance
    hands = {(a, b, c, d): chance for (a, b, c, d), chance in sorted(law.hands.items())}
    hands[0, 0, 0, 0] = game.dealer_pontoon  # as `play` has it: no hand was played
    return Laws((*dealer_law(game).tolist(), game.dealer_pontoon), net, hands)


@cache
def _game_and_table() -> "tuple[Game, Table]":
    from certification.rtp.exact.best import best_table
    from certification.rtp.exact.game import game_of

    rules = load_rules().rules
    if rules.shoe.packs != PACKS:
        raise ValueError(f"the certification is for {PACKS} packs, not {rules.shoe.packs}")
    game = game_of(rules, (RANK_CARDS,) * 13)
    return game, best_table(game, options_of(PUBLISHED, rules))
