"""Amounts, odds and lists as players read them. The rules themselves are in ``config.texts``."""

from fractions import Fraction

PENCE_IN_POUND = 100
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

STERLING = "GBP"
_SIGNS = {STERLING: "£", "EUR": "€", "USD": "$"}  # by ISO 4217
_UNITS = {STERLING: "pounds", "EUR": "euros", "USD": "dollars"}


def money(pence: int, currency: str = STERLING) -> str:
    """`£2`, `£1,000`, `-£2.50`; a currency without a sign here stands before the number."""
    whole, part = divmod(abs(pence), PENCE_IN_POUND)
    amount = f"{whole:,}.{part:02}" if part else f"{whole:,}"
    return f"{'-' if pence < 0 else ''}{_SIGNS.get(currency, f'{currency} ')}{amount}"


def units(currency: str) -> str:
    """The units of a currency in the plural; one without a word here goes by its code."""
    return _UNITS.get(currency, currency)


def steps(pence: int, currency: str) -> str:
    """What stakes are counted in: `whole pounds`, or `whole multiples of £2.50`."""
    if pence == PENCE_IN_POUND:
        return f"whole {units(currency)}"
    return f"whole multiples of {money(pence, currency)}"


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
