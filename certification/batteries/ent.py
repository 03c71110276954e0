"""ent (John Walker): its five figures, and the p-values that follow from four of them.

The entropy in bits for each byte is a function of the same counts as chi-square and has no p-value
of its own; it is printed beside it.
"""

import re
from dataclasses import dataclass
from math import erfc, pi, sqrt
from typing import Final

from scipy.special import chdtrc

from certification.batteries.results import Battery, Reading, Standing, both_tails

TERSE: Final = ("-t",)
BYTES_STANDARD: Final = 64 * 2**20
BYTES_FULL: Final = 2**30

BYTE_VALUES: Final = 256
BYTE_MEAN: Final = 127.5
BYTE_VARIANCE: Final = (BYTE_VALUES**2 - 1) / 12
POINT_BYTES: Final = 6  # two coordinates of 24 bits each
UNLIKELY: Final = 0.005  # where dieharder says WEAK; ent itself gives no verdict

# number, bytes, entropy, chi-square, mean, pi, serial correlation
_FIGURES: Final = re.compile(
    r"^1,(\d+),(\d+\.\d+),(\d+\.\d+),(\d+\.\d+),(\d+\.\d+),(-?\d+\.\d+)\s*$", re.MULTILINE
)


class NoFigures(ValueError):
    """The text is not what `ent -t` prints."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What `ent -t` prints on one stream of bytes."""

    count: int
    entropy: float
    chi_square: float
    mean: float
    pi: float
    serial: float


def figures_in(text: str) -> Figures:
    """The figures of `ent -t`; `NoFigures` on another text."""
    found = _FIGURES.search(text)
    if found is None:
        raise NoFigures(f"not the output of ent -t: {text[:80]!r}")
    return Figures(int(found[1]), *(float(part) for part in found.groups()[1:]))


def readings(figures: Figures) -> tuple[Reading, ...]:
    """Chi-square, mean, pi and serial correlation, each with both tails."""
    n = figures.count
    inside = pi / 4
    pi_sd = 4 * sqrt(inside * (1 - inside) / (n // POINT_BYTES))
    chi = both_tails(float(chdtrc(BYTE_VALUES - 1, figures.chi_square)))
    entropy = f"chi-square {figures.chi_square:.2f} on 255; {figures.entropy:.6f} bits a byte"
    return (
        _reading("chi-square", entropy, chi),
        _normal("mean", figures.mean, BYTE_MEAN, sqrt(BYTE_VARIANCE / n)),
        _normal("monte carlo pi", figures.pi, pi, pi_sd),
        # Of independent bytes: mean -1/(n - 1), variance about 1/n.
        _normal("serial correlation", figures.serial, -1 / (n - 1), 1 / sqrt(n)),
    )


def _normal(test: str, value: float, mean: float, sd: float) -> Reading:
    z = (value - mean) / sd
    return _reading(test, f"{value:.6f}, z {z:+.2f}", erfc(abs(z) / sqrt(2)))


def _reading(test: str, statistic: str, p_value: float) -> Reading:
    said = "unlikely" if p_value < UNLIKELY else "likely"
    return Reading(
        battery=Battery.ENT,
        arguments=" ".join(TERSE),
        test=test,
        statistic=statistic,
        p_value=p_value,
        said=said,
        standing=Standing.JUDGED,
    )
