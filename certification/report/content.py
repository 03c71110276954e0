"""The sections of a report, in their order, each with its number."""

from collections.abc import Iterator, Sequence

from certification.report import about, chance, limits, method, outcomes, raw
from certification.report.blocks import Section, Span, SpanKind, spans
from certification.report.document import Report


def sections(report: Report, manifest: str, drawn: Sequence[str]) -> tuple[Section, ...]:
    """All of them; `drawn` are the figures that there are."""
    return (
        about.verdict(report),
        about.scope(report),
        about.software(report, manifest),
        chance.GENERATOR,
        chance.SEEDING,
        chance.DEALING,
        method.method(report),
        method.collection(report),
        raw.raw(report, drawn),
        raw.batteries(report),
        outcomes.outcomes(report, drawn),
        outcomes.controls(report),
        limits.deviating(),
        limits.required(),
        limits.NOT_PROVED,
        limits.reproduced(report),
        limits.rows(report),
        limits.errata(),
    )


def numbered(document: Sequence[Section]) -> dict[str, str]:
    """The number and title of each section, by its name."""
    return {part.name: f"{at} {part.title}" for at, part in enumerate(document, start=1)}


def linked(text: str, titles: dict[str, str]) -> Iterator[tuple[Span, str]]:
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
