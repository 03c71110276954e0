"""A certification from its plan to a signed folder, and the repetition of one that there is.

What a verdict is, is decided in `certification.judgement`; a command's words and exit codes are in
`app.commands.certify`.
"""

import platform
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from shutil import copyfile
from typing import Final

from app.proof.signing import SigningKey
from certification.batteries.results import Battery, BatteryFamily, NotRun, judge
from certification.batteries.run import Call, all_declared, not_fed, run_calls
from certification.cards.collection import derive
from certification.cards.dealer import Dealer
from certification.cards.production import Production
from certification.controls.catalogue import UnknownControl, control
from certification.judgement.feasible import Unfeasible
from certification.judgement.live import Drawn, Kept, LostSecrets
from certification.judgement.manifest import manifest, manifest_sha256
from certification.judgement.results import NoNumber, Origin, PastRun, RunResult, differences
from certification.judgement.run import run_plan
from certification.power import FORMAT as POWER_FORMAT
from certification.power import Table, load_power
from certification.report.about import MANIFEST
from certification.report.document import PRODUCTION, Host, Made, Report, new_report
from certification.report.refusals import Unfit
from certification.report.sealed import fingerprint
from certification.report.write import read_report, write_report
from config.certification_plan import Plan
from rng.source import Refused

SHIPPED: Final = "the shipped plans"
WORKERS: Final = 2
_OF_BATTERIES: Final = "batteries"  # label of their seed

Progress = Callable[[str, int, int], None]  # what was done, pieces done, pieces in all


@dataclass(frozen=True, slots=True)
class Request:
    """What to certify and where to put it; `plans` says which file the plan came from.

    `manifest` names the software, and so the seed: that of `judgement.manifest` unless a test wants
    one run for ever. `take` is the production entropy path, which the live part draws from.
    """

    plan: Plan
    dealer: Dealer
    out: Path
    key: SigningKey
    at: datetime
    command: str
    manifest: str
    take: Callable[[int], bytes]
    plans: str = SHIPPED
    previous: tuple[PastRun, ...] = ()
    workers: int = WORKERS


@dataclass(frozen=True, slots=True)
class Repetition:
    """What a repetition found: `differs` is empty for an exact one."""

    report: Report
    run: RunResult
    batteries: BatteryFamily
    differs: tuple[str, ...]
    other_files: tuple[str, ...]
    batteries_not_repeated: tuple[NotRun, ...]


def dealer_of(name: str) -> Dealer:
    """The production generator or a control; `Unfit` for another name."""
    try:
        return Production() if name == PRODUCTION else control(name).defect
    except UnknownControl as error:
        raise Unfit(str(error)) from error


def runs_before(folder: Path) -> tuple[PastRun, ...]:
    """The verdicts that the next report contains: those of a report, and its own.

    Raises as `write.read_report` does.
    """
    report, _ = read_report(folder)
    return (*report.run.previous, report.run.as_past())


def certify(request: Request, progress: Progress) -> Report:
    """Run the plan, and write the signed report into the empty folder `request.out`.

    Raises `Unfit` for a plan that cannot be done, or a source that gives no secrets.
    """
    started = time.monotonic()
    origin = Origin(request.plan.name, manifest_sha256(request.manifest), len(request.previous) + 1)
    live = Drawn(request.take, request.out)
    with _unfit(request.plans):
        run = run_plan(
            request.plan, request.dealer, origin, live, request.previous, progress, request.workers
        )
    batteries = _batteries(request, origin, progress)
    report = new_report(
        _made(request, time.monotonic() - started),
        request.plan,
        run,
        batteries,
        _power(),
        fingerprint(request.key.public),
    )
    return write_report(request.out, report, request.manifest, request.key)


def repeat(folder: Path, progress: Progress, workers: int = WORKERS) -> Repetition:
    """Do the run of a report again, from its own origin and plan, and compare.

    The live part is judged again from the secrets kept in the folder. Raises as
    `write.read_report` does.
    """
    report, _ = read_report(folder)
    said = report.run
    kept = Kept(folder, said.live)
    dealer = dealer_of(said.dealer)
    with _unfit(report.made.plans):
        run = run_plan(report.plan, dealer, said.origin, kept, said.previous, progress, workers)
    batteries = _again(report, progress)
    return Repetition(
        report=report,
        run=run,
        batteries=batteries,
        differs=(*_differences(said, run), *_battery_differences(report.batteries, batteries)),
        other_files=_other_files((folder / MANIFEST).read_text(encoding="utf-8"), manifest()),
        batteries_not_repeated=tuple(
            each for each in batteries.not_run if each not in report.batteries.not_run
        ),
    )


