"""The report as PDF, set by typst with its own fonts: the same everywhere, no system library."""

import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any, Final

import typst

from certification.judgement.results import Verdict
from certification.report.blocks import (
    Block,
    Commands,
    Heading,
    Picture,
    Points,
    Section,
    SpanKind,
    Table,
    Text,
)
from certification.report.content import linked, numbered
from certification.report.document import Report
from certification.report.html import about, stamp

TEMPLATE: Final = "report.typ"
TITLE: Final = "Chance of Pontoon, dealt from eight packs"
ON_A_NEW_PAGE: Final = frozenset(("scope", "requirements", "rows"))
LINKS: Final = frozenset((SpanKind.LINK, SpanKind.NUMBER))

# What typst reads is JSON, so values of any shape.
Json = dict[str, Any]


def pdf(report: Report, document: Sequence[Section], figures: Path) -> bytes:
    """The bytes of the PDF; `figures` is the folder of the pictures."""
    template = files("certification.report").joinpath(TEMPLATE).read_text(encoding="utf-8")
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / TEMPLATE).write_text(template, encoding="utf-8")
        (folder / "data.json").write_text(json.dumps(_data(report, document)), encoding="utf-8")
        copytree(figures, folder / "figures")
        made = typst.compile(
            str(folder / TEMPLATE),
            root=str(folder),
            ignore_system_fonts=True,
            timestamp=int(report.made.at.timestamp()),
        )
    if not isinstance(made, bytes):
        raise TypeError(f"typst gave {type(made).__name__} for one document")
    return made


def _data(report: Report, document: Sequence[Section]) -> Json:
    titles = numbered(document)
    return {
        "title": TITLE,
        "report_id": report.report_id,
        "software": f"pontoon {report.made.version}",
        "made": f"{report.made.at:%Y-%m-%d %H:%M}",
        "date": [report.made.at.year, report.made.at.month, report.made.at.day],
        "stamp": stamp(report),
        "about": about(report),
        "good": report.verdict is Verdict.PASS,
        "sections": [
            {
                "name": part.name,
                "title": titles[part.name],
                "page_break": part.name in ON_A_NEW_PAGE,
                "blocks": [_block(block, titles) for block in part.blocks],
            }
            for part in document
        ],
    }


def _block(block: Block, titles: dict[str, str]) -> Json:
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
        for span, reads in linked(text, titles)
    ]
