"""What the head of a report on chance says, on every page and above the first section."""

from typing import Final

from certification.judgement.results import Verdict
from certification.report.document import Report
from certification.report.pages import Json

TITLE: Final = "Chance of Pontoon, dealt from eight packs"
STAMPS: Final = {Verdict.PASS: "PASSED", Verdict.REJECT: "REJECTED", Verdict.REPEAT: "OPEN"}


def head(report: Report) -> Json:
    """For the templates of this folder."""
    run = report.run
    word = STAMPS[report.verdict]
    return {
        "title": TITLE,
        "report_id": report.report_id,
        "software": f"pontoon {report.made.version}",
        "made": f"{report.made.at:%Y-%m-%d %H:%M}",
        "stamp": word if report.of_production else f"{word}: NEGATIVE CONTROL",
        "about": f"dealer {run.dealer}, plan {run.origin.plan.value}, run {run.origin.run}",
        "good": report.verdict is Verdict.PASS,
    }
