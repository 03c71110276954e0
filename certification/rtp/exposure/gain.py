"""What players gain who raise their stake when the counts are good, by when the shoe is made whole.

A player stakes the maximum where the shoe is worth more than nothing, else the minimum. Gains are
expectations: those of estimated worths over many shoes, corrected by shoes whose worth is known;
luck comes in through which shoes are dealt, and the standard errors say how much.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from certification.rtp.exposure.effects import Floats
from certification.rtp.exposure.shoes import Starts
from certification.rtp.simulation.estimates import Estimate
from config.rules import StakeRules

Flags = NDArray[np.bool_]
Pennies = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sample:
    """The rounds at `places`, of which a figure is known exactly."""

    places: NDArray[np.int64]
    known: Floats


@dataclass(frozen=True, slots=True)
class Player:
    """A way to bet and play, by what is known of it.

    `signal` is what the stake goes by and `worth` what the play brings, estimated for every round;
    `sample_worth` is the exact one of the rounds `sample`.
    """

    signal: Floats
    worth: Floats
    sample: NDArray[np.int64]
    sample_signal: Floats
    sample_worth: Floats


@dataclass(frozen=True, slots=True)
class Gain:
    """Of a round, in pence; `raised` is the share of rounds at the maximum."""

    reshuffle_after: int
    rounds_a_shoe: float
    raised: float
    stake: float  # mean opening stake
    gain: Estimate

    def sd(self, variance: float, stakes: StakeRules) -> float:
        """Of a round's result, where an opening stake has this variance."""
        squares = self.raised * stakes.max_pence**2 + (1 - self.raised) * stakes.min_pence**2
        return sqrt(squares * variance)


def gain_of(player: Player, starts: Starts, kept: Flags, stakes: StakeRules, after: int) -> Gain:
    """Over the rounds that are `kept`, of shoes made whole `after` so many cards."""
    raised = player.signal > 0
    share = float(raised[kept].mean())
    known = _pence(player.sample_signal > 0, player.sample_worth, stakes)
    valued = Sample(player.sample, known)
    return Gain(
        reshuffle_after=after,
        rounds_a_shoe=float(kept.sum()) / starts.shoes,
        raised=share,
        stake=stakes.min_pence + share * (stakes.max_pence - stakes.min_pence),
        gain=mean_of(_pence(raised, player.worth, stakes), valued, starts, kept),
    )


def by_reshuffle(
    player: Player, starts: Starts, stakes: StakeRules, points: Sequence[int]
) -> tuple[Gain, ...]:
    """One gain for each point at which the shoe could be made whole."""
    return tuple(
        gain_of(player, starts, starts.dealt < max(after, 1), stakes, after) for after in points
    )


def mean_of(values: Floats, sample: Sample, starts: Starts, kept: Flags) -> Estimate:
    """Of a figure of each round that is kept: estimated for all, known for a sample of them."""
    found = _by_shoe(values, starts, kept)
    if not starts.dealt[kept].any():  # of whole shoes alone estimates are exact
        return found
    off = sample.known - values[sample.places]
    return _sum_of(found, _correction(off, kept[sample.places]))


def _pence(raised: Flags, worth: Floats, stakes: StakeRules) -> Pennies:
    return np.where(raised, stakes.max_pence, stakes.min_pence) * worth


def _by_shoe(values: Floats, starts: Starts, kept: Flags) -> Estimate:
    """Mean over rounds; its error from shoes, whose rounds depend on each other."""
    count = starts.shoes
    sums = np.bincount(starts.shoe[kept], values[kept], count)
    rounds = np.bincount(starts.shoe[kept], minlength=count)
    mean = sums.sum() / rounds.sum()
    off = sums - mean * rounds
    return Estimate(float(mean), sqrt(float(off @ off) * count / (count - 1)) / float(rounds.sum()))


def _correction(misses: Floats, chosen: Flags) -> Estimate:
    """What estimates miss on the average, where chosen.

    Fewer than two shoes there say nothing of it; its error is then that of one shoe of any place.
    """
    off = misses[chosen]
    if len(off) < 2:
        return Estimate(0.0, float(misses.std(ddof=1)))
    return Estimate(float(off.mean()), float(off.std(ddof=1)) / sqrt(len(off)))


def _sum_of(first: Estimate, second: Estimate) -> Estimate:
    error = sqrt(first.standard_error**2 + second.standard_error**2)
    return Estimate(first.value + second.value, error)
