"""Many streams: NIST's C over an AES keystream, its interval, and the exact laws beside it."""

import hashlib
from dataclasses import replace
from functools import cache
from itertools import groupby
from math import comb

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from scipy.stats import chi2

from certification.sp800_22.battery import battery
from certification.sp800_22.bits import Bits
from certification.sp800_22.result import Compat, Result, Test
from certification.sp800_22.second_level import NotAProbability, Row, judge, second_level
from certification.sp800_22.streams import divide
from tests.certification.sp800_22 import vectors

KEYSTREAM_BYTES = 12_500_000
SIX_DIGITS = 0.6e-6


def keystream() -> bytes:
    """AES-256-CTR, key and first counter block zero."""
    cipher = Cipher(algorithms.AES256(bytes(32)), modes.CTR(bytes(16)))
    return cipher.encryptor().update(bytes(KEYSTREAM_BYTES))


@cache
def _results(bits: int) -> tuple[tuple[Result, ...], ...]:
    streams = divide(Bits.from_bytes(keystream()), bits, 100)
    return tuple(battery(streams.stream(k), compat=Compat.NIST_STS) for k in range(100))


@pytest.fixture(params=vectors.second_level_answers(), ids=["1000000_bits", "100000_bits"])
def answers(request: pytest.FixtureRequest) -> vectors.Row:
    row: vectors.Row = request.param
    return row


def test_the_keystream_has_the_hash_of_the_file(answers: vectors.Row) -> None:
    assert hashlib.sha256(keystream()).hexdigest() == answers["input"]["sha256_first_12500000"]


def test_all_p_values_of_all_streams_have_the_six_digits_of_nist(answers: vectors.Row) -> None:
    by_stream = _results(answers["input"]["n_per_stream"])
    compared = 0
    for name, printed in answers["p_values"].items():
        test = vectors.NIST_NAMES[name]
        results = [next(r for r in results if r.test is test) for results in by_stream]
        width = len(results[0].labels)
        for result, start in zip(results, range(0, 100 * width, width), strict=True):
            expected = printed[start : start + width]
            if result.applicable:
                assert list(result.p_values) == pytest.approx(expected, abs=SIX_DIGITS)
                compared += width
            else:  # where NIST's C writes 0, or whatever else was in the memory
                assert result.p_values == ()
    assert compared > 15_000


def test_proportions_and_uniformity_are_those_of_nist(answers: vectors.Row) -> None:
    """NIST's C counts what it has printed: .1999998 is .200000 there, in the bin above."""
    by_stream = _results(answers["input"]["n_per_stream"])
    rows = second_level(_with_six_decimals(r) for results in by_stream for r in results)
    for name, group in groupby(answers["rows"], key=lambda row: str(row["test"])):
        ours = [row for row in rows if row.test is vectors.NIST_NAMES[name]]
        if not ours:  # universal at 100,000 bits: too short, where NIST's C passes 100 of 100
            assert name == "Universal"
            continue
        for row, theirs in zip(ours, group, strict=True):
            assert (row.streams, row.passed) == (theirs["n"], theirs["passed"])
            assert list(row.bins) == theirs["C"]
            if theirs["uniformity_p"] is not None:
                assert row.uniformity_p == pytest.approx(theirs["uniformity_p"], abs=SIX_DIGITS)


def test_of_a_million_bits_there_are_188_rows_and_nist_flags_none() -> None:
    """NIST's C truncates 96.015 and 57.09 to 96 and 57, which the interval does not hold."""
    rows = second_level(r for results in _results(1_000_000) for r in results)
    assert len(rows) == 188
    assert all(row.nist_uniform for row in rows)
    outside = [row for row in rows if not row.nist_proportion_fits]
    assert {(row.passed, row.streams) for row in outside} == {(96, 100), (57, 60)}


def test_proportion_is_judged_by_the_exact_binomial_law() -> None:
    def chance(k: int) -> float:
        return comb(100, k) * 0.99**k * 0.01 ** (100 - k)

    row = _row_with(failures=5)
    expected = sum(chance(k) for k in range(101) if chance(k) <= chance(95) * (1 + 1e-9))
    assert row.proportion_p == pytest.approx(expected, rel=1e-9)


def test_nists_interval_for_a_thousand_streams_is_that_of_the_standard() -> None:
    row = judge(Test.FREQUENCY, "", [0.5] * 1000)
    assert (row.nist_low, row.nist_high) == pytest.approx((0.98056072, 0.99943928), abs=1e-8)
    assert not row.nist_proportion_fits  # 1000 of 1000 is outside


def test_uniformity_is_a_chi_square_over_ten_bins_with_unrounded_expectation() -> None:
    # 15 streams, expectation 1.5, as NIST's C does not have it: chi2 = sum (c - 1.5)^2 / 1.5
    row = judge(Test.FREQUENCY, "", [0.05] * 5 + [0.15] * 2 + [k / 10 + 0.05 for k in range(2, 10)])
    assert row.bins == (5, 2, 1, 1, 1, 1, 1, 1, 1, 1)
    assert row.uniformity_p == pytest.approx(chi2(df=9).sf(14.5 / 1.5))
    assert not row.nist_enough


def test_a_nan_among_p_values_is_refused_and_not_averaged_away() -> None:
    for wrong in (float("nan"), -0.1, 1.1):
        with pytest.raises(NotAProbability):
            judge(Test.RUNS, "", [0.5, wrong, 0.5])


def test_a_p_value_of_one_falls_into_the_last_bin() -> None:
    assert judge(Test.RUNS, "", [1.0]).bins == (0,) * 9 + (1,)


def test_streams_where_a_test_was_not_applicable_are_left_out_of_its_row() -> None:
    there = Result(Test.RUNS, {}, {}, (0.4,))
    away = Result(Test.RUNS, {}, {}, (), applicable=False, reason="no")
    (row,) = second_level([there, away, there])
    assert row.streams == 2
    assert second_level([away]) == ()


def _with_six_decimals(result: Result) -> Result:
    return replace(result, p_values=tuple(round(p, 6) for p in result.p_values))


def _row_with(failures: int) -> Row:
    return judge(Test.FREQUENCY, "", [0.001] * failures + [0.5] * (100 - failures))