def write_repetition(
    found: Repetition, folder: Path, out: Path, key: SigningKey, at: datetime, seconds: float
) -> Report:
    """The report of a repetition, with the kept secrets of `folder`, into the empty `out`."""
    for part in found.run.live:
        copyfile(folder / part.file, out / part.file)
    before = found.report
    made = replace(
        before.made,
        version=version("pontoon"),
        at=at,
        host=_host(),
        command="pontoon certify rng --repeat DIR --out DIR",
        seconds=round(seconds, 1),
    )
    again = new_report(
        made,
        before.plan,
        found.run,
        found.batteries,
        _power(),
        fingerprint(key.public),
        before.report_id,
    )
    return write_report(out, again, manifest(), key)


@contextmanager
def _unfit(plans: str) -> Iterator[None]:
    """Whatever a plan, or its secrets, can be at fault for, as `Unfit`."""
    try:
        yield
    except (Unfeasible, NoNumber) as error:
        raise Unfit(f"{plans}: {error}") from error
    except (LostSecrets, Refused) as error:
        raise Unfit(str(error)) from error
    except (BrokenProcessPool, MemoryError) as error:
        raise Unfit(f"{plans}: a process of the run had too little memory, or was ended") from error


def _batteries(request: Request, origin: Origin, progress: Progress) -> BatteryFamily:
    seed = derive(origin.seed, _OF_BATTERIES)
    calls = all_declared(request.plan.name)
    if not calls:
        why = f"the plan {request.plan.name.value} declares none; standard and full do"
        return replace(judge(seed, ()), not_run=tuple(NotRun(each, "", why) for each in Battery))
    if request.dealer.name != PRODUCTION:
        why = "controls are judged by our own tests; these programs read the production generator"
        return replace(judge(seed, ()), not_run=tuple(not_fed(calls, why)))
    return run_calls(calls, seed, progress, request.workers)


def _again(report: Report, progress: Progress) -> BatteryFamily:
    """The calls that gave results, made once more."""
    seed = bytes.fromhex(report.batteries.seed)
    wanted = {(r.reading.battery, r.reading.arguments) for r in report.batteries.results}
    calls: tuple[Call, ...] = tuple(
        call for call in all_declared(report.plan.name) if (call.battery, call.written) in wanted
    )
    return run_calls(calls, seed, progress) if calls else judge(seed, ())


def _differences(said: RunResult, run: RunResult) -> tuple[str, ...]:
    found = list(differences(said, run))
    # What differences() leaves open: the live part, which is judged from kept secrets here.
    for name in ("stages", "checks", "verdict", "rates", "information"):
        if not found and getattr(said, name) != getattr(run, name):
            found.append(name)
    return tuple(found)


def _battery_differences(said: BatteryFamily, again: BatteryFamily) -> tuple[str, ...]:
    not_run = {(each.battery, each.arguments) for each in again.not_run}
    before = [
        r.reading for r in said.results if (r.reading.battery, r.reading.arguments) not in not_run
    ]
    now = [r.reading for r in again.results]
    return tuple(
        f"{ours.battery} {ours.arguments}: {ours.test}"
        for ours, theirs in zip(before, now, strict=False)
        if ours != theirs
    )


def _other_files(said: str, now: str) -> tuple[str, ...]:
    """Paths whose hash is another, or that only one of two manifests has."""
    changed = set(said.splitlines()) ^ set(now.splitlines())
    return tuple(sorted({line.split("  ", 1)[1] for line in changed}))


def _power() -> Table:
    try:
        return load_power()
    except FileNotFoundError:  # it was never measured
        return Table(POWER_FORMAT, (), 0, 0, 0)


def _made(request: Request, seconds: float) -> Made:
    return Made(
        version("pontoon"), request.at, _host(), request.command, request.plans, round(seconds, 1)
    )


def _host() -> Host:
    return Host(
        f"{platform.system()} {platform.release()}", platform.machine(), platform.python_version()
    )
