"""The shoes that players see: how many cards of each rank are left when a round begins.

They come from the kernel of the simulation, word for word those of `pontoon simulate` with the same
seed; it is only asked to stop after each word, so that its counts can be read. A bet changes no
card, so one collection serves every way of betting; and a shoe that is made whole earlier is the
beginning of one that is made whole later.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.rtp.simulation.automaton import RANK_COUNT
from certification.rtp.simulation.blocks import fill, tables_of
from certification.rtp.simulation.kernel import play
from certification.rtp.simulation.lanes import (
    ROUNDS_LEFT,
    WORDS_A_LANE,
    WORDS_A_REQUEST,
    Lanes,
    new_lanes,
    new_sums,
)
from certification.rtp.simulation.plan import BLOCK_ROUNDS, Plan, block_entropy
from certification.rtp.simulation.vectors import LANES
from config.rules import CARDS_IN_PACK
from rng.ctr_drbg import REQUEST_BYTES_MAX, CtrDrbg

SHOES_MAX: Final = 500_000  # a round begun takes about 40 bytes, and a shoe has some thirty

Counts = NDArray[np.int16]
Integers = NDArray[np.int64]
Noted = Callable[[int], None]  # how many are done


@dataclass(frozen=True, slots=True)
class Starts:
    """Rounds, shoe by shoe: `counts[round, rank]` cards are left, `dealt[round]` are gone.

    `shoe[round]` is 0, 1, 2, ...; every shoe is complete.
    """

    counts: Counts
    dealt: Integers
    shoe: Integers

    @property
    def shoes(self) -> int:
        """How many there are."""
        return int(self.shoe[-1]) + 1

    def until(self, reshuffle_after: int) -> "Starts":
        """The rounds of shoes that are made whole after so many cards already."""
        kept = self.dealt < max(reshuffle_after, 1)
        return Starts(self.counts[kept], self.dealt[kept], self.shoe[kept])


def deal_shoes(plan: Plan, shoes: int, noted: Noted = lambda _: None) -> Starts:
    """So many shoes, or a few more: the same number from each of the plan's first blocks."""
    each = -(-shoes // LANES)
    whole = CARDS_IN_PACK * plan.file.rules.shoe.packs
    counts: list[Counts] = []
    lanes_of: list[Integers] = []
    done = np.zeros(LANES, dtype=np.int64)
    for lanes, begun in _rounds_begun(plan):
        upto = lanes.counts.reshape(RANK_COUNT, LANES)[:, begun].astype(np.int16)
        made_whole = upto[-1] == whole
        done[begun] += made_whole
        kept = done[begun] <= each
        counts.append(np.diff(upto, axis=0, prepend=np.int16(0)).T[kept])
        lanes_of.append(begun[kept])
        if made_whole.any():
            noted(int(np.minimum(done, each).sum()))
        if done.min() > each:
            break
    return _in_order(np.concatenate(counts), np.concatenate(lanes_of), whole)


def _rounds_begun(plan: Plan) -> Iterator[tuple[Lanes, Integers]]:
    """After each word that began rounds: the lanes in which it did."""
    game = tables_of(plan)
    lanes, sums = new_lanes(game, (BLOCK_ROUNDS,) * LANES), new_sums(game)
    words = np.zeros((LANES, WORDS_A_LANE), dtype=np.uint16)
    drbgs = [CtrDrbg.instantiate(block_entropy(plan.seed, index)) for index in range(LANES)]
    yield lanes, np.arange(LANES)
    left = lanes.pages[:, ROUNDS_LEFT].copy()
    while left.all():  # a block has an end
        for lane, drbg in enumerate(drbgs):
            fill(words, lane, drbg.generate(REQUEST_BYTES_MAX))
        for word in range(WORDS_A_REQUEST):
            play(words, word, 1, game, lanes, sums)
            now = lanes.pages[:, ROUNDS_LEFT]
            begun = np.flatnonzero(now != left)
            if len(begun):
                left[begun] = now[begun]
                yield lanes, begun


def _in_order(counts: Counts, lane: Integers, whole: int) -> Starts:
    order = np.argsort(lane, kind="stable")
    counts = counts[order]
    dealt = whole - counts.sum(axis=1, dtype=np.int64)
    return Starts(counts, dealt, np.cumsum(dealt == 0) - 1)
