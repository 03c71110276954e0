"""Faults that other suites had in public, each a test here."""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest
import scipy.fft
from numpy.typing import NDArray
from scipy.stats import norm

from certification.sp800_22.battery import LABELS, TESTS, battery
from certification.sp800_22.bits import Bits, as_bits
from certification.sp800_22.frequency import block_frequency, frequency
from certification.sp800_22.laws import largest_sum_p, upper_gamma
from certification.sp800_22.linear_complexity import class_of
from certification.sp800_22.linear_complexity import exact_law as complexity_law
from certification.sp800_22.overlapping_law import exact_law as overlapping_law
from certification.sp800_22.patterns import approximate_entropy, serial
from certification.sp800_22.plain import linear_complexity as plain_complexity
from certification.sp800_22.refusals import BadBits
from certification.sp800_22.result import Compat, Minimum, Result, Test, TooShort
from certification.sp800_22.runs import longest_run, longest_run_law, runs
from certification.sp800_22.spectral import spectral
from certification.sp800_22.walk import cumulative_sums, random_excursions, visits_law
from tests.certification.sp800_22.constants import BITS, constant, pattern

EXTREMES = ("zeros", "ones", "alt01", "alt0011", "single_one_mid", "lfsr20")
PAST_32_BITS = (1 << 31) + 64


@pytest.fixture(scope="module")
def digits() -> NDArray[np.uint8]:
    return np.random.default_rng(22).integers(0, 2, BITS, dtype=np.uint8)


def each_test(digits: NDArray[np.integer] | Bits) -> tuple[Result, ...]:
    return battery(digits)


@pytest.mark.parametrize("kind", ["int8", "uint8", "int16", "uint32", "int64", "uint64", "bool"])
def test_sums_do_not_overflow_whatever_the_type_of_the_bits(
    digits: NDArray[np.uint8], kind: str
) -> None:
    assert battery(digits.astype(kind)) == battery(digits)


def test_no_test_changes_its_input(digits: NDArray[np.uint8]) -> None:
    before = digits.copy()
    digits.setflags(write=False)
    stream = as_bits(digits)
    words = stream.words.copy()
    battery(digits)
    battery(stream)
    digits.setflags(write=True)
    assert np.array_equal(digits, before)
    assert np.array_equal(stream.words, words)


def test_an_array_that_is_not_bits_is_refused() -> None:
    for wrong in (
        np.array([0, 1, 2]),
        np.array([-1, 1]),
        np.array([0.0, 1.0]),
        np.eye(2, dtype=int),
    ):
        with pytest.raises(BadBits):
            as_bits(wrong)


@pytest.mark.parametrize("name", [*EXTREMES, "sqrt2"])
@pytest.mark.parametrize("compat", Compat)
def test_no_p_value_is_above_1_or_below_0_or_nan(name: str, compat: Compat) -> None:
    stream = constant(name) if name == "sqrt2" else pattern(name)
    for result in battery(stream, compat=compat):
        assert all(0 <= p <= 1 for p in result.p_values), result.test


def test_no_p_value_of_short_streams_is_above_1_or_nan() -> None:
    rng = np.random.default_rng(1)
    for length in range(1, 200, 3):
        stream = rng.integers(0, 2, length, dtype=np.uint8)
        for test in (Test.FREQUENCY, Test.RUNS, Test.SPECTRAL, Test.CUMULATIVE_SUMS,
                     Test.RANDOM_EXCURSIONS, Test.RANDOM_EXCURSIONS_VARIANT):  # fmt: skip
            result = TESTS[test](as_bits(stream), Compat.EXACT, Minimum.NONE)
            assert all(0 <= p <= 1 for p in result.p_values), (test, length)


@pytest.mark.parametrize("name", ["zeros", "ones"])
def test_all_zeros_and_all_ones_neither_crash_nor_pass(name: str) -> None:
    for result in battery(pattern(name)):
        if result.applicable:
            assert max(result.p_values) < 1e-6, result.test
        else:
            assert result.test in {
                Test.RUNS, Test.RANDOM_EXCURSIONS, Test.RANDOM_EXCURSIONS_VARIANT
            }  # fmt: skip
            assert result.reason


@pytest.mark.parametrize("bit", [0, 1])
@pytest.mark.parametrize("length", [1, 2, 7, 100, 127])
def test_short_constant_streams_do_not_crash(bit: int, length: int) -> None:
    stream = np.full(length, bit, np.uint8)
    for result in battery(stream):
        assert all(0 <= p <= 1 for p in result.p_values)
    assert runs(stream, minimum=Minimum.NONE).applicable is False


