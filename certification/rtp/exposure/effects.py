"""The effect of removing one card of a rank from a whole shoe, and the count that follows from it.

Effects are exact. Adding them up in proportion to what has been dealt is the usual estimate of a
shoe's expectation; how far it is off is measured in `estimate`.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.rtp.exact.game import game_of
from certification.rtp.exact.play import as_table, play, round_worth
from certification.rtp.exposure.shoes import Counts
from certification.rtp.simulation.automaton import RANK_COUNT
from certification.rtp.strategy import Strategy
from config.rules import CARDS_IN_PACK, Rules

LEVEL_MAX: Final = 6  # of a tag: what people have been able to keep in mind
_UNITS_TRIED: Final = 400

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Effects:
    """Opening stakes: `fresh` is a whole shoe's expectation, `by_rank` what a card less adds."""

    packs: int
    fresh: float
    by_rank: tuple[float, ...]

    @property
    def cards(self) -> int:
        """Of a whole shoe."""
        return CARDS_IN_PACK * self.packs

    def linear(self, counts: Counts) -> Floats:
        """The estimate for shoes with so many cards of each rank left, shape (shoes, 13).

        An effect is that of one card among `cards` - 1 others, so it grows as cards get fewer.
        """
        removed = self.cards / RANK_COUNT - counts
        left = counts.sum(axis=1, dtype=np.int64)
        estimate: Floats = self.fresh + (self.cards - 1) / left * (removed @ self._centred())
        return estimate

    def _centred(self) -> Floats:
        # They add up to nothing but for rounding: a card dealt face down changes no expectation.
        effects = np.array(self.by_rank)
        centred: Floats = effects - effects.mean()
        return centred


@dataclass(frozen=True, slots=True)
class Count:
    """A count as players keep it: a tag for each rank, added when such a card is seen."""

    tags: tuple[int, ...]
    correlation: float  # with the effects

    def true_count(self, counts: Counts, packs: int) -> Floats:
        """The running count over the packs left; a count that is not balanced is made so."""
        tags = np.array(self.tags) - np.mean(self.tags)
        removed = CARDS_IN_PACK / RANK_COUNT * packs - counts
        packs_left = counts.sum(axis=1, dtype=np.int64) / CARDS_IN_PACK
        true_count: Floats = (removed @ tags) / packs_left
        return true_count


def effects_of_removal(rules: Rules, strategy: Strategy) -> Effects:
    """Of each rank, by this strategy, from a whole shoe."""
    whole = CARDS_IN_PACK // RANK_COUNT * rules.shoe.packs
    fresh = worth(rules, strategy, (whole,) * RANK_COUNT)
    lacking = (
        tuple(whole - (rank == gone) for rank in range(RANK_COUNT)) for gone in range(RANK_COUNT)
    )
    by_rank = tuple(worth(rules, strategy, counts) - fresh for counts in lacking)
    return Effects(rules.shoe.packs, fresh, by_rank)


def worth(rules: Rules, strategy: Strategy, counts: tuple[int, ...]) -> float:
    """Exact expectation of a round by this strategy, in opening stakes."""
    game = game_of(rules, counts)
    table = as_table(game, strategy)
    return round_worth(game, table, play(game, table))


def best_count(effects: Effects) -> Count:
    """Of counts with whole tags up to `LEVEL_MAX`, balanced if any is: the nearest to the effects.

    The tag of a card is positive where its going is good for the player.
    """
    by_rank = np.array(effects.by_rank)
    largest = np.abs(by_rank).max()
    found = [
        _count(np.rint(by_rank / unit), by_rank)
        for unit in largest / np.linspace(1.0, LEVEL_MAX + 0.49, _UNITS_TRIED)
    ]
    balanced = [count for count in found if sum(count.tags) == 0]
    return max(balanced or found, key=lambda count: count.correlation)


def _count(tags: Floats, by_rank: Floats) -> Count:
    correlation = float(np.corrcoef(tags, by_rank)[0, 1])
    return Count(tuple(int(tag) for tag in tags), correlation)
