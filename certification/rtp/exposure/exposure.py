"""The operator's risk of one game, from its rules: effects, counts, gains. `pontoon exposure`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from certification.rtp.exact.analysis import Analysis
from certification.rtp.exposure.effects import (
    Count,
    Effects,
    Floats,
    best_count,
    effects_of_removal,
)
from certification.rtp.exposure.estimate import Residual, fitted, residual
from certification.rtp.exposure.gain import Gain, Player, Sample, by_reshuffle, gain_of, mean_of
from certification.rtp.exposure.leaving import Leaving, leaving
from certification.rtp.exposure.shoes import Counts, Integers, Starts, deal_shoes
from certification.rtp.exposure.true_count import CountRow, count_rows
from certification.rtp.exposure.worths import Worths, worths
from certification.rtp.simulation.estimates import Estimate
from certification.rtp.simulation.plan import BLOCK_ROUNDS, Plan, Seeds
from certification.rtp.simulation.vectors import LANES
from config.loader import RulesFile, ShoePolicy
from config.rules import Rules, StakeRules

SHOES: Final = 20_000
EXACT: Final = 2_000
SHOES_FEW: Final = 5_000  # with fewer, luck hides what is between neighbouring gains
FEW_SHOES: Final = (
    "Few shoes were dealt, so gains of one row may stand in an order that is impossible (best play "
    "below exact): read them with their errors, or deal more."
)
EXACT_MIN: Final = 40  # half of them are fitted, half judge the fit
POINTS: Final = 10  # at which the shoe could be made whole, beside never being played on
SPREADS: Final = (1, 5, 25, 100, 500)  # highest stake by the lowest

DEALT: Final = "shoes dealt"
VALUED: Final = "shoes valued exactly"

Noted = Callable[[str, int, int], None]  # what is done, how much of it, of how much


@dataclass(frozen=True, slots=True)
class Sizes:
    """Shoes to deal, how many of their rounds to value exactly, and in how many processes."""

    shoes: int = SHOES
    exact: int = EXACT
    processes: int = 1


@dataclass(frozen=True, slots=True)
class Spread:
    """What the player with exact counts gains under another table maximum."""

    max_pence: int
    gain: Gain


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How far estimates are from exact, and the standard deviation of what they estimate."""

    linear: Residual
    curve: Residual
    spread: float


@dataclass(frozen=True, slots=True)
class Gains:
    """By when the shoe is made whole, from the rules' own point down to before every round."""

    counting: tuple[Gain, ...]  # betting by effects of removal
    exact: tuple[Gain, ...]  # betting by exact counts
    best: tuple[Gain, ...]  # and playing each shoe's best table
    leaving: tuple[Leaving, ...]  # betting by exact counts, and leaving bad shoes
    spreads: tuple[Spread, ...]  # betting by exact counts, at the rules' own point


@dataclass(frozen=True, slots=True)
class Exposure:
    """Worths in opening stakes, gains in pence. `sample` rounds of all were valued exactly."""

    analysis: Analysis
    file: RulesFile
    seed: bytes
    shoes: int
    rounds: int
    sample: int
    effects: Effects
    count: Count
    by_count: tuple[CountRow, ...]
    accuracy: Accuracy
    cut_effect: Estimate  # mean worth of a round less that of a whole shoe
    best_play: Estimate  # what the best table of each shoe adds to the strategy, on the average
    gains: Gains

    @property
    def few(self) -> bool:
        """Whether so few shoes were dealt that a reader must be warned."""
        return self.shoes < SHOES_FEW


@dataclass(frozen=True, slots=True)
class _Rounds:
    """All rounds, and the exact worths of a sample: half to fit curves, half to judge them."""

    starts: Starts
    places: Integers
    known: Worths

    def half(self, first: int) -> "_Rounds":
        """Every second one of the sample."""
        worths_of = Worths(self.known.by_strategy[first::2], self.known.by_best[first::2])
        return _Rounds(self.starts, self.places[first::2], worths_of)

    @property
    def counts(self) -> Counts:
        """Of the sample."""
        return self.starts.counts[self.places]


