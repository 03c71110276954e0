"""What a card test answers, and the three laws that statistics are held against.

A statistic is chi-square, normal, or a number of coincidences with Poisson's law; which of them,
and why, stands with each test. Sums are `math.fsum`, so no machine's order of adding matters.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import erfc, fsum, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc, pdtr, pdtrc

# A cell that is expected less often than this is put together with its like before data are seen:
# the chi-square tail is needed down to 1e-9, where cells of five (the usual rule) mislead.
EXPECTED_LEAST: Final = 50.0
NEARLY_LEAST: Final = EXPECTED_LEAST - 0.001  # no plain sum of cells is off by as much
CHI_SQUARE: Final = "chi-square"
COINCIDENCES: Final = "coincidences"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One statistic of one test. `sample` counts `unit`s; `law` is the null law in a sentence."""

    test: str
    name: str
    statistic: str
    value: float
    degrees: float
    p_value: float
    sample: int
    unit: str
    law: str

    @property
    def applicable(self) -> bool:
        """False where the data were too few for even two cells."""
        return self.statistic != CHI_SQUARE or self.degrees > 0


@dataclass(frozen=True, slots=True)
class Subject:
    """What an outcome is about, before its statistic is known."""

    test: str
    name: str
    sample: int
    unit: str
    law: str


def chi_square(subject: Subject, value: float, degrees: int) -> Outcome:
    """Upper tail of chi-square; with no degree of freedom there is nothing to see, and p is 1."""
    p = float(chdtrc(degrees, value)) if degrees else 1.0
    return _outcome(subject, CHI_SQUARE, value, degrees, p)


def normal(subject: Subject, total: float, mean: float, variance: float) -> Outcome:
    """Both tails of a sum of many independent parts with this mean and variance."""
    z = (total - mean) / sqrt(variance)
    return _outcome(subject, "z", z, 0, erfc(abs(z) / sqrt(2)))


def too_many(subject: Subject, count: int, expected: float) -> Outcome:
    """Upper tail of Poisson: coincidences of which none, or few, are expected."""
    p = float(pdtrc(count - 1, expected)) if count else 1.0
    return _outcome(subject, COINCIDENCES, count, 0, p)


def as_many(subject: Subject, count: int, expected: float) -> Outcome:
    """Both tails of Poisson: twice the smaller one, which never rejects more often than it says."""
    above = float(pdtrc(count - 1, expected)) if count else 1.0
    p = min(1.0, 2 * min(above, float(pdtr(count, expected))))
    return _outcome(subject, COINCIDENCES, count, 0, p)


def goodness_of_fit(
    subject: Subject, observed: NDArray[np.int64], chances: Sequence[float]
) -> Outcome:
    """Pearson's chi-square of counts that are independent draws from `chances` (which sum to 1).

    Cells expected less than `EXPECTED_LEAST` times are put together, in their order, until they are
    not; what is left of them joins the rarest cell. All this is fixed by `chances` and the total.
    With one cell left there is nothing to test: chi-square 0 on 0 degrees of freedom, p = 1.
    """
    total = int(observed.sum())
    cells = _merged(observed, [chance * total for chance in chances])
    if len(cells) < 2:
        return chi_square(subject, 0.0, 0)
    value = fsum((seen - mean) ** 2 / mean for seen, mean in cells)
    return chi_square(subject, value, len(cells) - 1)


def _merged(observed: NDArray[np.int64], means: list[float]) -> list[tuple[float, float]]:
    cells = list(zip(observed.tolist(), means, strict=True))
    common = [cell for cell in cells if cell[1] >= EXPECTED_LEAST]
    group: list[tuple[float, float]] = []
    about = 0.0  # what the group is expected, but for rounding; the sum without any is slow
    for cell in cells:
        if cell[1] < EXPECTED_LEAST:
            group.append(cell)
            about += cell[1]
            if about > NEARLY_LEAST and fsum(mean for _, mean in group) >= EXPECTED_LEAST:
                common.append(_sum(group))
                group, about = [], 0.0
    if group and common:
        rarest = min(range(len(common)), key=lambda at: common[at][1])
        group.append(common.pop(rarest))
    return [*common, _sum(group)] if group else common


def _sum(cells: Iterable[tuple[float, float]]) -> tuple[float, float]:
    pairs = list(cells)
    return sum(seen for seen, _ in pairs), fsum(mean for _, mean in pairs)


def _outcome(subject: Subject, statistic: str, value: float, degrees: float, p: float) -> Outcome:
    return Outcome(
        test=subject.test,
        name=subject.name,
        statistic=statistic,
        value=float(value),
        degrees=float(degrees),
        p_value=p,
        sample=subject.sample,
        unit=subject.unit,
        law=subject.law,
    )
