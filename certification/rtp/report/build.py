"""A report on the return from its rules to a signed folder; see `facts` for what it computes."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from app.proof.signing import SigningKey
from certification.judgement.results import Verdict
from certification.report.pages import html, pdf
from certification.report.sealed import fingerprint, kept_files, seal
from certification.rtp.exposure.exposure import Sizes
from certification.rtp.report.document import report_id, to_json
from certification.rtp.report.facts import ROUNDS, Extent, Facts, gather
from certification.rtp.report.figures import draw_all
from certification.rtp.report.head import head
from certification.rtp.report.sections import sections
from config.loader import load_rules

FIGURES: Final = "figures"
HTML: Final = "report.html"
PDF: Final = "report.pdf"
PACKAGE: Final = "certification.rtp.report"  # where the templates lie
PROCESSES: Final = 2
FULL: Final = Extent(ROUNDS, Sizes(processes=PROCESSES), PROCESSES)
QUICK: Final = Extent(4_000_000, Sizes(640, 120, PROCESSES), 1)

Progress = Callable[[str, int, int], None]  # what is done, pieces done, pieces in all


def build_rtp_report(
    out: Path,
    *,
    key: SigningKey,
    at: datetime,
    command: str,
    progress: Progress = lambda *_: None,
    extent: Extent = FULL,
) -> Verdict:
    """The report on the shipped rules, into the empty folder `out`; rejected if a check fails."""
    found = gather(load_rules(), extent, at, command, progress)
    return write_report(out, found, key)


def write_report(out: Path, found: Facts, key: SigningKey) -> Verdict:
    """Figures, pages, JSON and signature, into the empty folder `out`."""
    verdict = Verdict.PASS if found.agrees else Verdict.REJECT
    figures = out / FIGURES
    draw_all(found, figures)
    document = sections(found)
    name = report_id(found)
    said = head(found, name)
    page = html(PACKAGE, "page.html.jinja", said, document, figures)
    (out / HTML).write_text(page, encoding="utf-8")
    (out / PDF).write_bytes(pdf(PACKAGE, "page.typ", said, document, figures, found.made.at))
    text = to_json(found, verdict.value, fingerprint(key.public), kept_files(out))
    seal(out, text, key)
    return verdict
