"""The exact analysis of one game: figures, the law of results, and what each action is worth.

All in opening stakes and fractions of 1. A figure is a sum over all ways the cards can fall, in
double precision (some 1e-15 of rounding); nothing is sampled, cut off or fitted.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, sqrt
from typing import Final

import numpy as np

from app.game.outcomes import Action
from certification.rtp.exact.best import best_table
from certification.rtp.exact.dealer import RESULTS
from certification.rtp.exact.game import Game, dealer_law, game_of
from certification.rtp.exact.joint import Mark
from certification.rtp.exact.law import RoundLaw, round_law
from certification.rtp.exact.play import (
    Table,
    as_strategy,
    expectations,
    pair_expectations,
    play,
    require_cards,
    round_worth,
)
from certification.rtp.named import Options
from certification.rtp.strategy import Cell, Strategy
from config.rules import Rules
from rng.shoe import CARDS, Shoe

METHOD: Final = "exact: every hand of a finite shoe, without replacement"
SUITS: Final = 4


@dataclass(frozen=True, slots=True)
class Advice:
    """A strategy, and for each cell what each legal action brings a hand that is there.

    In opening stakes (a bought hand has two at risk), given that the dealer has no pontoon; empty
    for a cell that this shoe cannot deal. `pairs` has by rank what keeping and splitting bring.
    """

    strategy: Strategy
    cells: Mapping[Cell, Mapping[Action, float]]
    pairs: tuple[tuple[float, float], ...]
    edge: float


@dataclass(frozen=True, slots=True)
class Figures:
    """Of net result N and stake W of a round; R is `rtp`, won / staked."""

    house_edge: float  # -E[N]
    rtp: float  # 1 - house_edge / stake_mean
    stake_mean: float  # E[W]
    variance: float  # Var N
    sd: float
    stake_variance: float  # Var W
    net_stake_covariance: float  # Cov(N, W)
    rtp_sd: float  # sqrt(Var N + 2 (1 - R) Cov(N, W) + (1 - R)^2 Var W) / E[W]: R's, for a round
    element_of_risk: float  # house_edge / stake_mean


@dataclass(frozen=True, slots=True)
class Chances:
    """Of a round; a dealer's pontoon ends it before a hand is anything, so counts as none."""

    net_positive: float
    returned_positive: float
    pontoon: float  # at least one hand is a pontoon; so with tricks and busts
    five_card_trick: float
    bust: float
    split: float
    dealer_not_played: float  # no hand waits for the dealer's total, or the dealer has a pontoon


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything that is known of one game under one strategy."""

    rules_id: str
    method: str
    advice: Advice
    figures: Figures
    chances: Chances
    dealer: Mapping[str, float]  # the hand played to its end, from the whole shoe
    net: Mapping[Fraction, float]  # chance of each net result, in rising order


def analyse(rules: Rules, shoe: Shoe, options: Options) -> Analysis:
    """The best strategy among the options, and all of the above.

    Figures are in opening stakes, chances fractions of 1. Raises `ImpossibleShoe` for a shoe that
    cannot be sure to serve a round, `NoBestTable` if improvement does not end.
    """
    game = game_of(rules, ranks_of(shoe))
    table = best_table(game, options)
    advice = _advice(game, table, options.name)
    law = round_law(game, table)
    return Analysis(
        rules_id=rules.id,
        method=METHOD,
        advice=advice,
        figures=figures_of(law),
        chances=_chances(game, law),
        dealer=_dealer(game),
        net=_net(law),
    )


def advise(rules: Rules, shoe: Shoe, options: Options) -> Advice:
    """Strategy and expectations (opening stakes) alone, in a twentieth of the time.

    Raises `ImpossibleShoe` and `NoBestTable`, as `analyse`.
    """
    game = game_of(rules, ranks_of(shoe))
    return _advice(game, best_table(game, options), options.name)


def ranks_of(shoe: Shoe) -> tuple[int, ...]:
    """Cards of each rank: suits have no meaning in play (R1)."""
    return tuple(sum(shoe.counts[at : at + SUITS]) for at in range(0, CARDS, SUITS))


def figures_of(law: RoundLaw) -> Figures:
    """Moments of the joint law of net result and stake."""
    unit = float(law.unit)

    def mean(of: Callable[[float, float], float]) -> float:
        return fsum(chance * of(n * unit, w) for (n, w), chance in law.results.items())

    net, stake = mean(lambda n, _: n), mean(lambda _, w: w)
    variance = mean(lambda n, _: (n - net) ** 2)
    stake_variance = mean(lambda _, w: (w - stake) ** 2)
    covariance = mean(lambda n, w: (n - net) * (w - stake))
    loss = -net / stake
    spread = variance + 2 * loss * covariance + loss**2 * stake_variance
    return Figures(
        house_edge=-net,
        rtp=1 - loss,
        stake_mean=stake,
        variance=variance,
        sd=sqrt(variance),
        stake_variance=stake_variance,
        net_stake_covariance=covariance,
        rtp_sd=sqrt(max(spread, 0.0)) / stake,
        element_of_risk=loss,
    )


def _advice(game: Game, table: Table, name: str) -> Advice:
    played = play(game, table)
    require_cards(game, table, played)
    return Advice(
        strategy=as_strategy(game, table, name),
        cells=expectations(game, played),
        pairs=pair_expectations(game, played),
        edge=-round_worth(game, table, played),
    )


def _chances(game: Game, law: RoundLaw) -> Chances:
    def hands(wanted: Callable[[Mark], bool]) -> float:
        return fsum(chance for mark, chance in law.hands.items() if wanted(mark))

    def results(wanted: Callable[[Fraction, int], bool]) -> float:
        pairs = law.results.items()
        return fsum(chance for (n, w), chance in pairs if wanted(n * law.unit, w))

    return Chances(
        net_positive=results(lambda net, _: net > 0),
        returned_positive=results(lambda net, stake: net + stake > 0),
        pontoon=hands(lambda mark: mark[0] > 0),
        five_card_trick=hands(lambda mark: mark[1] > 0),
        bust=hands(lambda mark: mark[2] > 0),
        split=hands(lambda mark: mark[3] > 1),
        dealer_not_played=game.dealer_pontoon + hands(lambda m: m[0] + m[2] == m[3]),
    )


def _dealer(game: Game) -> dict[str, float]:
    law = np.append(dealer_law(game), game.dealer_pontoon)
    return dict(zip((*RESULTS, "pontoon"), law.tolist(), strict=True))


def _net(law: RoundLaw) -> dict[Fraction, float]:
    chances: dict[Fraction, float] = {}
    for (net, _), chance in sorted(law.results.items()):
        chances[net * law.unit] = chances.get(net * law.unit, 0.0) + chance
    return chances
