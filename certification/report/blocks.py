"""What a page is made of: sections of texts, tables, pictures and commands.

`pages` makes HTML and PDF from these values, which say the same. In a text `` `code` `` is set as
code, `[[name]]` is a link to the section of that name, and `[[#name]]` the same by its number
alone.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

_MARK: Final = re.compile(r"`(?P<code>[^`]+)`|\[\[(?P<number>#?)(?P<link>[a-z-]+)\]\]")


class SpanKind(StrEnum):
    """How a piece of a text is set."""

    PLAIN = "plain"
    CODE = "code"
    LINK = "link"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text; that of a link, or of a number, is the name of a section."""

    kind: SpanKind
    text: str


class Side(StrEnum):
    """To which side a column is set."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Column:
    """A heading; `share` is the column's part of the width, 0 for as much as it needs."""

    title: str
    share: int = 0
    side: Side = Side.LEFT


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Points:
    """A list of short paragraphs."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """Of a part of a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts under columns; every row is as long as `columns`."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure by its file; `alt` says what is to be seen for those who do not see it."""

    file: str
    caption: str
    alt: str


@dataclass(frozen=True, slots=True)
class Commands:
    """Lines to type."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GridRow:
    """A name, and what stands in each column: a letter, or nothing."""

    name: str
    letters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Coloured letters under `columns`; which letters there are, and their colours, is a head's."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[GridRow, ...]


Block = Text | Points | Heading | Table | Picture | Commands | Grid


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered section; `name` is what links call it."""

    name: str
    title: str
    blocks: tuple[Block, ...]
    on_a_new_page: bool = False


def right(title: str, share: int = 0) -> Column:
    """A column of figures."""
    return Column(title, share, Side.RIGHT)


def facts(caption: str, pairs: Sequence[tuple[str, str]]) -> Table:
    """A table of two columns, names and what they are."""
    return Table(caption, (Column("", 1), Column("", 3)), tuple(pairs))


def spans(text: str) -> Iterator[Span]:
    """A text in its pieces."""
    at = 0
    for mark in _MARK.finditer(text):
        if mark.start() > at:
            yield Span(SpanKind.PLAIN, text[at : mark.start()])
        if mark["code"] is not None:
            yield Span(SpanKind.CODE, mark["code"])
        else:
            yield Span(SpanKind.NUMBER if mark["number"] else SpanKind.LINK, mark["link"])
        at = mark.end()
    if at < len(text):
        yield Span(SpanKind.PLAIN, text[at:])


def p_text(p_value: float) -> str:
    """A p-value with four digits after the point, or as a power of ten where those are noughts."""
    return f"{p_value:.4f}" if p_value >= 0.0001 or p_value == 0 else f"{p_value:.1e}"


def named(names: Sequence[str]) -> str:
    """Names in a sentence."""
    return ", ".join(f"`{name}`" for name in names) or "none"


def pictures(file: str, drawn: Sequence[str], caption: str) -> Iterator[Picture]:
    """The picture, if it was drawn."""
    if file in drawn:
        yield Picture(file, caption, caption)
