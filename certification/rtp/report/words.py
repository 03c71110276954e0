"""Figures as the report prints them."""

from decimal import ROUND_DOWN, Decimal
from typing import Final

from certification.rtp.simulation.estimates import Estimate, Interval

PENCE_IN_POUND = 100
TWO_DIGITS: Final = Decimal("0.01")


def percent(share: float, digits: int = 4) -> str:
    """A share of 1 in percent."""
    return f"{100 * share:.{digits}f} %"


def percent_cut_off(share: float) -> str:
    """A share of 1 in percent with two digits, never rounded up.

    Cut from the digits in which the share is written: a product of floats may fall below them.
    """
    exactly = Decimal(repr(float(share))).scaleb(2)
    return f"{exactly.quantize(TWO_DIGITS, ROUND_DOWN)} %"


def signed(share: float, digits: int = 4) -> str:
    """As `percent`, with its sign."""
    return f"{100 * share:+.{digits}f} %"


def between(interval: Interval, digits: int = 4) -> str:
    """From the lower end to the upper, in percent."""
    low, high = interval
    return f"{100 * low:.{digits}f} to {100 * high:.{digits}f} %"


def pounds(pence: float) -> str:
    """An amount to the penny, losses with their sign."""
    sign = "-" if pence < 0 else ""
    return f"{sign}£{abs(pence) / PENCE_IN_POUND:,.2f}"


def pounds_with_error(pence: Estimate, times: int = 1) -> str:
    """An amount of so many rounds, and its standard error."""
    error = pence.standard_error * times / PENCE_IN_POUND
    return f"{pounds(pence.value * times)} ± {error:,.2f}"
