"""What a simulation says: estimates with their errors, from exact sums.

Rounds of one shoe depend on each other, so errors come from shoes: of a ratio of sums X / Y over m
shoes the variance is m / (m - 1) times the sum of (x - X / Y * y)^2, over Y^2 (delta method). A
single shoe says nothing of others; its rounds are then taken as independent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Final

from certification.rtp.simulation.tally import Shoes, Tally

# Two-sided quantiles of the normal law.
Z_95: Final = 1.959963984540054
Z_99: Final = 2.5758293035489004

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its standard error."""

    value: float
    standard_error: float

    def interval(self, z: float) -> Interval:
        """From `z` errors below to `z` above."""
        return self.value - z * self.standard_error, self.value + z * self.standard_error

    def less(self, known: float) -> "Estimate":
        """The difference from a number without error."""
        return Estimate(self.value - known, self.standard_error)

    def z_against(self, known: float) -> float:
        """How many standard errors it lies above a known value; 0 if it has no error."""
        return (self.value - known) / self.standard_error if self.standard_error else 0.0


@dataclass(frozen=True, slots=True)
class Estimates:
    """In opening stakes: `mean` and `sd` of the net result of a round; won / staked is `rtp`."""

    rounds: int
    shoes: int
    mean: Estimate
    sd: float
    stake_mean: Estimate
    rtp: Estimate
    net: Mapping[Fraction, int]  # how many rounds had this net result


def estimate(tally: Tally, unit: int) -> Estimates:
    """The estimates; `unit` units of net result make an opening stake."""
    counts = sorted(tally.results.items())
    rounds = tally.rounds
    net = sum(n * count for (n, _), count in counts)
    stake = sum(w * count for (_, w), count in counts)
    square = sum(n * n * count for (n, _), count in counts)
    nets: dict[Fraction, int] = {}
    for (n, _), count in counts:
        nets[Fraction(n, unit)] = nets.get(Fraction(n, unit), 0) + count
    s = _over(tally)
    won = _ratio(s.shoes, net, stake, (s.net_net, s.net_stake, s.stake_stake))
    return Estimates(
        rounds=rounds,
        shoes=tally.shoes.shoes,
        mean=_scaled(
            _ratio(s.shoes, net, rounds, (s.net_net, s.net_rounds, s.rounds_rounds)), unit
        ),
        sd=sqrt(Fraction(square * rounds - net * net, rounds * max(rounds - 1, 1))) / unit,
        stake_mean=_ratio(s.shoes, stake, rounds, (s.stake_stake, s.stake_rounds, s.rounds_rounds)),
        rtp=Estimate(1 + won.value / unit, won.standard_error / unit),
        net=nets,
    )


def _over(tally: Tally) -> Shoes:
    """The sums over shoes, or over rounds where there is one shoe only."""
    if tally.shoes.shoes > 1:
        return tally.shoes
    total = Shoes()
    for (n, w), count in tally.results.items():
        of_round = (1, n * n, n * w, n, w * w, w, 1)
        total = Shoes(*(old + count * new for old, new in zip(total, of_round, strict=True)))
    return total


def _ratio(clusters: int, x: int, y: int, products: tuple[int, int, int]) -> Estimate:
    """X / Y, from the sums of xx, xy and yy over the clusters."""
    ratio = Fraction(x, y)
    xx, xy, yy = products
    residual = xx - 2 * ratio * xy + ratio**2 * yy
    variance = residual * Fraction(clusters, max(clusters - 1, 1)) / y**2
    return Estimate(float(ratio), sqrt(variance))


def _scaled(estimate: Estimate, unit: int) -> Estimate:
    return Estimate(estimate.value / unit, estimate.standard_error / unit)
