"""A document as pages: one HTML file with its figures inside, and a PDF of the same set by typst.

Nothing is fetched from anywhere and no library of the system is needed. The templates, and what a
head says, are of each report.
"""

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any, Final

import typst
from jinja2 import Environment, PackageLoader, StrictUndefined

from certification.report.blocks import (
    Block,
    Commands,
    Grid,
    Heading,
    Picture,
    Points,
    Section,
    Span,
    SpanKind,
    Table,
    Text,
    spans,
)

LINKS: Final = frozenset((SpanKind.LINK, SpanKind.NUMBER))

# What jinja and typst are given is JSON, so values of any shape.
Json = dict[str, Any]


def numbered(document: Sequence[Section]) -> dict[str, str]:
    """The number and title of each section, by its name."""
    return {part.name: f"{at} {part.title}" for at, part in enumerate(document, start=1)}


def linked(text: str, titles: Mapping[str, str]) -> Iterator[tuple[Span, str]]:
    """The pieces of a text, each with what it reads as; a link reads as its section's title.

    Raises `KeyError` for a link to a section that there is not.
    """
    for span in spans(text):
        match span.kind:
            case SpanKind.LINK:
                yield span, titles[span.text]
            case SpanKind.NUMBER:
                yield span, titles[span.text].partition(" ")[0]
            case SpanKind.PLAIN | SpanKind.CODE:
                yield span, span.text


def html(
    package: str, template: str, head: Json, document: Sequence[Section], figures: Path
) -> str:
    """The whole page; `figures` is the folder of the pictures."""
    titles = numbered(document)
    environment = Environment(
        loader=PackageLoader(package, ""), autoescape=True, undefined=StrictUndefined
    )
    return environment.get_template(template).render(
        **head,
        document=document,
        titles=titles,
        pieces=lambda text: linked(text, titles),
        kind=lambda block: type(block).__name__,
        pictures={name: _inside(figures / name) for name in _pictures(document)},
    )


def pdf(
    package: str,
    template: str,
    head: Json,
    document: Sequence[Section],
    figures: Path,
    at: datetime,
) -> bytes:
    """The bytes of the PDF; `at` is when it says that it was made."""
    text = files(package).joinpath(template).read_text(encoding="utf-8")
    data = head | {"date": [at.year, at.month, at.day], "sections": _parts(document)}
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / template).write_text(text, encoding="utf-8")
        (folder / "data.json").write_text(json.dumps(data), encoding="utf-8")
        copytree(figures, folder / "figures")
        made = typst.compile(
            str(folder / template),
            root=str(folder),
            ignore_system_fonts=True,
            timestamp=int(at.timestamp()),
        )
    if not isinstance(made, bytes):
        raise TypeError(f"typst gave {type(made).__name__} for one document")
    return made


def _parts(document: Sequence[Section]) -> list[Json]:
    titles = numbered(document)
    return [
        {
            "name": part.name,
            "title": titles[part.name],
            "page_break": part.on_a_new_page,
            "blocks": [_block(block, titles) for block in part.blocks],
        }
        for part in document
    ]


def _pictures(document: Sequence[Section]) -> Iterator[str]:
    for section in document:
        yield from (block.file for block in section.blocks if isinstance(block, Picture))


def _inside(file: Path) -> str:
    return f"data:image/svg+xml;base64,{b64encode(file.read_bytes()).decode('ascii')}"


def _block(block: Block, titles: Mapping[str, str]) -> Json:
    kind = {"kind": type(block).__name__}
    match block:
        case Text(text) | Heading(text):
            return kind | {"text": _spans(text, titles)}
        case Points(items):
            return kind | {"items": [_spans(item, titles) for item in items]}
        case Commands(lines):
            return kind | {"lines": list(lines)}
        case Picture(file, caption, alt):
            return kind | {"file": file, "caption": _spans(caption, titles), "alt": alt}
        case Grid(caption, columns, rows):
            letters = [[row.name, *row.letters] for row in rows]
            return kind | {"caption": caption, "columns": list(columns), "rows": letters}
        case Table(caption, columns, rows):
            return kind | {
                "caption": _spans(caption, titles),
                "columns": [
                    {"title": c.title, "share": c.share, "side": c.side.value} for c in columns
                ],
                "rows": [[_spans(cell, titles) for cell in row] for row in rows],
            }


def _spans(text: str, titles: Mapping[str, str]) -> list[dict[str, str]]:
    return [
        {"kind": span.kind.value, "text": reads}
        | ({"target": span.text} if span.kind in LINKS else {})
        for span, reads in linked(text, titles)
    ]
