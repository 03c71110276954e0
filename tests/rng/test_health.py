"""The SP 800-90B health tests: exact cutoffs, counting from 1, windows that do not slide."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rng.health import (
    PROPORTION_CUTOFF,
    REPETITION_CUTOFF,
    WINDOW_SAMPLES,
    AdaptiveProportion,
    HealthFailure,
    RepetitionCount,
    proportion_cutoff,
    repetition_cutoff,
)
from tests.rng.vectors import cases


def feed(test: RepetitionCount | AdaptiveProportion, samples: bytes) -> None:
    for at in range(len(samples)):
        test.feed(samples[at : at + 1])


@pytest.mark.parametrize("case", cases("sp800_90b_cutoffs.json"))
def test_the_cutoffs_are_those_of_exact_binomial_arithmetic(case: dict[str, Any]) -> None:
    false_alarm_bits = int(case["alpha"].removeprefix("2^-"))
    min_entropy = Fraction(str(case["H"]))
    probability = Fraction(2.0 ** -case["H"])
    assert repetition_cutoff(min_entropy, false_alarm_bits) == case["RCT_C"]
    assert proportion_cutoff(probability, false_alarm_bits, 512) == case["APT_C_W512"]
    if "APT_C_W1024" in case:
        assert proportion_cutoff(probability, false_alarm_bits, 1024) == case["APT_C_W1024"]


def test_the_cutoffs_in_use_are_6_and_19_in_512() -> None:
    assert (REPETITION_CUTOFF, PROPORTION_CUTOFF, WINDOW_SAMPLES) == (6, 19, 512)


def test_a_chance_of_exactly_alpha_is_allowed() -> None:
    # P(3 of 3) = 2^-3 = alpha at p = 1/2, so three are the least that may fail.
    assert proportion_cutoff(Fraction(1, 2), 3, 3) == 3
    assert proportion_cutoff(Fraction(1, 2), 4, 3) == 4


def test_five_equal_bytes_pass_and_the_sixth_fails() -> None:
    test = RepetitionCount(REPETITION_CUTOFF)
    feed(test, b"\0" + b"\x07" * 5 + b"\0" * 5)
    with pytest.raises(HealthFailure, match="repetition"):
        feed(test, b"\0")


def test_the_first_byte_ever_counts_as_one() -> None:
    test = RepetitionCount(REPETITION_CUTOFF)
    feed(test, b"\n" * 5)
    with pytest.raises(HealthFailure):
        test.feed(b"\n")


def window_with(equal: int) -> bytes:
    """A window that begins with 0 and holds it `equal` times, its last place included."""
    return b"\0" * (equal - 1) + b"\1\2" * ((512 - equal) // 2) + b"\3" * (equal % 2) + b"\0"


def test_eighteen_of_the_first_byte_in_a_window_pass_and_nineteen_fail() -> None:
    assert len(window_with(18)) == len(window_with(19)) == 512
    feed(AdaptiveProportion(PROPORTION_CUTOFF), window_with(18))
    test = AdaptiveProportion(PROPORTION_CUTOFF)
    feed(test, window_with(19)[:-1])
    with pytest.raises(HealthFailure, match="adaptive proportion"):
        feed(test, window_with(19)[-1:])


def test_a_window_includes_its_first_byte_and_the_next_begins_after_512() -> None:
    test = AdaptiveProportion(PROPORTION_CUTOFF)
    feed(test, window_with(18))
    feed(test, b"\5" + b"\0" * 511)  # the 0 of the last window is not counted in this one
    feed(test, b"\0" * 18)
    with pytest.raises(HealthFailure):
        feed(test, b"\0")


def test_windows_do_not_slide() -> None:
    # Nineteen equal bytes within 512 that lie on both sides of a border.
    half = b"\1\2" * 247
    test = AdaptiveProportion(PROPORTION_CUTOFF)
    feed(test, b"\0" + half + b"\0" * 17)  # 18 in the first window
    feed(test, b"\0" * 18 + half)


def slow_repetition(samples: bytes, cutoff: int) -> int | None:
    """Where the test fails, as SP 800-90B 4.4.1 prints it."""
    last, count = samples[0], 1
    for at, sample in enumerate(samples[1:], start=1):
        if sample == last:
            count += 1
            if count >= cutoff:
                return at
        else:
            last, count = sample, 1
    return None


def slow_proportion(samples: bytes, cutoff: int, window: int) -> int | None:
    """Where the test fails, as SP 800-90B 4.4.2 prints it."""
    for start in range(0, len(samples), window):
        count = 1
        for at in range(start + 1, min(start + window, len(samples))):
            if samples[at] == samples[start]:
                count += 1
            if count >= cutoff:
                return at
    return None


def failed_in(
    test: RepetitionCount | AdaptiveProportion, samples: bytes, pieces: list[int]
) -> range | None:
    """The positions of the piece in which `test` fails, when fed piece by piece."""
    start = 0
    for length in (*pieces, len(samples)):
        end = min(start + length, len(samples))
        try:
            test.feed(samples[start:end])
        except HealthFailure:
            return range(start, end)
        start = end
    return None


few_values = st.lists(st.integers(0, 2), min_size=1, max_size=200).map(bytes)
pieces = st.lists(st.integers(0, 40), max_size=30)


@given(few_values, pieces, st.integers(2, 9))
def test_runs_are_counted_like_the_slow_twin_in_pieces_of_any_size(
    samples: bytes, pieces: list[int], cutoff: int
) -> None:
    found = failed_in(RepetitionCount(cutoff), samples, pieces)
    expected = slow_repetition(samples, cutoff)
    assert (found is None) == (expected is None)
    assert found is None or expected in found


@given(few_values, pieces, st.integers(2, 9), st.integers(9, 40))
def test_windows_are_counted_like_the_slow_twin_in_pieces_of_any_size(
    samples: bytes, pieces: list[int], cutoff: int, window: int
) -> None:
    found = failed_in(AdaptiveProportion(cutoff, window), samples, pieces)
    expected = slow_proportion(samples, cutoff, window)
    assert (found is None) == (expected is None)
    assert found is None or expected in found


def test_a_good_source_passes_a_million_bytes() -> None:
    samples = Random(2026).randbytes(1_000_000)
    RepetitionCount(REPETITION_CUTOFF).feed(samples)
    AdaptiveProportion(PROPORTION_CUTOFF).feed(samples)


def test_a_source_with_four_bits_for_each_byte_fails() -> None:
    samples = bytes(byte & 0x0F for byte in Random(2026).randbytes(10_000))
    with pytest.raises(HealthFailure):
        AdaptiveProportion(PROPORTION_CUTOFF).feed(samples)
