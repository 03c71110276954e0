"""What a shoe is worth without computing it: effects of removal, and a curve fitted to the rest.

The curve has every product of two deviations from a whole shoe, and is fitted by least squares to
shoes whose worth is known. Errors are those on other shoes, which the fit has not seen.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from certification.rtp.exposure.effects import Effects, Floats
from certification.rtp.exposure.shoes import Counts

VALUES: Final = 10  # ace to nine, and the ten-point cards as one
_SMALLEST_SINGULAR: Final = 1e-9  # of the largest; below this the data say nothing


@dataclass(frozen=True, slots=True)
class Residual:
    """Estimate less exact, in opening stakes, over so many shoes that were not fitted."""

    shoes: int
    mean: float
    sd: float
    largest: float


@dataclass(frozen=True, slots=True)
class Estimator:
    """Effects of removal and the curve; exact for a whole shoe, where the curve is nought."""

    effects: Effects
    coefficients: Floats

    def __call__(self, counts: Counts) -> Floats:
        """The estimate for shoes with so many cards of each rank left, shape (shoes, 13)."""
        estimate: Floats = self.effects.linear(counts)
        estimate += _products(counts, self.effects.packs) @ self.coefficients
        return estimate


def fitted(effects: Effects, counts: Counts, known: Floats) -> Estimator:
    """The curve for shoes whose worth is known."""
    left = known - effects.linear(counts)
    products = _products(counts, effects.packs)
    found: Floats = np.linalg.lstsq(products, left, rcond=_SMALLEST_SINGULAR)[0].astype(np.float64)
    return Estimator(effects, found)


def residual(estimates: Floats, known: Floats) -> Residual:
    """How far estimates are from what is known."""
    off = estimates - known
    return Residual(len(off), float(off.mean()), float(off.std(ddof=1)), float(np.abs(off).max()))


def _products(counts: Counts, packs: int) -> Floats:
    """Deviations of the shares of the values, how much of the shoe is gone, all products of two."""
    values = np.concatenate(
        [counts[:, : VALUES - 1], counts[:, VALUES - 1 :].sum(axis=1, keepdims=True)], axis=1
    ).astype(np.float64)
    left = values.sum(axis=1, keepdims=True)
    whole = np.full(VALUES, 4.0 * packs)
    whole[-1] *= 4
    deviations = (values / left - whole / whole.sum())[:, :-1]  # they add up to nothing
    gone = whole.sum() / left - 1
    pairs = np.triu_indices(VALUES - 1)
    products: Floats = np.concatenate(
        [deviations, gone, deviations[:, pairs[0]] * deviations[:, pairs[1]]], axis=1
    )
    return products
