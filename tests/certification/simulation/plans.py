"""Plans for the tests, and the kernel watched word by word."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import count

import numpy as np

from app.game.outcomes import Action
from certification.rtp.exact.analysis import advise
from certification.rtp.named import options_of
from certification.rtp.simulation.automaton import RANK_COUNT
from certification.rtp.simulation.blocks import fill, tables_of
from certification.rtp.simulation.kernel import play
from certification.rtp.simulation.lanes import (
    ROUNDS_LEFT,
    SHOES,
    WORDS_A_LANE,
    WORDS_A_REQUEST,
    new_lanes,
    new_sums,
)
from certification.rtp.simulation.plan import Block, Plan, Seeds, block_entropy
from certification.rtp.simulation.tables import NET_MIN, STAKES
from certification.rtp.simulation.vectors import LANES
from certification.rtp.strategy import Cell, Strategy, cells, legal
from config.loader import ShoePolicy, load_rules
from config.rules import Rules
from rng.ctr_drbg import REQUEST_BYTES_MAX, CtrDrbg
from rng.shoe import Shoe

SEED = bytes(range(48))


@cache
def plan_of(
    *changes: str,
    strategy: str = "mixed",
    rounds: int = 1000,
    shoe: ShoePolicy = ShoePolicy.PLAYED,
    seeds: Seeds = Seeds.BLOCK,
    seed: bytes = SEED,
) -> Plan:
    """A plan under the shipped rules with changes; `mixed` does everything now and then."""
    file = load_rules(changes=changes, shoe=shoe)
    played = mixed(file.rules) if strategy == "mixed" else named(strategy, file.rules)
    return Plan(file, played, rounds, seed, shoe, seeds)


def named(name: str, rules: Rules) -> Strategy:
    """A strategy that has a name."""
    return advise(rules, Shoe.whole(rules.shoe.packs), options_of(name, rules)).strategy


def mixed(rules: Rules) -> Strategy:
    """Every pair split, and every legal action in its turn: good for nothing but tests."""
    chosen: dict[Cell, Action] = {}
    for index, cell in enumerate(cells(rules)):
        allowed = legal(cell, rules)
        chosen[cell] = allowed[index % len(allowed)]
    return Strategy("mixed", chosen, (True,) * 13)


@dataclass(frozen=True, slots=True)
class KernelRound:
    """Ranks in dealing order, net and stake in opening stakes, whether the shoe ended."""

    ranks: tuple[int, ...]
    net: Fraction
    stake: int
    last_of_shoe: bool


def kernel_rounds(plan: Plan, block: Block, lane: int = 0) -> Iterator[KernelRound]:
    """The rounds of a block as the kernel plays them in one lane, watched word by word."""
    game = tables_of(plan)
    lanes = new_lanes(game, (*(0,) * lane, block.rounds))
    sums = new_sums(game)
    words = np.zeros((LANES, WORDS_A_LANE), dtype=np.uint16)
    drbg = CtrDrbg.instantiate(block_entropy(plan.seed, block.index))
    ranks: list[int] = []
    for word in count():
        if word % WORDS_A_REQUEST == 0:
            fill(words, lane, drbg.generate(REQUEST_BYTES_MAX))
        shoes = sums.shoes[SHOES]
        play(words, word % WORDS_A_REQUEST, 1, game, lanes, sums)
        if lanes.ranks[lane] != RANK_COUNT:
            ranks.append(int(lanes.ranks[lane]))
        if sums.rounds.any():
            at = int(np.flatnonzero(sums.rounds)[0])
            net = Fraction(at // STAKES + int(game.facts[NET_MIN]), game.unit)
            yield KernelRound(tuple(ranks), net, at % STAKES, bool(sums.shoes[SHOES] > shoes))
            sums.rounds[:] = 0
            ranks = []
        if not lanes.pages[lane, ROUNDS_LEFT]:
            return
