"""The work of one stage: its pieces, done by a few processes, and their results in plan order."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from math import isfinite
from multiprocessing import get_context
from typing import Final

from certification.cards.collection import Source, derive
from certification.cards.dealer import Dealer
from certification.cards.outcome import Outcome
from certification.judgement import live
from certification.judgement.bits import (
    PValues,
    Row,
    StreamJob,
    by_row,
    do_streams,
    judged,
    stream_jobs,
    test_of,
)
from certification.judgement.card_jobs import CardsAnswer, CardsJob, card_jobs, do_cards, enlarged
from certification.judgement.live import LiveSecrets
from certification.judgement.null_laws import load_null_laws
from certification.judgement.results import (
    Check,
    Figures,
    Kind,
    Live,
    NoNumber,
    TestResult,
    Verdict,
    rounded,
)
from certification.sp800_22.result import Result, Test
from config.certification_plan import BitSizes, CardSizes

WORKERS: Final = 2  # processes; the plans' times are for two cores
TOO_FEW: Final = "there are too few data for any cell"
NO_LIMIT: Final = frozenset[str]()  # of names: all of them are asked for

Progress = Callable[[str, int, int], None]  # what was done, pieces done, pieces in all
Streams = tuple[tuple[Result, ...], ...]


@dataclass(frozen=True, slots=True)
class StageRequest:
    """What to do: `names` is empty in stage 1, and has the tests to repeat in stage 2."""

    dealer: Dealer
    seed: bytes = field(repr=False)
    stage: int
    bits: BitSizes
    cards: CardSizes
    bit_tests: tuple[Test, ...]
    card_tests: tuple[str, ...]
    live: bool = True
    names: frozenset[str] = NO_LIMIT

    def only(self, results: Sequence[TestResult], factor: int) -> "StageRequest":
        """The same, for these results alone and `factor` times the data."""
        rows = {test_of(r.name) for r in results if r.kind is Kind.BITS}
        cards = {r.test for r in results if r.kind is Kind.CARDS}
        return replace(
            self,
            bits=replace(self.bits, streams=self.bits.streams * factor),
            cards=enlarged(self.cards, factor),
            bit_tests=tuple(test for test in self.bit_tests if test in rows),
            card_tests=tuple(test for test in self.card_tests if test in cards),
            live=any(r.kind is Kind.LIVE for r in results),
            names=frozenset(r.name for r in results),
        )


@dataclass(frozen=True, slots=True)
class Collected:
    """Everything of one stage but the verdicts; `adjusted` of its results is still open."""

    results: tuple[TestResult, ...]
    rows: PValues
    checks: tuple[Check, ...]
    figures: Figures
    live: Live | None


@dataclass(frozen=True, slots=True)
class LiveJob:
    """The live secrets of a stage."""

    secrets: bytes = field(repr=False)


Job = StreamJob | CardsJob | LiveJob


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of some pieces."""

    streams: Streams = ()
    cards: tuple[CardsAnswer, ...] = ()
    live: tuple[Outcome, ...] = ()


def collect(
    request: StageRequest, live_secrets: LiveSecrets, progress: Progress, workers: int
) -> Collected:
    """Do all pieces, and put their answers together."""
    jobs: list[Job] = []
    said = None
    if request.card_tests:  # the longest pieces first
        jobs += card_jobs(request.dealer, request.seed, request.cards, request.card_tests)
    if request.live:
        secrets, said = live_secrets.of_stage(request.stage, request.cards.live_secrets)
        jobs.append(LiveJob(secrets))
    if request.bit_tests:
        seed, sizes = derive(request.seed, "bits"), request.bits
        jobs += stream_jobs(request.dealer, seed, sizes.bits, sizes.streams, request.bit_tests)
    answers = _done(jobs, progress, workers)
    rows = by_row(stream for answer in answers for stream in answer.streams)
    cards = [part for answer in answers for part in answer.cards]
    return Collected(
        results=tuple(_asked(request, rows, cards, answers)),
        rows=rows,
        checks=tuple(check for part in cards for check in part.checks),
        figures=_figures(cards),
        live=said,
    )


