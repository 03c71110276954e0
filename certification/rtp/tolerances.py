"""Between which returns a number of rounds must lie: RTP +- z SD_RTP / sqrt n.

The normal law is meant for 10,000 rounds and more. Rounds are taken as independent, as those of
whole shoes are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from certification.rtp.exact.analysis import Figures
from certification.rtp.simulation.estimates import Z_95, Z_99, Interval

ROUNDS: Final = tuple(10**power for power in range(4, 10))


@dataclass(frozen=True, slots=True)
class Tolerance:
    """The intervals of the return (won / staked) of so many rounds."""

    rounds: int
    standard_error: float
    interval_95: Interval
    interval_99: Interval


def tolerance(figures: Figures, rounds: int) -> Tolerance:
    """That of one number of rounds."""
    error = figures.rtp_sd / sqrt(rounds)
    low_95, high_95 = (figures.rtp + z * error for z in (-Z_95, Z_95))
    low_99, high_99 = (figures.rtp + z * error for z in (-Z_99, Z_99))
    return Tolerance(rounds, error, (low_95, high_95), (low_99, high_99))


def tolerances(figures: Figures, rounds: Sequence[int] = ROUNDS) -> tuple[Tolerance, ...]:
    """The table for 10,000 to 1,000,000,000 rounds, or for others."""
    return tuple(tolerance(figures, each) for each in rounds)
