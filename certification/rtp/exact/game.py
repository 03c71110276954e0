"""One game to be analysed: rules and a shoe, with what each hand is worth if it ends as it is.

Worth is a joint measure: the chance that the cards come so and the dealer has no pontoon, times
the net result in opening stakes. Such worths add up with no division, so a hand that goes on is
worth the sum over its next cards. Which action to take is in `play`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.game.cards import RANKS
from certification.rtp.exact.contraction import (
    Floats,
    Rights,
    ValueCounts,
    contract,
    pack,
    rights,
)
from certification.rtp.exact.dealer import (
    BUST,
    RESULTS,
    TRICK,
    DealerHands,
    dealer_hands,
    no_pontoon,
)
from certification.rtp.exact.hands import ACE, TEN, TRICK_CARDS, VALUES, Ints, all_hands
from certification.rtp.exact.splitting import shares
from certification.rtp.exact.tree import DEALT, Tree, tree
from certification.rtp.strategy import Cell, cells
from config.rules import PontoonAfterSplit, Rules
from rng.shoe import BadShoe

NO_CELL: Final = -1


class ImpossibleShoe(BadShoe):
    """A shoe that cannot be sure to serve a round."""


@dataclass(frozen=True, slots=True)
class Game:
    """Arrays over the nodes of `tree`; worths are for a stake of one opening stake."""

    rules: Rules
    shoe: ValueCounts
    tree: Tree
    cells: tuple[Cell, ...]
    cell: Ints  # of each node while not bought, or NO_CELL where the hand has ended
    bought_cell: Ints
    results: Floats  # shape (nodes, 7): chance with each dealer's result
    alive: Floats  # chance of the cards, and no dealer's pontoon; one more entry, 0, for bust
    ended: Floats  # worth of sticking, or of the pontoon or trick that the hand is
    splits: Floats  # shape (13, two-card nodes): times that a split of the rank begins there
    pair_share: Floats  # by rank: of two cards of the value, those of this rank

    @property
    def dealer_pontoon(self) -> float:
        """R5: then the round is over, and the opening stake lost."""
        return dealer_pontoon(self.shoe)


def game_of(rules: Rules, ranks: Sequence[int]) -> Game:
    """The game from a shoe of so many cards of each rank, ace to king; `ImpossibleShoe`."""
    shoe = shoe_of(rules, ranks)
    outs = {
        out - is_pair for again in (True, False) for out, is_pair, _ in _shares(rules, again=again)
    }
    nodes = tree(tuple(sorted(outs)))
    results = contract(shoe, nodes.taken, _rights(dealer_hands(rules.dealer)))[nodes.taken_at]
    alive = contract(shoe, nodes.taken, _rights(no_pontoon()))[nodes.taken_at, 0]
    own_cells = cells(rules)
    return Game(
        rules=rules,
        shoe=shoe,
        tree=nodes,
        cells=own_cells,
        cell=_cells_of(nodes, rules, own_cells, bought=0),
        bought_cell=_cells_of(nodes, rules, own_cells, bought=1),
        results=results,
        alive=np.append(alive, 0.0),
        ended=_ended(nodes, rules, results, alive),
        splits=np.array([_splits(nodes, rules, shoe, rank) for rank in range(len(RANKS))]),
        pair_share=np.array([of_rank(shoe, rank, 2) for rank in range(len(RANKS))]),
    )


def shoe_of(rules: Rules, ranks: Sequence[int]) -> ValueCounts:
    """Counts by value; `ImpossibleShoe` with fewer cards than R11 and R13 may ask for."""
    values = (*ranks[: VALUES - 1], sum(ranks[VALUES - 1 :]))
    shoe = ValueCounts(tuple(values), tuple(ranks))
    if shoe.cards < rules.cards_max:
        raise ImpossibleShoe(
            f"the shoe has {shoe.cards} cards and a round may need {rules.cards_max}: "
            f"five for each of {rules.player.hands_max} hands and the dealer"
        )
    return shoe


def dealer_pontoon(shoe: ValueCounts) -> float:
    """The chance that the dealer's two cards are a pontoon."""
    pairs = 2 * shoe.values[ACE] * shoe.values[TEN]
    return pairs / (shoe.cards * (shoe.cards - 1))


def dealer_law(game: Game) -> Floats:
    """The chance of each of `RESULTS`, the dealer's hand always played out."""
    law: Floats = contract(
        game.shoe, np.zeros(1, dtype=np.int64), _rights(dealer_hands(game.rules.dealer))
    )[0]
    return law


