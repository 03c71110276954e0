"""What a player gains who also leaves bad shoes for whole ones.

At this table a seat keeps its shoe, so a whole one takes another account, or a seat closed and
opened again by the operator; the figures are for a player to whom that costs nothing and is always
open.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from certification.rtp.exposure.effects import Floats
from certification.rtp.exposure.gain import Flags, Gain, Player, gain_of
from certification.rtp.exposure.shoes import Integers, Starts
from config.rules import StakeRules

# Opening stakes: a shoe worth less than one of these is left. The first is never reached.
LEVELS: Final = (-1.0, *(float(level) for level in np.arange(-60, 11) * 0.0005))


@dataclass(frozen=True, slots=True)
class Leaving:
    """The best level on one half of the shoes, and what it gains on the other half."""

    level: float
    gain: Gain


def leaving(
    player: Player, starts: Starts, stakes: StakeRules, points: Sequence[int]
) -> tuple[Leaving, ...]:
    """One for each point at which the shoe could be made whole anyway."""
    return tuple(_best(player, starts, stakes, after) for after in points)


def stayed(worth: Floats, starts: Starts, level: float) -> Flags:
    """The rounds before the first, whole shoes apart, that is worth less than the level."""
    leaves = (worth < level) & (starts.dealt > 0)
    # Rounds of a shoe follow one another, so a running count of the shoe's leavings is enough.
    left = np.cumsum(leaves)
    before: Integers = (left - leaves)[np.flatnonzero(starts.dealt == 0)]
    kept: Flags = left == before[starts.shoe]
    return kept


def _best(player: Player, starts: Starts, stakes: StakeRules, after: int) -> Leaving:
    in_time = starts.dealt < max(after, 1)
    even = starts.shoe % 2 == 0
    worth = player.worth
    pence = np.where(player.signal > 0, stakes.max_pence, stakes.min_pence) * worth

    def on_even(level: float) -> float:
        return float(pence[stayed(worth, starts, level) & in_time & even].mean())

    level = max(LEVELS, key=on_even)
    kept = stayed(worth, starts, level) & in_time & ~even
    return Leaving(level, gain_of(player, _half(starts), kept, stakes, after))


def _half(starts: Starts) -> Starts:
    """The same rounds, their shoes numbered so that two make one: half of them are not asked."""
    return Starts(starts.counts, starts.dealt, starts.shoe // 2)
