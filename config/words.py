"""Amounts, odds and lists as players read them. The rules themselves are in ``config.texts``."""

from fractions import Fraction

PENCE_IN_POUND = 100
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def money(pence: int) -> str:
    """An amount as players read it: £2, £1,000, £2.50 or 50p."""
    pounds, rest = divmod(pence, PENCE_IN_POUND)
    if not rest:
        return f"£{pounds:,}"
    return f"£{pounds:,}.{rest:02d}" if pounds else f"{rest}p"


def odds(pays: Fraction) -> str:
    """Odds as players read them: 2 to 1."""
    return f"{pays.numerator} to {pays.denominator}"


def listed(words: list[str], last: str) -> str:
    """Words with commas, and "and" or "or" before the last."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def ordinal(number: int) -> str:
    """A number in order: 1st, 112th, 139th."""
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
