"""Whole pence. There is no float and no rounding: a payout that is not whole is refused."""

from fractions import Fraction
from typing import NewType

Pence = NewType("Pence", int)


class NotWholePence(ValueError):
    """A payout that does not come out in whole pence; the rules loader should have refused it."""


def winnings(stake: Pence, odds: Fraction) -> Pence:
    """What the house pays on top of the stake itself."""
    paid, remainder = divmod(stake * odds.numerator, odds.denominator)
    if remainder:
        raise NotWholePence(f"{odds} on a stake of {stake} pence is not a whole number of pence")
    return Pence(paid)
