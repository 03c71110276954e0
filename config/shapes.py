"""What one value of a file may be: shapes with a range, and words for what was expected.

A shape reads a value that TOML produced, or text from a command line, and returns a typed value or
raises ``Misfit``. Which keys a file has, and what they mean together, is not here.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import isfinite
from typing import Generic, Protocol, TypeVar

# Digits of a number given as text; past it the text is no number (64 bits have 19 digits).
NUMBER_DIGITS_MAX = 18
# Characters of a found value that a message repeats.
FOUND_CHARACTERS_MAX = 80
# Each side of odds: 1:1 to 1000:1, as a table would print them.
ODDS_SIDE_MAX = 1000

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)


class Misfit(Exception):
    """A value that has not the shape: says what was expected and what was found."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.expected = expected
        self.found = found


class Shape(Protocol[T_co]):
    """What a value may be."""

    @property
    def expected(self) -> str:
        """The shape in words, to follow "expected"."""
        ...

    def read(self, value: object) -> T_co:
        """The typed value, or ``Misfit``."""
        ...


class Spelled(Shape[T_co], Protocol[T_co]):
    """What a value may be that a command line can name (`--set dealer.soft_17=stick`)."""

    def from_text(self, text: str) -> object:
        """The value that TOML would have produced, for ``read`` to judge."""
        ...


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """An integer within bounds, both included; ``true`` is none, though Python thinks so."""

    low: int
    high: int

    @property
    def expected(self) -> str:
        """The range in words."""
        return f"a whole number from {self.low} to {self.high}"

    def read(self, value: object) -> int:
        """The integer, or ``Misfit``."""
        if type(value) is not int or not self.low <= value <= self.high:
            raise Misfit(self.expected, shown(value))
        return value

    def from_text(self, text: str) -> object:
        """An integer where the text is one."""
        digits = re.fullmatch(rf"-?[0-9]{{1,{NUMBER_DIGITS_MAX}}}", text)
        return int(text) if digits else text


@dataclass(frozen=True, slots=True)
class Figure:
    """A finite number within bounds: a published figure, never money."""

    low: float
    high: float

    @property
    def expected(self) -> str:
        """The range in words."""
        return f"a number from {self.low:g} to {self.high:g}"

    def read(self, value: object) -> float:
        """The number, or ``Misfit``."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise Misfit(self.expected, shown(value))
        if not isfinite(value) or not self.low <= value <= self.high:
            raise Misfit(self.expected, shown(value))
        return float(value)

    def from_text(self, text: str) -> object:
        """A number where the text is one."""
        number = re.fullmatch(rf"-?[0-9]{{1,{NUMBER_DIGITS_MAX}}}(\.[0-9]{{1,40}})?", text)
        return float(text) if number else text


@dataclass(frozen=True, slots=True)
class YesNo:
    """``true`` or ``false``."""

    expected: str = "true or false"

    def read(self, value: object) -> bool:
        """The answer, or ``Misfit``."""
        if not isinstance(value, bool):
            raise Misfit(self.expected, shown(value))
        return value

    def from_text(self, text: str) -> object:
        """The answer where the text is one."""
        return {"true": True, "false": False}.get(text, text)


@dataclass(frozen=True, slots=True)
class Choice(Generic[E]):
    """One of the values of an enum."""

    values: type[E]

    @property
    def expected(self) -> str:
        """The values in words."""
        return " or ".join(f'"{value}"' for value in self.values)

    def read(self, value: object) -> E:
        """The member, or ``Misfit``."""
        for member in self.values:
            if isinstance(value, str) and value == member.value:
                return member
        raise Misfit(self.expected, shown(value))

    def from_text(self, text: str) -> object:
        """The text itself."""
        return text


@dataclass(frozen=True, slots=True)
class Text:
    """Text that matches a pattern as a whole; ``expected`` says the pattern in words."""

    pattern: str
    expected: str

    def fits(self, text: str) -> bool:
        """Whether the text has this shape."""
        return re.fullmatch(self.pattern, text) is not None

    def read(self, value: object) -> str:
        """The text, or ``Misfit``."""
        if not isinstance(value, str) or not self.fits(value):
            raise Misfit(self.expected, shown(value))
        return value

    def from_text(self, text: str) -> object:
        """The text itself."""
        return text


@dataclass(frozen=True, slots=True)
class Odds:
    """What is paid to a stake: ``"2:1"`` is ``Fraction(2, 1)``."""

    expected: str = 'odds such as "2:1" (two whole numbers from 1 to 1000)'

    def read(self, value: object) -> Fraction:
        """The odds as a fraction, or ``Misfit``."""
        sides = re.fullmatch(r"([1-9][0-9]{0,3}):([1-9][0-9]{0,3})", str(value))
        if not isinstance(value, str) or sides is None:
            raise Misfit(self.expected, shown(value))
        paid, staked = int(sides[1]), int(sides[2])
        if max(paid, staked) > ODDS_SIDE_MAX:
            raise Misfit(self.expected, shown(value))
        return Fraction(paid, staked)

    def from_text(self, text: str) -> object:
        """The text itself."""
        return text


@dataclass(frozen=True, slots=True)
class Row(Generic[T]):
    """A list of values of one shape, from 1 to ``count_max`` of them."""

    each: Shape[T]
    count_max: int

    @property
    def expected(self) -> str:
        """The list in words."""
        return f"a list of 1 to {self.count_max}, each {self.each.expected}"

    def read(self, value: object) -> tuple[T, ...]:
        """The values, or ``Misfit``."""
        if not isinstance(value, list) or not 1 <= len(value) <= self.count_max:
            raise Misfit(self.expected, shown(value))
        return tuple(self.each.read(item) for item in value)


def shown(value: object) -> str:
    """A found value as a message repeats it: as TOML writes it, cut to one short line."""
    words: dict[type, Callable[[], str]] = {
        bool: lambda: str(value).lower(),
        str: lambda: f'"{value}"'.encode("unicode_escape").decode("ascii"),
        dict: lambda: "a table",
        list: lambda: f"a list of {len(value) if isinstance(value, list) else 0}",
    }
    text = words.get(type(value), lambda: str(value))()
    if len(text) > FOUND_CHARACTERS_MAX:
        return text[:FOUND_CHARACTERS_MAX] + "..."
    return text
