"""The sections of a report, in their order."""

from collections.abc import Sequence

from certification.report import about, chance, limits, method, outcomes, raw
from certification.report.blocks import Section
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
