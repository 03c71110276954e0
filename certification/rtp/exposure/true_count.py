"""How a round's expectation moves with the count that a player keeps."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from certification.rtp.exposure.effects import Floats
from certification.rtp.exposure.gain import Sample
from certification.rtp.exposure.shoes import Integers

ROUNDS_MIN: Final = 10  # in a row of its own; rarer counts are added to the nearest such row


@dataclass(frozen=True, slots=True)
class CountRow:
    """Rounds that begin with this true count, rounded; the outermost rows hold all beyond.

    `exact` is the mean over the rounds that were valued exactly, `worth` over all of them by the
    curve; `sd` is how far shoes of this count differ among themselves. In opening stakes.
    """

    true_count: int
    share: float
    worth: float
    sd: float
    exact: float
    exact_shoes: int


def count_rows(true_counts: Floats, estimates: Floats, sample: Sample) -> tuple[CountRow, ...]:
    """From the worst count to the best."""
    rounded = np.rint(true_counts).astype(np.int64)
    valued = rounded[sample.places]
    found, times = np.unique(valued, return_counts=True)
    enough = found[times >= min(ROUNDS_MIN, int(times.max()))]
    rounded = np.clip(rounded, enough.min(), enough.max())
    valued = rounded[sample.places]
    rows = range(int(enough.min()), int(enough.max()) + 1)
    return tuple(_row(at, rounded, valued, estimates, sample) for at in rows)


def _row(
    at: int, rounded: Integers, valued: Integers, estimates: Floats, sample: Sample
) -> CountRow:
    here, known = rounded == at, sample.known[valued == at]
    return CountRow(
        true_count=at,
        share=float(here.mean()),
        worth=float(estimates[here].mean()),
        sd=float(estimates[here].std()),
        exact=float(known.mean()),
        exact_shoes=len(known),
    )
