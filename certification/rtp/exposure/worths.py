"""The exact expectation of many shoes: by the strategy as it stands, and by the best of each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from certification.rtp.exact.best import best_table
from certification.rtp.exact.game import game_of
from certification.rtp.exact.play import as_table, play, round_worth
from certification.rtp.exposure.effects import Floats
from certification.rtp.exposure.shoes import Counts
from certification.rtp.named import OPTIMAL, options_of
from certification.rtp.processes import spawned
from certification.rtp.strategy import Strategy
from config.rules import Rules

Noted = Callable[[int], None]  # how many are done
_Pair = tuple[float, float]
_SHOES_AT_A_TIME: Final = 8


@dataclass(frozen=True, slots=True)
class Worths:
    """Expectations in opening stakes, a pair for each shoe: by the strategy, by the best table."""

    by_strategy: Floats
    by_best: Floats


def worths(
    rules: Rules,
    strategy: Strategy,
    counts: Counts,
    processes: int = 1,
    noted: Noted = lambda _: None,
) -> Worths:
    """Those of shoes with so many cards of each rank left, shape (shoes, 13), each exact."""
    shoes = [tuple(row) for row in counts.tolist()]
    pairs = []
    for pair in _pairs(partial(_worth, rules, strategy), shoes, processes):
        pairs.append(pair)
        noted(len(pairs))
    both = np.array(pairs, dtype=np.float64).reshape(-1, 2)
    return Worths(both[:, 0], both[:, 1])


def _pairs(
    value: Callable[[tuple[int, ...]], _Pair], shoes: list[tuple[int, ...]], processes: int
) -> Iterator[_Pair]:
    if processes == 1:
        yield from map(value, shoes)
        return
    with spawned(processes) as pool:
        yield from pool.map(value, shoes, chunksize=_SHOES_AT_A_TIME)


def _worth(rules: Rules, strategy: Strategy, counts: tuple[int, ...]) -> _Pair:
    game = game_of(rules, counts)
    table = as_table(game, strategy)
    best = best_table(game, options_of(OPTIMAL, rules))
    return round_worth(game, table, play(game, table)), round_worth(game, best, play(game, best))
