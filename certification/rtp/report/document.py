"""`report.json`: every figure of the report in full, for programs; numbers are not rounded."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Final

from certification.report.sealed import KeptFile
from certification.rtp.exact.fields import advice_fields, analysis_fields
from certification.rtp.exposure.fields import Fields, exposure_fields
from certification.rtp.report.convergence import Simulated
from certification.rtp.report.facts import Facts
from certification.rtp.simulation.report import answer_fields
from config.table import load_table
from config.texts import rules_text

FORMAT: Final = "pontoon/rtp-report/1"


def report_id(found: Facts) -> str:
    """Names a report by its day, what made it and its rules: two reports never share one."""
    made = found.made
    text = f"{made.at.isoformat()}\n{made.command}\n{found.file.sha256}"
    return f"RTP-{made.at:%Y%m%d}-{sha256(text.encode()).hexdigest()[:8]}"


def to_json(found: Facts, verdict: str, key_fingerprint: str, files: Sequence[KeptFile]) -> bytes:
    """The text that is signed; `files` are the others of its folder."""
    fields: Fields = {
        "format": FORMAT,
        "report_id": report_id(found),
        "verdict": verdict,
        "trial": found.trial,
        "key_fingerprint": key_fingerprint,
        "made": {**asdict(found.made), "at": found.made.at.isoformat()},
        "rules": _rules(found),
        "rtp_displayed": found.rtp_displayed,
        "analyses": [analysis_fields(analysis) for analysis in found.analyses],
        "strategy": advice_fields(found.analysis.advice),
        "gain_by_composition": found.by_composition,
        "checks": [{**asdict(check), "passed": check.passed} for check in found.checks],
        "tolerances": [asdict(row) for row in found.tolerances],
        "simulations": [
            _simulation(found, run) for run in (found.fresh, *found.fresh_again, found.cut)
        ],
        "exposure": exposure_fields(found.exposure),
        "files": [asdict(file) for file in files],
    }
    return json.dumps(fields, indent=1, ensure_ascii=False).encode() + b"\n"


def _rules(found: Facts) -> Fields:
    texts = rules_text(found.file.rules, load_table())
    return {
        "id": found.file.rules.id,
        "sha256": found.file.sha256,
        "texts": {rule.number: rule.text for rule in texts},
    }


def _simulation(found: Facts, run: Simulated) -> Fields:
    points = [asdict(point) for point in run.points]
    return {**answer_fields(run.plan, run.estimates, found.analysis), "convergence": points}
