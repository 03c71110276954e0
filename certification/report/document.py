"""`report.json`: all that the report says, from which its pages are made.

The file is signed as it is, byte for byte; see `sealed`. The same report gives the same text.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Final

from pydantic import ConfigDict, TypeAdapter
from pydantic import ValidationError as _ValidationError

from certification.batteries.results import BatteryFamily
from certification.judgement.family import worst
from certification.judgement.results import RunResult, Verdict
from certification.power import Table
from certification.report.refusals import BadReport
from certification.report.sealed import KeptFile
from config.certification_plan import Plan

FORMAT: Final = "pontoon/certification-report/1"
PRODUCTION: Final = "production"  # the name of the dealer that serves players


@dataclass(frozen=True, slots=True)
class Host:
    """The machine and the interpreter of the run."""

    system: str
    machine: str
    python: str


@dataclass(frozen=True, slots=True)
class Made:
    """By what, when and with which command; `plans` names the file that the plan came from."""

    version: str
    at: datetime
    host: Host
    command: str
    plans: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """One report. `repeats` is the id of the report whose origin this one has, or empty."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    format: str
    report_id: str
    made: Made
    verdict: Verdict
    plan: Plan
    run: RunResult
    batteries: BatteryFamily
    power: Table
    key_fingerprint: str
    repeats: str = ""
    files: tuple[KeptFile, ...] = ()

    @property
    def of_production(self) -> bool:
        """Whether the generator that serves players was judged, and not a control."""
        return self.run.dealer == PRODUCTION

    def holding(self, files: tuple[KeptFile, ...]) -> "Report":
        """The same with the files of its folder."""
        return replace(self, files=files)


def new_report(
    made: Made,
    plan: Plan,
    run: RunResult,
    batteries: BatteryFamily,
    power: Table,
    key_fingerprint: str,
    repeats: str = "",
) -> Report:
    """A report whose verdict is the worse of the run's and the batteries'."""
    return Report(
        format=FORMAT,
        report_id=_report_id(made, run),
        made=made,
        verdict=worst((run.verdict, batteries.verdict)),
        plan=plan,
        run=run,
        batteries=batteries,
        power=power,
        key_fingerprint=key_fingerprint,
        repeats=repeats,
    )


_ADAPTER: Final = TypeAdapter(Report)


def to_json(report: Report) -> bytes:
    """The text that is signed."""
    return _ADAPTER.dump_json(report, indent=1) + b"\n"


def from_json(text: bytes) -> Report:
    """The report that `to_json` wrote; `BadReport` for any other text."""
    try:
        report = _ADAPTER.validate_json(text)
    except _ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the text"
        raise BadReport(f"{where}: {first['msg']}") from error
    if report.format != FORMAT:
        raise BadReport(f"this is {report.format}, not {FORMAT}")
    return report


def _report_id(made: Made, run: RunResult) -> str:
    """Names a report by its day, its run and what made it: two runs never share one."""
    facts = f"{made.at.isoformat()}\n{run.seed}\n{run.dealer}"
    return f"RNG-{made.at:%Y%m%d}-{run.origin.run}-{sha256(facts.encode()).hexdigest()[:8]}"