def do(job: Job) -> Answer:
    """One piece, in whatever process."""
    match job:
        case StreamJob():
            return Answer(streams=do_streams(job))
        case CardsJob():
            return Answer(cards=(do_cards(job),))
        case LiveJob():
            return Answer(live=live.tests_of(job.secrets))


def of_outcome(kind: Kind, outcome: Outcome) -> TestResult:
    """A card test, not yet judged. Raises `NoNumber` for a value or p-value that is none."""
    name = f"{outcome.test}.{outcome.name}"
    if not (isfinite(outcome.value) and 0 <= outcome.p_value <= 1):
        raise NoNumber(f"{name} came out as {outcome.value}, p {outcome.p_value}")
    return TestResult(
        kind=kind,
        test=outcome.test,
        name=name,
        sample=outcome.sample,
        unit=outcome.unit,
        statistic=outcome.statistic,
        value=rounded(outcome.value),
        degrees=outcome.degrees,
        law=outcome.law,
        p_value=rounded(outcome.p_value),
        adjusted=1.0,
        verdict=Verdict.PASS,
        applicable=outcome.applicable,
        reason="" if outcome.applicable else TOO_FEW,
    )


def _done(jobs: Sequence[Job], progress: Progress, workers: int) -> list[Answer]:
    """The answers in the order of the jobs, whichever process was first."""
    found: dict[int, Answer] = {}
    if workers == 1:
        for at, job in enumerate(jobs):
            found[at] = do(job)
            progress(_named(job), len(found), len(jobs))
        return list(found.values())
    # Spawned: a fork of a process with threads may hang, and Python 3.12 warns of it.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        futures: dict[Future[Answer], int] = {
            pool.submit(do, job): at for at, job in enumerate(jobs)
        }
        for future in as_completed(futures):
            at = futures[future]
            found[at] = future.result()
            progress(_named(jobs[at]), len(found), len(jobs))
    return [found[at] for at in range(len(jobs))]


def _named(job: Job) -> str:
    match job:
        case StreamJob():
            return f"streams {job.first + 1} to {job.first + job.count}"
        case CardsJob():
            return job.source.value
        case LiveJob():
            return "live secrets"


def _asked(
    request: StageRequest, rows: PValues, cards: Sequence[CardsAnswer], answers: Sequence[Answer]
) -> Iterator[TestResult]:
    for result in _all(request, rows, cards, answers):
        if not request.names or result.name in request.names:
            yield result


def _all(
    request: StageRequest, rows: PValues, cards: Sequence[CardsAnswer], answers: Sequence[Answer]
) -> Iterator[TestResult]:
    bits = request.bits
    if rows:
        for row in judged(rows, load_null_laws(bits.bits, request.stage)):
            yield _of_row(row, bits)
    by_source = {part.source: part for part in cards}
    for test in request.card_tests:
        for source in Source:
            if source in by_source:
                yield from (
                    of_outcome(Kind.CARDS, outcome)
                    for outcome in by_source[source].outcomes
                    if outcome.test == test
                )
    for answer in answers:
        yield from (of_outcome(Kind.LIVE, outcome) for outcome in answer.live)


def _of_row(row: Row, bits: BitSizes) -> TestResult:
    return TestResult(
        kind=Kind.BITS,
        test=row.test,
        name=row.name,
        sample=len(row.p_values),
        unit=f"streams of {bits.bits} bits",
        statistic="KS distance",
        value=row.distance,
        degrees=0.0,
        law=row.law,
        p_value=row.p_value,
        adjusted=1.0,
        verdict=Verdict.PASS,
        p_values=row.p_values,
        applicable=not row.reason,
        reason=row.reason,
    )


def _figures(cards: Sequence[CardsAnswer]) -> Figures:
    """Empty where the collection that a drawing is of was not asked for."""
    drawn = {part.source: part.drawings for part in cards}
    by_position, pairs = drawn.get(Source.ROUNDS, ((), ()))
    high = drawn.get(Source.BLOCKS, (((),),))[0]
    return Figures(by_position, high[0], pairs)
