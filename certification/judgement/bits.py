"""SP 800-22 over many streams: p-values by test, and each test's streams against its null law.

Each stream has a seed of its own. A row is one p-value of a test (a template, a state, a
direction); its streams get one Kolmogorov-Smirnov test against what `null_laws` has of it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from certification.cards.collection import derive
from certification.cards.dealer import Dealer
from certification.judgement.family import ks_against
from certification.judgement.null_laws import NullLaws
from certification.judgement.results import NistRow, rounded
from certification.sp800_22.battery import TESTS
from certification.sp800_22.bits import Bits
from certification.sp800_22.patterns import ENTROPY_BITS, SERIAL_BITS
from certification.sp800_22.result import Compat, Minimum, Result, Test
from certification.sp800_22.second_level import judge

STREAMS_A_JOB: Final = 4  # small enough for a progress bar, large enough to be worth a message

PValues = Mapping[str, tuple[float, ...]]

_LAW: Final = "KS against the p-values of {} AES streams"
_NONE: Final = "the test was applicable to none of the streams"


@dataclass(frozen=True, slots=True)
class StreamJob:
    """Streams `first` to `first + count - 1` of a run, and the tests to do on them."""

    dealer: Dealer
    seed: bytes
    bits: int
    first: int
    count: int
    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The streams of one p-value of a test, held against its null law."""

    test: str
    name: str
    p_values: tuple[float, ...]
    distance: float
    p_value: float
    law: str
    reason: str = ""


def stream_jobs(
    dealer: Dealer, seed: bytes, bits: int, streams: int, tests: tuple[Test, ...]
) -> list[StreamJob]:
    """All streams, in pieces."""
    return [
        StreamJob(dealer, seed, bits, first, min(STREAMS_A_JOB, streams - first), tests)
        for first in range(0, streams, STREAMS_A_JOB)
    ]


def do_streams(job: StreamJob) -> tuple[tuple[Result, ...], ...]:
    """The results of each stream of a job."""
    return tuple(
        results_of(
            job.dealer.stream(derive(job.seed, "stream", at), -(-job.bits // 8)),
            job.bits,
            job.tests,
        )
        for at in range(job.first, job.first + job.count)
    )


def results_of(data: bytes, bits: int, tests: Iterable[Test]) -> tuple[Result, ...]:
    """The named tests on the first `bits` bits."""
    stream = Bits.from_bytes(data, bits)
    wanted = tuple(tests)
    if Test.SERIAL in wanted or Test.APPROXIMATE_ENTROPY in wanted:
        stream.window_counts(max(SERIAL_BITS, ENTROPY_BITS + 1))  # one pass serves both
    return tuple(TESTS[test](stream, Compat.EXACT, Minimum.STANDARD) for test in wanted)


def by_row(streams: Iterable[tuple[Result, ...]]) -> dict[str, tuple[float, ...]]:
    """The p-values of each row over the streams to which its test was applicable."""
    rows: dict[str, list[float]] = {}
    for results in streams:
        for result in results:
            for label in result.labels:
                rows.setdefault(row_name(result.test, label), [])
            for label, p in zip(result.labels, result.p_values, strict=False):
                rows[row_name(result.test, label)].append(rounded(p))
    return {name: tuple(p_values) for name, p_values in rows.items()}


def row_name(test: Test, label: str) -> str:
    """A test, and which of its p-values."""
    return f"{test}.{label}" if label else test.value


def test_of(name: str) -> Test:
    """The test of a row."""
    return Test(name.partition(".")[0])


def judged(rows: PValues, laws: NullLaws) -> tuple[Row, ...]:
    """Each row against its law; with no applicable stream p is 1 and the reason is given."""
    return tuple(_row(name, p_values, laws) for name, p_values in rows.items())


def nist_rows(rows: PValues) -> tuple[NistRow, ...]:
    """Section 4.2 of the standard for the rows that have p-values."""
    found = []
    for name, p_values in rows.items():
        if p_values:
            row = judge(test_of(name), name, p_values)
            found.append(
                NistRow(
                    name=name,
                    streams=row.streams,
                    passing=row.passed,
                    passing_low=rounded(row.nist_low),
                    passing_high=rounded(row.nist_high),
                    uniformity_p=rounded(row.uniformity_p),
                )
            )
    return tuple(found)


def _row(name: str, p_values: tuple[float, ...], laws: NullLaws) -> Row:
    test = test_of(name)
    law = _LAW.format(laws.streams)
    if not p_values:
        return Row(test.value, name, (), 0.0, 1.0, law, _NONE)
    null = laws.of_row(name)
    distance, p = ks_against(p_values, null.p_values, null.simulated)
    return Row(test.value, name, p_values, rounded(distance), rounded(p), law)