@pytest.mark.parametrize("compat", Compat)
def test_excursions_that_are_not_applicable_have_no_p_value_not_0(compat: Compat) -> None:
    for result in battery(pattern("zeros"), compat=compat)[-2:]:
        assert (result.applicable, result.p_values) == (False, ())
        assert "1 cycles" in result.reason
        assert result.labels


def test_a_p_value_is_called_the_same_whether_or_not_its_test_could_be_done(
    digits: NDArray[np.uint8],
) -> None:
    done, too_short = battery(digits), battery(digits[:99])
    assert not any(result.applicable for result in too_short)
    for one, other in zip(done, too_short, strict=True):
        assert one.labels == other.labels == LABELS.get(one.test, ("",))


def test_sums_of_the_cumulative_sums_test_have_the_whole_range() -> None:
    def toward_zero(a: int, b: int) -> int:
        return -(-a // b) if a < 0 else a // b

    for n, z in [(10, 4), (100, 16), (100, 19), (1000, 3), (1000, 31), (1000, 90), (1000, 1000)]:
        near = range(toward_zero(-(n // z) + 1, 4), toward_zero(n // z - 1, 4) + 1)
        far = range(toward_zero(-(n // z) - 3, 4), toward_zero(n // z - 1, 4) + 1)
        step, cdf = z / math.sqrt(n), norm.cdf
        p = 1 - sum(cdf((4 * k + 1) * step) - cdf((4 * k - 1) * step) for k in near)
        p += sum(cdf((4 * k + 3) * step) - cdf((4 * k + 1) * step) for k in far)
        assert largest_sum_p(n, z) == pytest.approx(p, abs=1e-13)


def test_small_chances_of_cumulative_sums_keep_their_digits() -> None:
    # 4 Q(z / sqrt n), of which all other terms are nothing at ten standard deviations
    assert largest_sum_p(10_000, 1_000) == pytest.approx(4 * norm.sf(10), rel=1e-12)


def test_serial_and_entropy_read_the_stream_as_a_ring(digits: NDArray[np.uint8]) -> None:
    for m in (1, 3, 10, 16):
        assert as_bits(digits).window_counts(m).sum() == digits.size
    turned = np.roll(digits, 12_345)  # a ring has no first bit
    assert serial(turned) == serial(digits)
    assert approximate_entropy(turned) == approximate_entropy(digits)


def test_spectral_variance_is_that_of_rev_1a() -> None:
    figures = spectral(constant("sqrt2")).statistic
    below, d = figures["N1"], figures["d"]
    assert isinstance(below, int)
    assert d == pytest.approx((below - 475_000) / math.sqrt(1_000_000 * 0.95 * 0.05 / 4))


def test_overlapping_template_probabilities_are_exact_not_the_old_ones() -> None:
    expected = (
        0.36409105321672786, 0.1856589001062404, 0.1393811304590327,
        0.1005711439987781, 0.07043232634639846, 0.13986544587282249,
    )  # fmt: skip
    assert overlapping_law(9, 1032, 6) == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize(("m", "block"), [(1, 7), (2, 10), (3, 12), (4, 4)])
def test_overlapping_template_probabilities_are_those_of_all_words(m: int, block: int) -> None:
    found = [0] * 6
    for word in range(1 << block):
        text = f"{word:0{block}b}"
        found[min(5, sum(text.startswith("1" * m, i) for i in range(block)))] += 1
    assert overlapping_law(m, block, 6) == tuple(count / (1 << block) for count in found)


def test_incomplete_gamma_of_huge_statistics_is_0_and_of_large_ones_right() -> None:
    assert upper_gamma(16_384, 1e7) == 0.0
    assert upper_gamma(2.5, 1e300) == 0.0
    assert upper_gamma(4096, -1e-9) == 1.0
    # Q(a, x) = e^-x sum x^k / k! for whole a
    for a, x in [(5, 600), (64, 300), (500, 900)]:
        series = sum(Fraction(x) ** k / math.factorial(k) for k in range(a))
        log = math.log(series.numerator) - math.log(series.denominator) - x
        assert upper_gamma(a, x) == pytest.approx(math.exp(log), rel=1e-11)


def test_counts_do_not_overflow_past_2_to_the_31_bits() -> None:
    words = np.zeros(PAST_32_BITS // 64 + 1, np.uint64)
    words[:-1] = ~np.uint64(0)
    stream = Bits(words, PAST_32_BITS)
    assert frequency(stream).statistic["S_n"] == PAST_32_BITS
    assert runs(stream).statistic["V_n"] == 1
    assert cumulative_sums(stream).statistic["z"] == (PAST_32_BITS, PAST_32_BITS)
    assert random_excursions(stream).statistic["J"] == 1
    assert block_frequency(stream, block_bits=1 << 20).statistic["chi2"] == 2049 * 0 + 2048 * (
        1 << 20
    )
    counts = stream.window_counts(4)
    assert counts.tolist() == [0] * 15 + [PAST_32_BITS]
    assert serial(stream, window_bits=4).p_values == (0.0, 0.0)


@pytest.mark.parametrize("size", [1, 2, 5, 8, 11, 12])
def test_linear_complexity_has_the_law_of_all_words_of_odd_and_even_lengths(size: int) -> None:
    found = [0] * 7
    for word in range(1 << size):
        digits = np.array([int(c) for c in f"{word:0{size}b}"], np.uint8)
        found[class_of(plain_complexity(digits), size)] += 1
    assert complexity_law(size) == tuple(count / (1 << size) for count in found)


@pytest.mark.parametrize("size", [500, 501, 1000, 5000])
def test_linear_complexity_has_the_limit_law_with_1_over_96(size: int) -> None:
    limit = (1 / 96, 1 / 32, 1 / 8, 1 / 2, 1 / 4, 1 / 16, 1 / 48)
    assert complexity_law(size) == pytest.approx(limit, rel=1e-15)


@pytest.mark.parametrize(
    ("length", "block"),
    [(128, 8), (6_271, 8), (6_272, 128), (749_999, 128), (750_000, 10_000), (1_000_000, 10_000)],
)
def test_longest_run_table_goes_by_the_length_of_the_stream(length: int, block: int) -> None:
    result = longest_run(constant("sqrt2").part(0, length))
    assert (result.params["M"], result.params["N"]) == (block, length // block)


def test_longest_run_probabilities_are_exact() -> None:
    assert longest_run_law(8, 1, 4) == (55 / 256, 94 / 256, 59 / 256, 48 / 256)
    expected = (0.086632, 0.208201, 0.248419, 0.193913, 0.121458, 0.068011, 0.073366)
    assert longest_run_law(10_000, 10, 16) == pytest.approx(expected, abs=0.6e-6)


def test_laws_of_all_classes_sum_to_one() -> None:
    for law in (longest_run_law(128, 4, 9), overlapping_law(9, 1032, 6), complexity_law(500)):
        assert math.fsum(law) == pytest.approx(1, abs=1e-15)
    for distance in range(1, 10):
        assert math.fsum(visits_law(distance)) == pytest.approx(1, abs=1e-15)


def test_results_do_not_depend_on_threads(digits: NDArray[np.uint8]) -> None:
    alone = battery(digits)
    with scipy.fft.set_workers(2):
        assert battery(digits) == alone
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(each_test, [digits] * 4)) == [alone] * 4
    shared = as_bits(digits)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(each_test, [shared] * 4)) == [alone] * 4


@pytest.mark.parametrize("test", Test)
def test_a_stream_below_the_least_length_is_refused_with_the_clause(
    test: Test, least: Callable[[Test], int]
) -> None:
    needed = least(test)
    with pytest.raises((TooShort, ValueError), match="bits"):
        TESTS[test](constant("sqrt2").part(0, needed - 1), Compat.EXACT, Minimum.STANDARD)
    result = TESTS[test](constant("sqrt2").part(0, needed), Compat.EXACT, Minimum.STANDARD)
    assert result.applicable


@pytest.fixture
def least() -> Callable[[Test], int]:
    """Least bits by 2.1.7 to 2.15.7; serial and entropy by their limits on m = 16 and 10."""
    needed = dict.fromkeys(Test, 1_000_000) | {
        Test.FREQUENCY: 100,
        Test.BLOCK_FREQUENCY: 128,
        Test.RUNS: 100,
        Test.LONGEST_RUN: 128,
        Test.MATRIX_RANK: 38_912,
        Test.SPECTRAL: 1_000,
        Test.UNIVERSAL: 387_840,
        Test.SERIAL: 1 << 19,
        Test.APPROXIMATE_ENTROPY: 1 << 16,
        Test.CUMULATIVE_SUMS: 100,
    }
    return lambda test: needed[test]
