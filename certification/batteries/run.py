"""The batteries of a plan, each call on a stream of its own, two at a time.

What each plan declares stands in `dieharder` and `ent`, so it is part of the manifest and fixed
before the data. `quick` declares nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Final

from certification.batteries import dieharder, ent
from certification.batteries.feed import Fed, NoProgram, TookTooLong, feed, generated
from certification.batteries.results import Answered, Battery, BatteryFamily, NotRun, judge
from certification.cards.collection import derive
from config.certification_plan import PlanName

WORKERS: Final = 2  # programs at a time

Progress = Callable[[str, int, int], None]  # what was done, calls done, calls in all


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a program."""

    battery: Battery
    arguments: tuple[str, ...]
    bytes_max: int
    asked: dieharder.Asked | None = None

    @property
    def written(self) -> str:
        """Its arguments as a line."""
        return " ".join(self.arguments)


def declared(battery: Battery, plan: PlanName) -> tuple[Call, ...]:
    """The calls that a plan declares of one battery."""
    if plan is PlanName.QUICK:
        return ()
    full = plan is PlanName.FULL
    match battery:
        case Battery.DIEHARDER:
            tests = dieharder.FULL if full else dieharder.STANDARD
            return tuple(Call(battery, test.arguments, dieharder.BYTES_MAX, test) for test in tests)
        case Battery.ENT:
            return (Call(battery, ent.TERSE, ent.BYTES_FULL if full else ent.BYTES_STANDARD),)


def all_declared(plan: PlanName) -> tuple[Call, ...]:
    """The calls of every battery."""
    return tuple(call for battery in Battery for call in declared(battery, plan))


def run_calls(
    calls: Sequence[Call], seed: bytes, progress: Progress, workers: int = WORKERS
) -> BatteryFamily:
    """Make the calls and judge them as one family, in the order given.

    `seed` is 48 bytes, and each call has one derived from it. An absent program is named.
    """
    found: dict[int, Answered] = {}
    with ThreadPoolExecutor(workers) as pool:
        futures: dict[Future[Answered], int] = {
            pool.submit(answered, call, seed): at for at, call in enumerate(calls)
        }
        for future in as_completed(futures):
            at = futures[future]
            found[at] = future.result()
            progress(f"{calls[at].battery} {calls[at].written}", len(found), len(calls))
    return judge(seed, [found[at] for at in range(len(calls))])


def answered(call: Call, seed: bytes) -> Answered:
    """One call, whatever comes of it."""
    chunks = generated(derive(seed, call.battery.value, *call.arguments), call.bytes_max)
    try:
        fed = feed(_command(call), chunks)
    except (NoProgram, TookTooLong) as error:
        return Answered(call.battery.value, 0, (), (_not_run(call, str(error)),))
    return _read(call, fed)


def not_fed(calls: Sequence[Call], why: str) -> Iterator[NotRun]:
    """The calls, each named as not made."""
    return (_not_run(call, why) for call in calls)


def _command(call: Call) -> tuple[str, ...]:
    pipe = dieharder.FROM_A_PIPE if call.battery is Battery.DIEHARDER else ()
    return (call.battery.value, *pipe, *call.arguments)


def _read(call: Call, fed: Fed) -> Answered:
    if call.asked is not None:
        lines = dieharder.read_lines(call.asked, fed.text)
        missing = () if lines else (_not_run(call, dieharder.why_nothing(fed.text)),)
        return Answered(dieharder.version_in(fed.text), fed.bytes_read, lines, missing)
    try:
        figures = ent.figures_in(fed.text)
    except ent.NoFigures as error:
        return Answered(call.battery.value, fed.bytes_read, (), (_not_run(call, str(error)),))
    return Answered(call.battery.value, fed.bytes_read, ent.readings(figures), ())


def _not_run(call: Call, why: str) -> NotRun:
    return NotRun(call.battery, call.written, why)
