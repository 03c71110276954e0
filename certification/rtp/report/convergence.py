"""A long simulation with what it had come to on its way, from its first 10,000 rounds on."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from certification.rtp.simulation.estimates import Estimates, estimate
from certification.rtp.simulation.payouts import Payouts
from certification.rtp.simulation.plan import Plan
from certification.rtp.simulation.run import here, in_processes, units_to_play
from certification.rtp.simulation.tally import Tally

# The first rounds of a plan are a plan of their own; these are played apart, since they are few.
EARLY: Final = (10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)

Noted = Callable[[int], None]  # how many are done


@dataclass(frozen=True, slots=True)
class Point:
    """The return after so many rounds, and its standard error."""

    rounds: int
    rtp: float
    standard_error: float


@dataclass(frozen=True, slots=True)
class Simulated:
    """A plan, its estimates, and its points in rising order; the last is that of all rounds."""

    plan: Plan
    estimates: Estimates
    points: tuple[Point, ...]


def simulated(plan: Plan, processes: int, noted: Noted = lambda _: None) -> Simulated:
    """Play the plan. Points do not depend on the number of processes."""
    unit = Payouts.of(plan.file.rules).unit
    played = {}
    to_play = units_to_play(plan, (), 1)
    pairs = (
        here(plan, to_play, lambda _: None)
        if processes == 1
        else in_processes(plan, to_play, processes)
    )
    done = 0
    for part, tally in pairs:
        played[part.first] = tally
        done += tally.rounds
        noted(done)
    sums = list(_running(played))
    points = tuple(
        _point(estimate(tally, unit)) for tally in (*_early(plan), *sums) if tally.rounds
    )
    return Simulated(plan, estimate(sums[-1], unit), points)


def _early(plan: Plan) -> Iterator[Tally]:
    for rounds in EARLY:
        if rounds < plan.rounds:
            few = replace(plan, rounds=rounds)
            total = Tally()
            for _, tally in here(few, units_to_play(few, (), 1), lambda _: None):
                total = total.plus(tally)
            yield total


def _running(played: dict[int, Tally]) -> Iterator[Tally]:
    total = Tally()
    for first in sorted(played):
        total = total.plus(played[first])
        yield total


def _point(found: Estimates) -> Point:
    return Point(found.rounds, found.rtp.value, found.rtp.standard_error)
