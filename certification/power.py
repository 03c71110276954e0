"""The power of the certification: every trial of the controls, and `quick` runs of a fair dealer.

    python -m certification.power [--state FILE] [--table FILE] [--workers N] [--only CONTROL]...

does the trials that the state file lacks, so it may be stopped and started again at any time, and
writes the table that reports print. Trials are numbered and seeded by their names; the live part of
a fair run alone is fresh. A state file is of one set of plans and tests: when `certification.toml`
or a test has changed, begin a new one.
"""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import click
from pydantic import TypeAdapter
from rich.progress import Progress
from scipy.stats import binom, binomtest

from certification.controls.catalogue import CONTROLS
from certification.controls.trials import (
    FAIR,
    FAMILY_MAX,
    Size,
    Trial,
    Trialled,
    do_trial,
    trial_of,
)
from certification.judgement.family import rates
from config.certification_plan import PlanName, load_plan

FORMAT: Final = "pontoon/power/1"
FILE: Final = "power.json"
# 30 rejections of 30 show a power of 0.9 at `CONFIDENCE`.
TRIALS: Final = {Size.DEFECT: 20, Size.SMALLEST: 30}
FAIR_RUNS: Final = 60
POWER_LEAST: Final = 0.9
SEEN: Final = 0.9  # a plan that rejects a control less often is said not to see it
CONFIDENCE: Final = 0.95
FAIR_BOUND: Final = 1e-3  # chance of more rejections of fair runs than are allowed


@dataclass(frozen=True, slots=True)
class Row:
    """The trials of one control at one size under one plan."""

    control: str
    what: str
    caught_by: str
    plan: PlanName
    size: Size
    defect: float
    unit: str
    trials: int
    rejected_in_stage_1: int
    rejected_in_stage_2: int
    power_low: float  # one-sided lower bound at `CONFIDENCE`
    worst_p_value: float

    @property
    def power(self) -> float:
        """The share of trials that were rejected."""
        return (self.rejected_in_stage_1 + self.rejected_in_stage_2) / self.trials


@dataclass(frozen=True, slots=True)
class Table:
    """What has been measured; a control without a row has not been tried."""

    format: str
    rows: tuple[Row, ...]
    fair_runs: int
    fair_rejected: int
    fair_allowed: int

    def not_seen_by(self, plan: PlanName) -> tuple[str, ...]:
        """The controls that were tried under a plan and rejected too seldom."""
        return tuple(
            row.control
            for row in self.rows
            if row.plan is plan and row.size is Size.DEFECT and row.power < SEEN
        )


_TABLE: Final = TypeAdapter(Table)
_TRIALLED: Final = TypeAdapter(Trialled)


def load_power() -> Table:
    """The table that was measured and shipped."""
    return _TABLE.validate_json(files("certification.controls").joinpath(FILE).read_bytes())


def trials(only: Sequence[str] = ()) -> Iterator[Trial]:
    """Every trial, the ones that matter most first."""
    wanted = [name for name in CONTROLS if not only or name in only]
    kinds = (
        (Size.DEFECT, PlanName.QUICK),
        (Size.DEFECT, PlanName.STANDARD),
        (Size.SMALLEST, PlanName.STANDARD),
    )
    for size, plan in kinds:
        # Number by number, so that a table of half the trials has something of every control.
        for number in range(1, TRIALS[size] + 1):
            yield from (trial_of(name, size, plan, number) for name in wanted)
    if not only or FAIR in only:
        for number in range(1, FAIR_RUNS + 1):
            yield Trial(FAIR, Size.DEFECT, PlanName.QUICK, number, 0.0)


def table(done: Sequence[Trialled]) -> Table:
    """The table of the trials that are done."""
    wanted = set(trials())
    done = [each for each in done if each.trial in wanted]  # not those of a defect stated before
    kinds = {(t.trial.control, t.trial.size, t.trial.plan) for t in done}
    rows = [
        _row(name, size, plan, [t for t in done if _kind(t) == (name, size, plan)])
        for plan in (PlanName.STANDARD, PlanName.QUICK)
        for name in CONTROLS
        for size in Size
        if (name, size, plan) in kinds
    ]
    fair = [t for t in done if t.trial.control == FAIR]
    return Table(
        format=FORMAT,
        rows=tuple(rows),
        fair_runs=len(fair),
        fair_rejected=sum(t.rejected_in_stage > 0 for t in fair),
        fair_allowed=_allowed(len(fair)),
    )


def read_state(state: Path) -> dict[Trial, Trialled]:
    """The trials that a state file has."""
    if not state.exists():
        return {}
    lines = state.read_text(encoding="utf-8").splitlines()
    done = [_TRIALLED.validate_json(line) for line in lines]
    return {each.trial: each for each in done}


def _allowed(fair_runs: int) -> int:
    """Rejections of fair runs that are not more than chance brings."""
    at_most = rates(load_plan(PlanName.QUICK).levels, FAMILY_MAX).total_rejects
    return int(binom.isf(FAIR_BOUND, fair_runs, at_most)) if fair_runs else 0


def _kind(trialled: Trialled) -> tuple[str, Size, PlanName]:
    return trialled.trial.control, trialled.trial.size, trialled.trial.plan


def _row(name: str, size: Size, plan: PlanName, done: Sequence[Trialled]) -> Row:
    control = CONTROLS[name]
    stages = [each.rejected_in_stage for each in done]
    caught = sum(stage > 0 for stage in stages)
    test = binomtest(caught, len(done), alternative="greater")
    return Row(
        control=name,
        what=control.what,
        caught_by=control.caught_by,
        plan=plan,
        size=size,
        defect=control.defect_size if size is Size.DEFECT else control.smallest_size,
        unit=control.unit,
        trials=len(done),
        rejected_in_stage_1=stages.count(1),
        rejected_in_stage_2=stages.count(2),
        power_low=round(float(test.proportion_ci(CONFIDENCE).low), 4),
        worst_p_value=max(each.p_values[0] for each in done),
    )


def _do(left: Sequence[Trial], state: Path, workers: int) -> None:
    state.parent.mkdir(parents=True, exist_ok=True)
    with (
        Progress() as bar,
        state.open("a", encoding="utf-8") as file,
        ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool,
    ):
        task = bar.add_task("trials", total=len(left))
        try:
            for future in as_completed([pool.submit(do_trial, trial) for trial in left]):
                done = future.result()
                file.write(_TRIALLED.dump_json(done).decode("ascii") + "\n")
                file.flush()
                bar.update(task, advance=1, description=f"{done.trial.control} {done.trial.plan}")
        finally:  # stopped: what is not begun waits for the next time
            pool.shutdown(wait=False, cancel_futures=True)


@click.command
@click.option("--state", type=click.Path(path_type=Path), default=Path("var/power.jsonl"))
@click.option(
    "--table",
    "target",
    type=click.Path(path_type=Path),
    default=Path("certification/controls") / FILE,
)
@click.option("--workers", type=click.IntRange(1, 64), default=2)
@click.option("--only", multiple=True, type=click.Choice((*CONTROLS, FAIR)))
def main(state: Path, target: Path, workers: int, only: tuple[str, ...]) -> None:
    """Do the trials that are left, and write the table."""
    done = read_state(state)
    left = [trial for trial in trials(only) if trial not in done]
    try:
        _do(left, state, workers)
    finally:
        found = table(list(read_state(state).values()))
        target.write_text(json.dumps(_TABLE.dump_python(found, mode="json"), indent=1) + "\n")
        click.echo(f"{len(read_state(state))} trials are done; the table is {target}")


if __name__ == "__main__":
    main()
