"""Blocks through the kernel: each lane's generator, its requests, and the rounds of a unit."""

from functools import lru_cache
from typing import Final

import numpy as np

from app.game.outcomes import Action
from certification.rtp.simulation.kernel import play
from certification.rtp.simulation.lanes import (
    ROUNDS_LEFT,
    WORDS_A_LANE,
    WORDS_A_REQUEST,
    Sums,
    new_lanes,
    new_sums,
)
from certification.rtp.simulation.plan import BLOCK_ROUNDS, Block, Plan, block_entropy
from certification.rtp.simulation.tables import NET_MIN, STAKES, Numbers, Tables, tables
from certification.rtp.simulation.tally import Shoes, Tally
from certification.rtp.simulation.vectors import LANES
from certification.rtp.strategy import Cell, Strategy
from config.rules import Rules
from rng.ctr_drbg import REQUEST_BYTES_MAX, CtrDrbg

_WORDS_A_ROUND_MAX: Final = 64  # on the average of a block, words passed over included
_REQUESTS_MAX: Final = BLOCK_ROUNDS * _WORDS_A_ROUND_MAX // WORDS_A_REQUEST


class EndlessBlock(RuntimeError):
    """A block used up more words than its rounds can need: the automaton or the words are wrong."""


def play_blocks(plan: Plan, blocks: tuple[Block, ...]) -> Tally:
    """At most `LANES` blocks, each from its own generator."""
    game = tables_of(plan)
    lanes = new_lanes(game, tuple(block.rounds for block in blocks))
    sums = new_sums(game)
    words = np.zeros((LANES, WORDS_A_LANE), dtype=np.uint16)
    drbgs = [CtrDrbg.instantiate(block_entropy(plan.seed, block.index)) for block in blocks]
    for _ in range(_REQUESTS_MAX):
        left = lanes.pages[:, ROUNDS_LEFT]
        if not left.any():
            return tally_of(game, sums)
        for lane, drbg in enumerate(drbgs):
            if left[lane]:
                fill(words, lane, drbg.generate(REQUEST_BYTES_MAX))
        play(words, 0, WORDS_A_REQUEST, game, lanes, sums)
    raise EndlessBlock(f"more than {_REQUESTS_MAX} requests for {BLOCK_ROUNDS} rounds")


def fill(words: Numbers, lane: int, request: bytes) -> None:
    """Lay a request down for a lane, its bytes as they came."""
    words[lane, :WORDS_A_REQUEST] = np.frombuffer(request, dtype=np.uint16)


def tally_of(game: Tables, sums: Sums) -> Tally:
    """The sums of the kernel as they are kept."""
    net_min = int(game.facts[NET_MIN])
    filled = np.flatnonzero(sums.rounds).tolist()
    results = {(at // STAKES + net_min, at % STAKES): int(sums.rounds[at]) for at in filled}
    return Tally(results, Shoes(*sums.shoes.tolist()))


def tables_of(plan: Plan) -> Tables:
    """The tables of a plan, made once in each process."""
    cells = tuple(plan.strategy.cells.items())
    return _tables(plan.file.rules, cells, plan.strategy.pairs, plan.shuffle_after)


@lru_cache(maxsize=1)
def _tables(
    rules: Rules, cells: tuple[tuple[Cell, Action], ...], pairs: tuple[bool, ...], after: int
) -> Tables:
    return tables(rules, Strategy("", dict(cells), pairs), shuffle_after=after)
