"""A whole report into a folder: figures, pages, manifest, `report.json`, signature, key."""

from pathlib import Path
from typing import Final

from app.proof.signing import SigningKey
from certification.report.about import MANIFEST
from certification.report.content import sections
from certification.report.document import Report, from_json, to_json
from certification.report.figures import draw_all
from certification.report.head import head
from certification.report.pages import html, pdf
from certification.report.refusals import Changed
from certification.report.sealed import REPORT, Checked, check, kept_files, seal

FIGURES: Final = "figures"
HTML: Final = "report.html"
PDF: Final = "report.pdf"
PACKAGE: Final = "certification.report"  # where the templates lie


def write_report(folder: Path, report: Report, manifest: str, key: SigningKey) -> Report:
    """Write all files of the report beside those the run has kept in `folder`, and sign them."""
    figures = folder / FIGURES
    drawn = draw_all(report.run, figures)
    document = sections(report, manifest, drawn)
    (folder / MANIFEST).write_text(manifest, encoding="utf-8")
    said = head(report)
    page = html(PACKAGE, "report.html.jinja", said, document, figures)
    (folder / HTML).write_text(page, encoding="utf-8")
    (folder / PDF).write_bytes(pdf(PACKAGE, "report.typ", said, document, figures, report.made.at))
    held = report.holding(kept_files(folder))
    seal(folder, to_json(held), key)
    return held


def read_report(folder: Path) -> tuple[Report, Checked]:
    """The report of a folder that nobody changed.

    Raises `Changed`, and as `sealed.check` does; `BadReport` where it is one of another kind.
    """
    checked = check(folder)
    if checked.changes:
        raise Changed(f"{folder}: {checked.changes[0]}")
    return from_json((folder / REPORT).read_bytes()), checked
