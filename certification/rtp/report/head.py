"""What the head of a report on the return says, and the letters and colours of its grids."""

from typing import Final

from certification.report.pages import Json
from certification.rtp.report.facts import Facts
from certification.rtp.report.grid import COLOURS, WORDS
from certification.rtp.report.sections import displayed

TITLE: Final = "Return to player of Pontoon"


def head(found: Facts, report_id: str) -> Json:
    """For the templates of this folder."""
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
        "colours": COLOURS,
        "words": WORDS,
    }


def _trial(found: Facts) -> str:
    """What a head says when less was played than a report that is kept asks for; else empty."""
    if not found.trial:
        return ""
    return f"TRIAL: {found.fresh.plan.rounds:,} rounds, {found.exposure.shoes:,} shoes"
