"""What a player gains who looks at the cards of a hand and not at its total alone.

Each hand is played by its own cards: the whole multiset, and for a hand of a split also whether its
first two cards are a pair again. The hands beside it in a split round (one round in ninety) are not
looked at, so this is the best play by composition of one's own hand, not of all that lies open.
Pairs are split as in the table.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.game.cards import RANKS
from certification.rtp.exact.analysis import Advice, ranks_of
from certification.rtp.exact.contraction import Floats
from certification.rtp.exact.game import Game, ends_as_pontoon, ends_as_split_ace, game_of
from certification.rtp.exact.hands import TEN, TRICK_CARDS, Ints, all_hands
from certification.rtp.exact.play import Table, as_table, starts
from certification.rtp.exact.tree import DEALT
from certification.rtp.strategy import CARDS_BEFORE_LAST, TOTAL_MAX
from config.rules import PlayerRules, Rules
from rng.shoe import Shoe

_STAKES: Final = np.array([[1.0], [2.0]])


def gain_by_composition(rules: Rules, shoe: Shoe, advice: Advice) -> float:
    """What so playing adds to the strategy of `advice`, which is of these rules and this shoe."""
    game = game_of(rules, ranks_of(shoe))
    return worth_by_composition(game, as_table(game, advice.strategy)) + advice.edge


def worth_by_composition(game: Game, table: Table) -> float:
    """Expected net result of a round so played, in opening stakes."""
    nodes = game.tree
    worth = -game.dealer_pontoon
    begins = starts(game, table.pairs)
    two = np.arange(nodes.ends[2])
    dealt = nodes.beginning[two] == DEALT
    value = _values(game, DEALT, {DEALT: 1.0})
    worth += float(begins[dealt] @ value[nodes.hand[two[dealt]]])
    for rank in range(len(RANKS)):
        if table.pairs[rank] and game.rules.player.hands_max > 1:
            worth += _split_worth(game, rank)
    return worth


def _split_worth(game: Game, rank: int) -> float:
    """All hands of the rounds that begin with this split."""
    nodes, hands = game.tree, all_hands()
    ways = game.splits[rank]
    two = np.flatnonzero(ways)
    pair = hands.vectors[nodes.hand[two], min(rank, TEN)] == 2
    worth = 0.0
    for again in (False, True):
        mine = two[pair == again]
        # Each second card begins alike, so a beginning has one weight.
        weights = {int(nodes.beginning[at]): float(ways[at]) for at in mine}
        if weights:
            value = _values(game, next(iter(weights)), weights)
            worth += float(value[np.unique(nodes.hand[mine])].sum())
    return worth


def _values(game: Game, like: int, weights: dict[int, float]) -> Floats:
    """By hand, the worth of the best play from it on, beginnings weighed together."""
    nodes, hands = game.tree, all_hands()
    count = len(hands.cards)
    alive, ended = np.zeros(count + 1), np.zeros(count)
    for beginning, weight in weights.items():
        here = nodes.place[beginning] >= 0
        at = nodes.place[beginning][here]
        alive[:-1][here] += weight * game.alive[at]
        ended[here] += weight * game.ended[at]
    over = np.zeros(count, dtype=np.bool_)
    here = nodes.place[like] >= 0
    done = ends_as_pontoon(nodes, game.rules) | ends_as_split_ace(nodes, game.rules)
    over[here] = done[nodes.place[like][here]]
    return _best(alive, ended, over, game.rules.player)


def _best(alive: Floats, ended: Floats, over: NDArray[np.bool_], player: PlayerRules) -> Floats:
    hands = all_hands()
    value = np.zeros((2, len(hands.cards) + 1))
    trick = np.flatnonzero(hands.cards == TRICK_CARDS)
    value[:, trick] = _STAKES * ended[trick]
    for cards in reversed(CARDS_BEFORE_LAST):
        at = np.flatnonzero(hands.cards == cards)
        children = hands.child[at]  # NO_HAND is the last entry, where nothing is alive
        lost = alive[at] - alive[children].sum(axis=1)
        twist = value[:, children].sum(axis=2) - _STAKES * lost
        value[:, at] = _chosen(ended[at], twist, at, over, player)
    not_bought: Floats = value[0]
    return not_bought


def _chosen(
    ended: Floats, twist: Floats, at: Ints, over: NDArray[np.bool_], player: PlayerRules
) -> Floats:
    totals = all_hands().totals[at]
    stick = np.where(totals >= player.stick_min, _STAKES * ended, -np.inf)
    draws = (totals < TOTAL_MAX) | player.twist_on_21
    best = np.maximum(stick, np.where(draws, twist, -np.inf))
    if player.buys_per_hand:
        best[0] = np.maximum(best[0], np.where(draws, twist[1], -np.inf))
    played: Floats = np.where(over[at], _STAKES * ended, best)
    return played
