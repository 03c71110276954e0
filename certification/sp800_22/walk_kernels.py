"""Kernels of the walk: how far it goes, and which states near 0 its cycles visit.

Eight steps are taken at once by tables where no state of interest can be met on the way.
"""

import numpy as np
from numpy.typing import NDArray

from certification.sp800_22.compiled import compiled

NEAR_STATE = 4
FAR_STATE = 9
VISITS = 6
"""Cycles with 0, 1, 2, 3, 4, and 5 or more visits."""
BYTE = 8
SAFE = FAR_STATE + BYTE + 1
"""From here eight steps stay beyond all states of interest."""


def _byte_tables() -> NDArray[np.int64]:
    """For each byte as eight steps: where it ends, its lowest and its highest place."""
    places = np.arange(256, dtype=np.uint8)[:, None]
    walks = np.cumsum(2 * np.unpackbits(places, axis=1).astype(np.int64) - 1, axis=1)
    return np.stack([walks[:, -1], walks.min(axis=1), walks.max(axis=1)])


STEPS = _byte_tables()


def extremes(words: NDArray[np.uint64], length: int) -> tuple[int, int, int]:
    """Where the walk ends, and its lowest and highest place after the start."""
    end, low, high = _extremes(words, length, STEPS)
    return int(end), int(low), int(high)


def excursions(
    words: NDArray[np.uint64], length: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Cycles by number of visits (8 states x 6), visits in all (states -9 to 9), cycles."""
    by_visits = np.zeros((2 * NEAR_STATE, VISITS), np.int64)
    visits = np.zeros(2 * FAR_STATE + 1, np.int64)
    cycles = _excursions(words, length, STEPS[0], by_visits, visits)
    return by_visits, visits, int(cycles)


@compiled
def _extremes(
    words: NDArray[np.uint64], length: int, steps: NDArray[np.int64]
) -> tuple[np.int64, np.int64, np.int64]:
    place = np.int64(0)
    low = np.int64(length)
    high = np.int64(-length)
    for start in range(0, length - BYTE + 1, BYTE):
        byte = np.int64(words[start >> 6] >> np.uint64(56 - (start & 63))) & 255
        low = min(low, place + steps[1, byte])
        high = max(high, place + steps[2, byte])
        place += steps[0, byte]
    for at in range(length // BYTE * BYTE, length):
        place += _step(words, at)
        low = min(low, place)
        high = max(high, place)
    return place, low, high


@compiled
def _step(words: NDArray[np.uint64], at: int) -> np.int64:
    bit = (words[at >> 6] >> np.uint64(63 - (at & 63))) & np.uint64(1)
    return 2 * np.int64(bit) - 1


@compiled
def _excursions(
    words: NDArray[np.uint64],
    length: int,
    byte_ends: NDArray[np.int64],
    by_visits: NDArray[np.int64],
    visits: NDArray[np.int64],
) -> np.int64:
    within = np.zeros(2 * FAR_STATE + 1, np.int64)
    place = np.int64(0)
    cycles = np.int64(0)
    at = 0
    while at < length:
        if abs(place) >= SAFE and at & 7 == 0 and at + BYTE <= length:
            byte = np.int64(words[at >> 6] >> np.uint64(56 - (at & 63))) & 255
            place += byte_ends[byte]
            at += BYTE
            continue
        place += _step(words, at)
        at += 1
        if abs(place) <= FAR_STATE:
            within[place + FAR_STATE] += 1
        if place == 0:
            cycles += 1
            _close_cycle(within, by_visits, visits)
    if place != 0:  # the zero appended at the end closes the last cycle, and opens none
        cycles += 1
        _close_cycle(within, by_visits, visits)
    return cycles


@compiled
def _close_cycle(
    within: NDArray[np.int64], by_visits: NDArray[np.int64], visits: NDArray[np.int64]
) -> None:
    for state in range(NEAR_STATE):
        below = within[FAR_STATE - NEAR_STATE + state]
        above = within[FAR_STATE + 1 + state]
        by_visits[state, min(below, VISITS - 1)] += 1
        by_visits[NEAR_STATE + state, min(above, VISITS - 1)] += 1
    for state in range(within.size):
        visits[state] += within[state]
        within[state] = 0