def exposure(
    file: RulesFile, analysis: Analysis, seed: bytes, sizes: Sizes, noted: Noted = lambda *_: None
) -> Exposure:
    """All of it for the strategy of `analysis`, which is that of a whole shoe under these rules.

    `seed` has 48 bytes. The same seed and sizes give the same answer, in any number of processes.
    Gains are in pence a round, expectations in opening stakes. Raises `ImpossibleShoe` for a shoe
    that cannot be sure to serve a round, `NoBestTable` if improvement does not end.
    """
    strategy = analysis.advice.strategy
    plan = Plan(file, strategy, LANES * BLOCK_ROUNDS, seed, ShoePolicy.PLAYED, Seeds.BLOCK)
    starts = deal_shoes(plan, sizes.shoes, lambda done: noted(DEALT, done, sizes.shoes))
    places = _spread_out(len(starts.dealt), sizes.exact)
    known = worths(
        file.rules,
        strategy,
        starts.counts[places],
        sizes.processes,
        lambda done: noted(VALUED, done, len(places)),
    )
    effects = effects_of_removal(file.rules, strategy)
    return _found(plan, analysis, effects, _Rounds(starts, places, known))


def _found(plan: Plan, analysis: Analysis, effects: Effects, rounds: _Rounds) -> Exposure:
    curve = fitted(effects, rounds.half(0).counts, rounds.half(0).known.by_strategy)
    estimates = curve(rounds.starts.counts)
    count = best_count(effects)
    true_counts = count.true_count(rounds.starts.counts, effects.packs)
    gained = rounds.known.by_best - rounds.known.by_strategy
    return Exposure(
        analysis=analysis,
        file=plan.file,
        seed=plan.seed,
        shoes=rounds.starts.shoes,
        rounds=len(estimates),
        sample=len(rounds.places),
        effects=effects,
        count=count,
        by_count=count_rows(
            true_counts, estimates, Sample(rounds.places, rounds.known.by_strategy)
        ),
        accuracy=_accuracy(effects, estimates, rounds.half(1)),
        cut_effect=_cut_effect(effects, estimates, rounds.half(1)),
        best_play=Estimate(float(gained.mean()), float(gained.std() / len(gained) ** 0.5)),
        gains=_gains(plan.file.rules, effects, estimates, rounds),
    )


def _accuracy(effects: Effects, estimates: Floats, judging: _Rounds) -> Accuracy:
    known = judging.known.by_strategy
    return Accuracy(
        linear=residual(effects.linear(judging.counts), known),
        curve=residual(estimates[judging.places], known),
        spread=float(estimates.std()),
    )


def _cut_effect(effects: Effects, estimates: Floats, judging: _Rounds) -> Estimate:
    sample = Sample(judging.places, judging.known.by_strategy)
    every = np.ones(len(estimates), dtype=np.bool_)
    return mean_of(estimates, sample, judging.starts, every).less(effects.fresh)


def _gains(rules: Rules, effects: Effects, estimates: Floats, rounds: _Rounds) -> Gains:
    starts, stakes, after = rounds.starts, rules.stakes, rules.shoe.reshuffle_after
    steps = (after * step // POINTS for step in reversed(range(POINTS + 1)))
    points = tuple(dict.fromkeys(steps))  # few cards have few points
    counting, exact, best = _players(effects, estimates, rounds)
    return Gains(
        counting=by_reshuffle(counting, starts, stakes, points),
        exact=by_reshuffle(exact, starts, stakes, points),
        best=by_reshuffle(best, starts, stakes, points),
        leaving=leaving(exact, starts, stakes, points),
        spreads=tuple(_spreads(exact, starts, stakes, after)),
    )


def _players(effects: Effects, estimates: Floats, rounds: _Rounds) -> tuple[Player, Player, Player]:
    fitting, judging = rounds.half(0), rounds.half(1)
    known, best_known = judging.known.by_strategy, judging.known.by_best
    linear = effects.linear(rounds.starts.counts)
    best = fitted(effects, fitting.counts, fitting.known.by_best)(rounds.starts.counts)
    at = judging.places
    return (
        Player(linear, estimates, at, linear[at], known),
        Player(estimates, estimates, at, known, known),
        Player(best, best, at, best_known, best_known),
    )


def _spreads(player: Player, starts: Starts, stakes: StakeRules, after: int) -> Iterator[Spread]:
    every = np.ones(len(starts.dealt), dtype=np.bool_)
    for times in SPREADS:
        highest = min(times * stakes.min_pence, stakes.max_pence)
        narrower = replace(stakes, max_pence=highest)
        yield Spread(highest, gain_of(player, starts, every, narrower, after))


def _spread_out(count: int, wanted: int) -> Integers:
    """So many places, as far apart as they go: of nearly as many shoes, at all depths alike."""
    wanted = min(wanted, count)
    return (np.arange(wanted, dtype=np.int64) * 2 + 1) * count // (2 * wanted)
