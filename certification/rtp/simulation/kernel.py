"""Rounds at the speed of the machine: steps 7 and 8 of section 5 of the design, and the automaton.

In each step every lane uses its next word, so all lanes stand at the same word of their requests:
a word that is passed over leaves its lane as it was. The suit of a card is not found: it decides
nothing in play, and within a rank it does not change how the others are counted through. Where the
words come from is in `blocks`; `plain` is the slow twin.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np

from certification.rtp.simulation.automaton import RANK_COUNT
from certification.rtp.simulation.compiled import entry, part
from certification.rtp.simulation.lanes import (
    NET_NET,
    NET_ROUNDS,
    NET_STAKE,
    PAGE,
    ROUNDS_LEFT,
    ROUNDS_ROUNDS,
    SHOE_NET,
    SHOE_ROUNDS,
    SHOE_STAKE,
    SHOES,
    STAKE_ROUNDS,
    STAKE_STAKE,
    TILE,
    Desk,
    Lanes,
    Sums,
)
from certification.rtp.simulation.splits import settled, split_net, split_stake, split_step
from certification.rtp.simulation.tables import (
    ENDS,
    ENDS_AT,
    EVENTS,
    NET_MIN,
    OPENING,
    ROW,
    SHUFFLE_AT,
    STAKES,
    STOPPED,
    WHOLE,
    Numbers,
    Tables,
)
from certification.rtp.simulation.vectors import (
    LANES,
    NO_PLACE,
    address,
    deal,
    find_places,
    lowest,
    offset,
)
from rng.integers import WORDS

LEFT: Final = (RANK_COUNT - 1) * LANES  # where `counts` has all cards left
_SOURCES: Final = ("compiled", "hands", "kernel", "lanes", "splits", "tables", "vectors")
_NO_LANES: Final = np.uint64(0)
_ONE: Final = np.uint64(1)


class StaleKernel(RuntimeError):
    """The machine code that was kept on disk comes from other sources."""


def play(words: Numbers, first: int, count: int, tables: Tables, lanes: Lanes, sums: Sums) -> None:
    """Play all lanes through `count` words from `first` on.

    `words[lane, k]` are 16 bits, big-endian as they came; at least `TILE` more can be read.
    """
    if _play(words, first, count, tables, lanes, sums) != _THESE_SOURCES:
        raise StaleKernel("the compiled kernel is not of these sources: empty numba's cache")


def _entry(sources: int) -> Callable[..., int]:
    # What a function encloses is part of its name in numba's cache, its file's imports are not.
    @entry
    def play_words(
        words: Numbers, first: int, count: int, tables: Tables, lanes: Lanes, sums: Sums
    ) -> int:
        tile = np.empty((TILE, LANES), dtype=np.uint16)
        places = np.empty(LANES, dtype=np.uint16)
        desk = Desk(
            address(tables.after),
            address(tables.facts),
            address(lanes.states),
            address(lanes.counts),
            address(lanes.pages),
            address(lanes.ranks),
            address(sums.rounds),
            address(sums.shoes),
            address(tile),
            address(places),
        )
        for start in range(first, first + count, TILE):
            for lane in range(LANES):
                for k in range(TILE):
                    tile[k, lane] = words[lane, start + k]
            play_tile(desk, min(TILE, first + count - start))
        return sources

    return play_words


@part
def play_tile(desk: Desk, count: int) -> None:
    """Play the first `count` rows of words."""
    for row in range(count):
        draw(desk, row)
        happened = play_cards(desk)
        while happened != _NO_LANES:
            lane = lowest(happened)
            happened &= happened - _ONE
            desk.states[lane] = take_on(desk, lane)


@part
def draw(desk: Desk, row: int) -> None:
    """Deal a card to each lane, or pass its word over."""
    doubtful = find_places(desk.tile, row, desk.counts, desk.places)
    while doubtful != _NO_LANES:
        lane = lowest(doubtful)
        doubtful &= doubtful - _ONE
        word = np.int64(desk.tile[row * LANES + lane])
        left = np.int64(desk.counts[LEFT + lane])
        if word * left % WORDS < WORDS % left:
            desk.places[lane] = NO_PLACE
    deal(desk.counts, desk.places, desk.ranks)


@part
def play_cards(desk: Desk) -> np.uint64:
    """Let each lane play its card. A mask of the lanes in which that brought an event about."""
    events = desk.facts[EVENTS]
    happened = _NO_LANES
    for lane in range(LANES):
        number = desk.after[np.uint64(desk.states[lane]) * ROW + desk.ranks[lane]]
        desk.states[lane] = number
        happened |= np.uint64(number >= events) << np.uint64(lane)
    return happened


@part
def take_on(desk: Desk, lane: int) -> int:
    """Take on an event; the state that the lane is then in."""
    facts = desk.facts
    number = np.int64(desk.states[lane])
    page = offset(desk.pages, lane * PAGE)
    if number >= facts[ENDS]:
        end = facts[ENDS_AT] + 3 * (number - facts[ENDS])
        desk.rounds[facts[end]] += 1
        return end_round(desk, lane, facts[end + 1], facts[end + 2])
    state = split_step(number - facts[EVENTS], facts, page)
    if state >= 0:
        return state
    net = split_net(settled(state), facts, page)
    stake = split_stake(page)
    desk.rounds[(net - facts[NET_MIN]) * STAKES + stake] += 1
    return end_round(desk, lane, net, stake)


@part
def end_round(desk: Desk, lane: int, net: int, stake: int) -> int:
    """Add a round to its shoe, and make the lane ready for its next one (R3)."""
    page = offset(desk.pages, lane * PAGE)
    page[SHOE_NET] += net
    page[SHOE_STAKE] += stake
    page[SHOE_ROUNDS] += 1
    page[ROUNDS_LEFT] -= 1
    last = page[ROUNDS_LEFT] == 0
    if last or desk.counts[LEFT + lane] <= desk.facts[SHUFFLE_AT]:
        end_shoe(desk, lane)
    return int(desk.facts[STOPPED] if last else desk.facts[OPENING])


@part
def end_shoe(desk: Desk, lane: int) -> None:
    """Add a shoe up, and make it whole. The last one of a block may be cut short by its end."""
    page = offset(desk.pages, lane * PAGE)
    net, stake, rounds = page[SHOE_NET], page[SHOE_STAKE], page[SHOE_ROUNDS]
    desk.shoes[SHOES] += 1
    desk.shoes[NET_NET] += net * net
    desk.shoes[NET_STAKE] += net * stake
    desk.shoes[NET_ROUNDS] += net * rounds
    desk.shoes[STAKE_STAKE] += stake * stake
    desk.shoes[STAKE_ROUNDS] += stake * rounds
    desk.shoes[ROUNDS_ROUNDS] += rounds * rounds
    page[SHOE_NET] = 0
    page[SHOE_STAKE] = 0
    page[SHOE_ROUNDS] = 0
    for rank in range(RANK_COUNT):
        desk.counts[rank * LANES + lane] = desk.facts[WHOLE + rank]


def _sources() -> int:
    """A number for the sources of everything that is compiled."""
    folder = Path(__file__).parent
    texts = b"".join((folder / f"{name}.py").read_bytes() for name in _SOURCES)
    return int.from_bytes(hashlib.sha256(texts).digest()[:7])


_THESE_SOURCES: Final = _sources()
_play: Final = _entry(_THESE_SOURCES)
