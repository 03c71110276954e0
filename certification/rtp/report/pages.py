"""The report as pages: one HTML file, and a PDF set by typst; both say the same.

Figures are inside, nothing is fetched from anywhere, and no library of the system is needed.
"""

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
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
    Heading,
    Picture,
    Points,
    Span,
    SpanKind,
    Table,
    Text,
    spans,
)
from certification.rtp.report.facts import Facts
from certification.rtp.report.grid import COLOURS, WORDS, Grid
from certification.rtp.report.sections import displayed
from certification.rtp.report.words import Section

PACKAGE: Final = "certification.rtp.report"
HTML_TEMPLATE: Final = "page.html.jinja"
PDF_TEMPLATE: Final = "page.typ"
TITLE: Final = "Return to player of Pontoon"
LINKS: Final = frozenset((SpanKind.LINK, SpanKind.NUMBER))

# What typst reads is JSON, so values of any shape.
Json = dict[str, Any]


def numbered(document: Sequence[Section]) -> dict[str, str]:
    """The number and title of each section, by its name."""
    return {part.name: f"{at} {part.title}" for at, part in enumerate(document, start=1)}


def html(found: Facts, report_id: str, document: Sequence[Section], figures: Path) -> str:
    """The whole page; `figures` is the folder of the pictures."""
    titles = numbered(document)
    environment = Environment(
        loader=PackageLoader(PACKAGE, ""), autoescape=True, undefined=StrictUndefined
    )
    return environment.get_template(HTML_TEMPLATE).render(
        **_head(found, report_id),
        document=document,
        titles=titles,
        pieces=lambda text: _linked(text, titles),
        kind=lambda block: type(block).__name__,
        pictures={name: _inside(figures / name) for name in _pictures(document)},
        words=WORDS,
        colours=COLOURS,
    )


def pdf(found: Facts, report_id: str, document: Sequence[Section], figures: Path) -> bytes:
    """The bytes of the PDF."""
    titles = numbered(document)
    data = _head(found, report_id) | {
        "date": [found.made.at.year, found.made.at.month, found.made.at.day],
        "colours": {letter.value: colour for letter, colour in COLOURS.items()},
        "legend": [[letter.value, word] for letter, word in WORDS.items()],
        "sections": [
            {
                "name": part.name,
                "title": titles[part.name],
                "blocks": [_block(block, titles) for block in part.blocks],
            }
            for part in document
        ],
    }
    template = files(PACKAGE).joinpath(PDF_TEMPLATE).read_text(encoding="utf-8")
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / PDF_TEMPLATE).write_text(template, encoding="utf-8")
        (folder / "data.json").write_text(json.dumps(data), encoding="utf-8")
        copytree(figures, folder / "figures")
        made = typst.compile(
            str(folder / PDF_TEMPLATE),
            root=str(folder),
            ignore_system_fonts=True,
            timestamp=int(found.made.at.timestamp()),
        )
    if not isinstance(made, bytes):
        raise TypeError(f"typst gave {type(made).__name__} for one document")
    return made


def _head(found: Facts, report_id: str) -> Json:
    return {
        "title": TITLE,
        "report_id": report_id,
        "rules_id": found.file.rules.id,
        "software": f"pontoon {found.made.version}",
        "made": f"{found.made.at:%Y-%m-%d %H:%M}",
        "rtp": displayed(found),
        "good": found.agrees,
        "trial": _trial(found),
        "stamp": "ALL COMPARISONS AGREE" if found.agrees else "COMPARISONS DISAGREE",
    }


def _trial(found: Facts) -> str:
    """What a head says when less was played than a report that is kept asks for; else empty."""
    if not found.trial:
        return ""
    return f"TRIAL: {found.fresh.plan.rounds:,} rounds, {found.exposure.shoes:,} shoes"


def _linked(text: str, titles: dict[str, str]) -> Iterator[tuple[Span, str]]:
    """The pieces of a text, each with what it reads as; `KeyError` for a link to nowhere."""
    for span in spans(text):
        match span.kind:
            case SpanKind.LINK:
                yield span, titles[span.text]
            case SpanKind.NUMBER:
                yield span, titles[span.text].partition(" ")[0]
            case SpanKind.PLAIN | SpanKind.CODE:
                yield span, span.text


def _pictures(document: Sequence[Section]) -> Iterator[str]:
    for section in document:
        yield from (block.file for block in section.blocks if isinstance(block, Picture))


def _inside(file: Path) -> str:
    return f"data:image/svg+xml;base64,{b64encode(file.read_bytes()).decode('ascii')}"


def _block(block: Block | Grid, titles: dict[str, str]) -> Json:
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
            letters = [[row.name, *(letter.value for letter in row.letters)] for row in rows]
            return kind | {"caption": caption, "columns": list(columns), "rows": letters}
        case Table(caption, columns, rows):
            return kind | {
                "caption": _spans(caption, titles),
                "columns": [
                    {"title": c.title, "share": c.share, "side": c.side.value} for c in columns
                ],
                "rows": [[_spans(cell, titles) for cell in row] for row in rows],
            }


def _spans(text: str, titles: dict[str, str]) -> list[dict[str, str]]:
    return [
        {"kind": span.kind.value, "text": reads}
        | ({"target": span.text} if span.kind in LINKS else {})
        for span, reads in _linked(text, titles)
    ]
