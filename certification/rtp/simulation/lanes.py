"""Lanes: rounds of different blocks, played side by side so that one instruction serves them all.

Here is what a lane holds between two cards, and what the rounds of all lanes add up to. All of it
is whole numbers, so no order of adding matters.
"""

from typing import Final, NamedTuple

import numpy as np

from certification.rtp.simulation.automaton import RANK_COUNT
from certification.rtp.simulation.tables import (
    HANDS_MAX,
    OPENING,
    STOPPED,
    WHOLE,
    Integers,
    Numbers,
    Tables,
)
from certification.rtp.simulation.vectors import LANES
from rng.ctr_drbg import REQUEST_BYTES_MAX
from rng.integers import WORD_BITS

WORDS_A_REQUEST: Final = REQUEST_BYTES_MAX * 8 // WORD_BITS
TILE: Final = 32  # words of each lane that are laid side by side at a time: one cache line
# Lanes lie a cache line apart from the power of two, else all would contend for the same lines.
WORDS_A_LANE: Final = WORDS_A_REQUEST + TILE

# Fields of a lane's page. Of the round in play and the shoe so far:
ROUNDS_LEFT, SHOE_NET, SHOE_STAKE, SHOE_ROUNDS = range(4)
# of a split: the dealer's state or, if he has ended, event; how many hands; the first of two while
# the other is dealt to; how many wait and have ended, and which (13 * first + card, and hand ends).
DEALER, HANDS, HELD, WAITING_COUNT, ENDED_COUNT = range(4, 9)
WAITING: Final = ENDED_COUNT + 1
ENDED: Final = WAITING + HANDS_MAX
PAGE: Final = ENDED + HANDS_MAX

# Sums over shoes: how many, and the products of net, stake (opening stakes) and rounds of each.
SHOES, NET_NET, NET_STAKE, NET_ROUNDS, STAKE_STAKE, STAKE_ROUNDS, ROUNDS_ROUNDS = range(7)
SHOE_SUMS: Final = 7


class Lanes(NamedTuple):
    """`states[lane]`, `pages[lane, field]`, and how many cards are left.

    `counts[rank, lane]` are the cards left of this rank and those before it. `ranks[lane]` is what
    the last word dealt: 0 to 12, or 13 if it was passed over.
    """

    states: Numbers
    counts: Numbers
    pages: Integers
    ranks: Numbers


class Sums(NamedTuple):
    """`rounds[bin]` counts rounds by net and stake, `shoes` are the sums named above."""

    rounds: Integers
    shoes: Integers


class Desk(NamedTuple):
    """Where all of it lies, for the parts of the kernel: bare addresses, with room to work in."""

    after: Numbers
    facts: Integers
    states: Numbers
    counts: Numbers
    pages: Integers
    ranks: Numbers
    rounds: Integers
    shoes: Integers
    tile: Numbers  # [k, lane]: the coming words
    places: Numbers  # [lane]: which of the cards left


def new_lanes(tables: Tables, rounds: tuple[int, ...]) -> Lanes:
    """Lanes with whole shoes, to play so many rounds each, at most `LANES`; others are stopped."""
    pages = np.zeros((LANES, PAGE), dtype=np.int64)
    pages[: len(rounds), ROUNDS_LEFT] = rounds
    opening, stopped = tables.facts[OPENING], tables.facts[STOPPED]
    states = np.where(pages[:, ROUNDS_LEFT] > 0, opening, stopped).astype(np.uint16)
    whole = tables.facts[WHOLE : WHOLE + RANK_COUNT].astype(np.uint16)
    ranks = np.zeros(LANES, dtype=np.uint16)
    return Lanes(states, np.repeat(whole, LANES), pages, ranks)


def new_sums(tables: Tables) -> Sums:
    """Nothing added up yet."""
    return Sums(np.zeros(tables.bins, dtype=np.int64), np.zeros(SHOE_SUMS, dtype=np.int64))
