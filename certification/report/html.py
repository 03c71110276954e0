"""The report as one HTML page: figures inside, nothing fetched from anywhere, fit to be printed."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from certification.judgement.results import Verdict
from certification.report.blocks import Block, Picture, Section, Span
from certification.report.content import linked, numbered
from certification.report.document import Report

TEMPLATE: Final = "report.html.jinja"
STAMPS: Final = {Verdict.PASS: "PASSED", Verdict.REJECT: "REJECTED", Verdict.REPEAT: "OPEN"}


def page(report: Report, document: Sequence[Section], figures: Path) -> str:
    """The whole page; `figures` is the folder of the pictures."""
    environment = Environment(
        loader=PackageLoader("certification.report", ""),
        autoescape=True,
        undefined=StrictUndefined,
    )
    titles = numbered(document)

    def pieces(text: str) -> Iterator[tuple[Span, str]]:
        return linked(text, titles)

    return environment.get_template(TEMPLATE).render(
        report=report,
        document=document,
        titles=titles,
        pieces=pieces,
        kind=_kind,
        pictures={name: _inside(figures / name) for name in _pictures(document)},
        stamp=stamp(report),
        about=about(report),
        made=f"{report.made.at:%Y-%m-%d %H:%M}",
    )


def stamp(report: Report) -> str:
    """The verdict in a word or two."""
    word = STAMPS[report.verdict]
    return word if report.of_production else f"{word}: NEGATIVE CONTROL"


def about(report: Report) -> str:
    """What was judged, in a line."""
    run = report.run
    return f"dealer {run.dealer}, plan {run.origin.plan.value}, run {run.origin.run}"


def _kind(block: Block) -> str:
    return type(block).__name__


def _pictures(document: Sequence[Section]) -> Iterator[str]:
    for section in document:
        yield from (block.file for block in section.blocks if isinstance(block, Picture))


def _inside(file: Path) -> str:
    return f"data:image/svg+xml;base64,{b64encode(file.read_bytes()).decode('ascii')}"