def of_rank(shoe: ValueCounts, rank: int, count: int) -> float:
    """Of so many cards of a rank's value dealt in a row, the share that are all of the rank."""
    share = 1.0
    of_value = shoe.values[min(rank, TEN)]
    for gone in range(count):
        if shoe.ranks[rank] <= gone:
            return 0.0
        share *= (shoe.ranks[rank] - gone) / (of_value - gone)
    return share


def splits_again(rules: Rules, rank: int) -> bool:
    """R10, and `player.one_card_to_split_aces`: such an ace has ended before its turn."""
    return not (rank == ACE and rules.player.one_card_to_split_aces)


def net_by_total(rules: Rules) -> Floats:
    """Net result for a stake of 1, shape (22 totals, dealer's results), of a hand that sticks."""
    worth = np.full((22, len(RESULTS)), -1.0)
    dealer_total = np.arange(BUST + 1, TRICK) + 16
    beats = np.arange(22)[:, None] > dealer_total[None, :]
    worth[:, BUST] = float(rules.pays.win)
    worth[:, BUST + 1 : TRICK][beats] = float(rules.pays.win)
    return worth


def net_of_trick(rules: Rules) -> Floats:
    """As `net_by_total`, for a five-card trick (R14)."""
    worth = np.full(len(RESULTS), float(rules.pays.five_card_trick))
    worth[TRICK] = -1.0
    return worth


def ends_as_pontoon(nodes: Tree, rules: Rules) -> NDArray[np.bool_]:
    """R6, and `player.pontoon_after_split`."""
    hands = all_hands()
    pontoon = (hands.cards == 2) & (hands.totals == 21)
    after_split = rules.player.pontoon_after_split is PontoonAfterSplit.PONTOON
    counts: NDArray[np.bool_] = pontoon[nodes.hand] & (after_split | (nodes.beginning == DEALT))
    return counts


def ends_as_split_ace(nodes: Tree, rules: Rules) -> NDArray[np.bool_]:
    """`player.one_card_to_split_aces`: no more than a second card."""
    aces = np.array([False, *(begun.value == ACE for begun in nodes.beginnings)])
    ends: NDArray[np.bool_] = aces[nodes.beginning] & rules.player.one_card_to_split_aces
    return ends


def _rights(hands: DealerHands) -> Rights:
    weights = hands.orders.astype(np.float64)
    return rights(pack(hands.vectors), hands.results, weights, len(RESULTS))


def _shares(rules: Rules, *, again: bool) -> tuple[tuple[int, int, int], ...]:
    return shares(rules.player.hands_max, again) if rules.player.hands_max > 1 else ()


def _cells_of(nodes: Tree, rules: Rules, known: tuple[Cell, ...], bought: int) -> Ints:
    hands = all_hands()
    lookup = np.full((TRICK_CARDS + 1, 2, 22), NO_CELL)
    for at, cell in enumerate(known):
        if cell.bought == bought:
            lookup[cell.cards, int(cell.soft), cell.total] = at
    soft = hands.soft.astype(np.int64)
    found: Ints = lookup[hands.cards, soft, hands.totals][nodes.hand]
    ended = ends_as_pontoon(nodes, rules) | ends_as_split_ace(nodes, rules)
    return np.where(ended, NO_CELL, found)


def _ended(nodes: Tree, rules: Rules, results: Floats, alive: Floats) -> Floats:
    hands = all_hands()
    stuck = (results * net_by_total(rules)[hands.totals[nodes.hand]]).sum(axis=1)
    trick = results @ net_of_trick(rules)
    worth = np.where(hands.cards[nodes.hand] == TRICK_CARDS, trick, stuck)
    pontoon = ends_as_pontoon(nodes, rules)
    return np.where(pontoon, alive * float(rules.pays.pontoon), worth)


def _splits(nodes: Tree, rules: Rules, shoe: ValueCounts, rank: int) -> Floats:
    value = min(rank, TEN)
    begins = np.zeros(nodes.ends[2])
    hands = all_hands()
    two = nodes.hand[: nodes.ends[2]]
    for out, is_pair, times in _shares(rules, again=splits_again(rules, rank)):
        here = nodes.beginning[: nodes.ends[2]] == nodes.begun(value, out - is_pair)
        if is_pair:
            here &= hands.vectors[two, value] == 2
        begins[here] += times * of_rank(shoe, rank, out)
    return begins
