"""One trial of power: a control under one seed, judged by its named test in both stages.

A rejection here is one by the whole family: Holm multiplies a p-value by the number of tests at the
most, and `FAMILY_MAX` is not below that. In stage 2 that number is of the tests that are repeated;
`REPEATED_MAX` stands for it, and a trial in which the named test brings more results than that into
stage 2 is refused. A trial of the fair dealer is a whole `quick` run.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256, sha384
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from certification.cards.catalogue import COLLECT, ENTRIES
from certification.cards.collection import derive
from certification.cards.dealer import Dealer
from certification.cards.production import Production
from certification.controls.catalogue import CONTROLS, Control
from certification.judgement.bits import PValues, by_row, do_streams, judged, stream_jobs, test_of
from certification.judgement.card_jobs import enlarged
from certification.judgement.family import stage_1_verdict, stage_2_verdict
from certification.judgement.live import Drawn
from certification.judgement.null_laws import load_null_laws
from certification.judgement.results import Origin, Verdict, rounded
from certification.judgement.run import run_plan
from config.certification_plan import Levels, Plan, PlanName, load_plan
from rng.entropy import EntropySource
from rng.source import RandomSource

FAMILY_MAX: Final = 300  # tests of a family, not fewer than any plan has
REPEATED_MAX: Final = 30  # tests that a small defect brings into stage 2: its kin, not the family
FAIR: Final = "fair"
PValue = Mapping[str, float]  # by the name of a result: test and name, with a point between
_FORMAT: Final = "pontoon/power/1"


class TooManyRepeated(ArithmeticError):
    """More results go into stage 2 than a trial counts with, so its power would be too high."""


class Size(StrEnum):
    """Which dealer of a control: the defect itself, or the smallest that is stated for it."""

    DEFECT = "defect"
    SMALLEST = "smallest"


@dataclass(frozen=True, slots=True)
class Trial:
    """`control` is a name of the catalogue, or `FAIR`; trials of one kind are numbered from 1.

    `defect` is the size in figures: a trial of another defect of the same control is another trial.
    """

    control: str
    size: Size
    plan: PlanName
    number: int
    defect: float

    @property
    def seed(self) -> bytes:
        """48 bytes that nobody chose."""
        lines = (_FORMAT, self.control, self.size.value, self.plan.value, str(self.number))
        return sha384("\n".join(lines).encode("ascii")).digest()


@dataclass(frozen=True, slots=True)
class Trialled:
    """What came of it: the stage that rejected (0 for none), and the p-values of the named test."""

    trial: Trial
    rejected_in_stage: int
    p_values: tuple[float, ...]


def trial_of(control: str, size: Size, plan: PlanName, number: int) -> Trial:
    """The trial of a control of the catalogue as it is now."""
    stated = CONTROLS[control]
    defect = stated.defect_size if size is Size.DEFECT else stated.smallest_size
    return Trial(control, size, plan, number, defect)


def do_trial(trial: Trial) -> Trialled:
    """Do one trial, in this process; `TooManyRepeated`."""
    if trial.control == FAIR:
        return _fair(trial)
    control = CONTROLS[trial.control]
    plan = load_plan(trial.plan)
    dealer = control.defect if trial.size is Size.DEFECT else control.smallest
    found = p_values(control, dealer, plan, trial.seed, 1)
    first = found[control.caught_by]
    one = stage_1_verdict(min(1.0, FAMILY_MAX * first), plan.levels)
    if one is not Verdict.REPEAT:
        return Trialled(trial, int(one is Verdict.REJECT), (first,))
    require_few_repeated(found, plan.levels)
    second = p_of_named_test(control, dealer, plan, trial.seed, 2)
    two = stage_2_verdict(min(1.0, REPEATED_MAX * second), plan.levels)
    return Trialled(trial, 2 if two is Verdict.REJECT else 0, (first, second))


def p_of_named_test(
    control: Control, dealer: Dealer, plan: Plan, run_seed: bytes, stage: int
) -> float:
    """The p-value of the test that must catch a control, on the data of a stage (1 or 2)."""
    return p_values(control, dealer, plan, run_seed, stage)[control.caught_by]


def require_few_repeated(found: PValue, levels: Levels) -> None:
    """`TooManyRepeated` if more than `REPEATED_MAX` of these results are not passed in stage 1."""
    adjusted = [min(1.0, FAMILY_MAX * p) for p in found.values()]
    again = sum(stage_1_verdict(each, levels) is not Verdict.PASS for each in adjusted)
    if again > REPEATED_MAX:
        raise TooManyRepeated(f"{again} results are repeated, and trials count with {REPEATED_MAX}")


def p_values(control: Control, dealer: Dealer, plan: Plan, run_seed: bytes, stage: int) -> PValue:
    """All results of the test that must catch a control, on the data of a stage (1 or 2)."""
    seed = derive(run_seed, "stage", stage)
    factor = plan.levels.repeat_factor if stage > 1 else 1
    if control.looks_at is None:
        rows = _rows(control.caught_by, dealer, plan, seed, factor)
        judgements = judged(rows, load_null_laws(plan.bits.bits, stage))
        return {control.caught_by: judgements[0].p_value}
    source = control.looks_at
    sizes = enlarged(plan.cards, factor)
    data = COLLECT[source](dealer, derive(seed, source.value), sizes)
    test = control.caught_by.partition(".")[0]
    return {
        f"{outcome.test}.{outcome.name}": rounded(outcome.p_value)
        for entry in ENTRIES
        if entry.test == test and entry.source is source
        for outcome in entry.judge(data)
    }


def _rows(name: str, dealer: Dealer, plan: Plan, seed: bytes, factor: int) -> PValues:
    bits, streams = plan.bits.bits, plan.bits.streams * factor
    jobs = stream_jobs(dealer, derive(seed, "bits"), bits, streams, (test_of(name),))
    found = by_row(stream for job in jobs for stream in do_streams(job))
    return {name: found[name]}


def _fair(trial: Trial) -> Trialled:
    plan = load_plan(trial.plan)
    origin = Origin(trial.plan, sha256(trial.seed).hexdigest(), trial.number)
    take = RandomSource(EntropySource()).take
    with TemporaryDirectory() as folder:
        run = run_plan(plan, Production(), origin, Drawn(take, Path(folder)), workers=1)
    stage = run.stages[-1].stage if run.verdict is Verdict.REJECT else 0
    return Trialled(trial, stage, tuple(min(r.p_value for r in s.results) for s in run.stages))
