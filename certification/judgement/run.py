"""A whole run: collect, test, judge, and where the first stage asks for it test again.

Everything but the live part follows from plan, dealer and origin. Work is done in pieces by a few
processes; results are put together in the order of the plan, so their number changes nothing.
"""

import platform
from collections.abc import Sequence
from importlib.metadata import version
from typing import Final

from certification.cards.collection import derive
from certification.cards.dealer import Dealer
from certification.cards.outcome import COINCIDENCES
from certification.judgement.bits import nist_rows
from certification.judgement.family import (
    holm,
    ks_uniform,
    rates,
    stage_1_verdict,
    stage_2_verdict,
    worst,
)
from certification.judgement.feasible import require_feasible
from certification.judgement.live import LiveSecrets
from certification.judgement.results import (
    FORMAT,
    FamilyVerdict,
    Information,
    Live,
    Origin,
    PastRun,
    RunResult,
    Verdict,
    rounded,
)
from certification.judgement.stage import WORKERS, Collected, Progress, StageRequest, collect
from certification.sp800_22.result import Test
from config.certification_plan import Levels, Plan

LIBRARIES: Final = ("numpy", "scipy", "numba", "cryptography")


def quiet(_what: str, _done: int, _of: int) -> None:
    """A progress that says nothing."""


def run_plan(
    plan: Plan,
    dealer: Dealer,
    origin: Origin,
    live_secrets: LiveSecrets,
    previous: tuple[PastRun, ...] = (),
    progress: Progress = quiet,
    workers: int = WORKERS,
) -> RunResult:
    """Both stages and their verdict. Raises `Unfeasible` before anything is dealt.

    Later `certification.judgement.live.LostSecrets` or `certification.judgement.results.NoNumber`.
    """
    require_feasible(plan)
    first = _request(plan, dealer, origin, 1)
    collected = [collect(first, live_secrets, progress, workers)]
    stages = [_judged(1, collected[0], plan.levels)]
    if stages[0].verdict is Verdict.REPEAT:
        again = [r for r in stages[0].results if r.verdict is Verdict.REPEAT]
        second = _request(plan, dealer, origin, 2).only(again, plan.levels.repeat_factor)
        collected.append(collect(second, live_secrets, progress, workers))
        stages.append(_judged(2, collected[1], plan.levels))
    return _result(plan, dealer, origin, collected, stages, previous)


def _result(
    plan: Plan,
    dealer: Dealer,
    origin: Origin,
    collected: Sequence[Collected],
    stages: Sequence[FamilyVerdict],
    previous: tuple[PastRun, ...],
) -> RunResult:
    one = collected[0]
    checks = tuple(check for part in collected for check in part.checks)
    broken = any(not check.holds for check in checks)
    return RunResult(
        format=FORMAT,
        origin=origin,
        seed=origin.seed.hex(),
        dealer=dealer.name,
        levels=plan.levels,
        stages=tuple(stages),
        checks=checks,
        verdict=Verdict.REJECT if broken else stages[-1].verdict,
        rates=rates(plan.levels, len(one.results)),
        information=_information(one),
        figures=one.figures,
        live=_live(collected),
        previous=previous,
        libraries=_libraries(),
    )


def _request(plan: Plan, dealer: Dealer, origin: Origin, stage: int) -> StageRequest:
    return StageRequest(
        dealer=dealer,
        seed=derive(origin.seed, "stage", stage),
        stage=stage,
        bits=plan.bits,
        cards=plan.cards,
        bit_tests=tuple(map(Test, plan.bit_tests)),
        card_tests=plan.card_tests,
    )


def _judged(stage: int, collected: Collected, levels: Levels) -> FamilyVerdict:
    adjusted = holm([result.p_value for result in collected.results])
    judge = stage_1_verdict if stage == 1 else stage_2_verdict
    results = tuple(
        result.judged(rounded(p), judge(p, levels))
        for result, p in zip(collected.results, adjusted, strict=True)
    )
    return FamilyVerdict(stage, results, worst([result.verdict for result in results]))


def _information(collected: Collected) -> Information:
    # The p-values that can be anything: not those of coincidences, which are nearly always 1.
    spread = [r.p_value for r in collected.results if r.applicable and r.statistic != COINCIDENCES]
    distance, p = ks_uniform(spread) if spread else (0.0, 1.0)
    return Information(rounded(distance), rounded(p), nist_rows(collected.rows))


def _live(collected: Sequence[Collected]) -> tuple[Live, ...]:
    return tuple(part.live for part in collected if part.live is not None)


def _libraries() -> tuple[tuple[str, str], ...]:
    python = ("python", platform.python_version())
    return (python, *((name, version(name)) for name in LIBRARIES))
