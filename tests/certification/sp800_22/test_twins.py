"""Every fast kernel against its plain twin, exactly, on random and on extreme streams."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from certification.sp800_22 import plain
from certification.sp800_22.berlekamp_massey import linear_complexities
from certification.sp800_22.bits import as_bits
from certification.sp800_22.matrix_rank import count_ranks
from certification.sp800_22.result import Minimum
from certification.sp800_22.runs import longest_runs, runs
from certification.sp800_22.templates import aperiodic_templates, count_runs_of_ones
from certification.sp800_22.universal import count_distances
from certification.sp800_22.walk_kernels import FAR_STATE, excursions, extremes
from certification.sp800_22.windows import count_windows, ones_in_blocks, window

LENGTHS = (1, 2, 7, 8, 9, 63, 64, 65, 127, 128, 129, 191, 500, 513, 1000, 2047)


def _streams() -> Iterator[plain.Digits]:
    rng = np.random.default_rng(800_22)
    for length in LENGTHS:
        yield rng.integers(0, 2, length, dtype=np.uint8)
        yield (rng.random(length) < 0.9).astype(np.uint8)
        yield np.zeros(length, np.uint8)
        yield np.ones(length, np.uint8)
        yield (np.arange(length) % 2).astype(np.uint8)
        yield (np.arange(length) == length - 1).astype(np.uint8)


every_stream = pytest.mark.parametrize(
    "digits", list(_streams()), ids=lambda d: f"{d.size}_bits_{int(d.sum())}_ones"
)


@every_stream
def test_packing_keeps_every_bit(digits: plain.Digits) -> None:
    assert as_bits(digits).digits().tolist() == digits.tolist()
    assert as_bits(digits).length == digits.size


@every_stream
def test_a_part_is_the_slice(digits: plain.Digits) -> None:
    for start, stop in ((0, digits.size), (digits.size // 3, digits.size), (0, digits.size // 2)):
        part = as_bits(digits).part(start, stop - start)
        assert part.digits().tolist() == digits[start:stop].tolist()
        assert int(part.words[-1]) == 0


@every_stream
@pytest.mark.parametrize("m", [1, 2, 5, 10])
def test_windows_of_the_ring(digits: plain.Digits, m: int) -> None:
    assert as_bits(digits).window_counts(m).tolist() == plain.window_counts(digits, m)


@every_stream
def test_shorter_windows_may_be_folded_from_longer_ones(digits: plain.Digits) -> None:
    bits = as_bits(digits)
    bits.window_counts(16)
    for m in (15, 14, 11, 10, 1):
        assert bits.window_counts(m).tolist() == as_bits(digits).window_counts(m).tolist()


@every_stream
def test_one_window(digits: plain.Digits) -> None:
    words = as_bits(digits).words
    text = "".join(map(str, digits.tolist()))
    for start in range(0, digits.size, 5):
        for width in (1, 7, 32, 63):
            if start + width <= digits.size:
                assert window(words, start, width) == int(text[start : start + width], 2)


@every_stream
def test_ones_in_blocks(digits: plain.Digits) -> None:
    for size in {1, 3, 64, 100, 128, digits.size}:
        ones = np.zeros(digits.size // size, np.int64)
        ones_in_blocks(as_bits(digits).words, size, ones)
        blocks = digits[: ones.size * size].reshape(-1, size).astype(np.int64)
        assert ones.tolist() == blocks.sum(axis=1).tolist()


@every_stream
def test_number_of_runs(digits: plain.Digits) -> None:
    found = runs(digits, minimum=Minimum.NONE).statistic["V_n"]
    assert found == plain.number_of_runs(digits)


@every_stream
def test_longest_runs(digits: plain.Digits) -> None:
    for size in {8, 100, 128} & set(range(digits.size + 1)):
        longest = np.zeros(digits.size // size, np.int64)
        longest_runs(as_bits(digits).words, size, longest)
        assert longest.tolist() == [plain.longest_run(block) for block in _blocks(digits, size)]


@every_stream
def test_templates_scanned_from_left_to_right_are_the_equal_windows(digits: plain.Digits) -> None:
    for m in (3, 9):
        counts = np.zeros(2**m, np.int64)
        count_windows(as_bits(digits).words, 0, max(0, digits.size - m + 1), m, counts)
        for template in aperiodic_templates(m):
            assert counts[int(template, 2)] == plain.scanned(digits, template)


@every_stream
def test_overlapping_runs_of_ones(digits: plain.Digits) -> None:
    for size in {10, 65, 500} & set(range(digits.size + 1)):
        found = np.zeros(digits.size // size, np.int64)
        count_runs_of_ones(as_bits(digits).words, 3, size, found)
        assert found.tolist() == [plain.overlapping(block, 3) for block in _blocks(digits, size)]


@every_stream
@pytest.mark.parametrize("side", [2, 3, 8, 32])
def test_ranks(digits: plain.Digits, side: int) -> None:
    matrices = _blocks(digits, side * side)
    ranks = np.zeros(side + 1, np.int64)
    count_ranks(as_bits(digits).words, side, len(matrices), ranks)
    expected = Counter(plain.rank(m.reshape(side, side).tolist()) for m in matrices)
    assert ranks.tolist() == [expected[r] for r in range(side + 1)]


@every_stream
@pytest.mark.parametrize("size", [1, 2, 5, 7])
def test_distances_of_equal_blocks(digits: plain.Digits, size: int) -> None:
    blocks = digits.size // size
    skipped = blocks // 3
    apart = np.zeros(blocks + 1, np.int64)
    count_distances(as_bits(digits).words, size, skipped, blocks - skipped, apart)
    expected = Counter(plain.distances(digits, size, skipped))
    assert apart.tolist() == [expected[d] for d in range(blocks + 1)]


@every_stream
def test_walk_and_its_excursions(digits: plain.Digits) -> None:
    bits, places = as_bits(digits), plain.walk(digits)
    assert extremes(bits.words, bits.length) == (places[-1], min(places), max(places))
    by_visits, visits, cycles = excursions(bits.words, bits.length)
    expected = plain.cycles(digits)
    assert cycles == len(expected)
    states = [x for x in range(-4, 5) if x]
    for row, x in zip(by_visits.tolist(), states, strict=True):
        capped = Counter(min(5, cycle.count(x)) for cycle in expected)
        assert row == [capped[k] for k in range(6)]
    for x in (x for x in range(-9, 10) if x):
        assert visits[x + FAR_STATE] == places.count(x)


def test_long_walks_take_eight_steps_at_once_to_the_same_end() -> None:
    rng = np.random.default_rng(9)
    for share in (0.5, 0.51, 0.6):
        digits = (rng.random(20_011) < share).astype(np.uint8)
        test_walk_and_its_excursions(digits)


@given(arrays(np.uint8, st.integers(1, 400), elements=st.integers(0, 1)), st.integers(1, 70))
def test_linear_complexity_of_blocks_of_any_length(digits: plain.Digits, size: int) -> None:
    _same_complexities(digits, min(size, digits.size))


@pytest.mark.parametrize(
    "size", [*range(1, 20), 63, 64, 65, 127, 128, 129, 255, 256, 499, 500, 501]
)
def test_linear_complexity_of_random_and_of_late_blocks(size: int) -> None:
    rng = np.random.default_rng(size)
    noise = rng.integers(0, 2, (4, size), dtype=np.uint8)
    late = np.eye(size, dtype=np.uint8)[[0, size // 2, -1]]  # a one after many zeros: L jumps
    stuck = np.stack([np.zeros(size, np.uint8), np.ones(size, np.uint8)])
    _same_complexities(np.concatenate([noise, late, stuck]).ravel(), size)


def test_linear_complexity_of_more_blocks_than_lanes() -> None:
    digits = np.random.default_rng(65).integers(0, 2, 65 * 130 + 5, dtype=np.uint8)
    _same_complexities(digits, 65)


def test_linear_complexity_of_a_register_is_its_length() -> None:
    state, out = 1, []
    for _ in range(1000):
        out.append(state & 1)
        state = state >> 1 | ((state ^ state >> 3) & 1) << 19
    lengths = np.zeros(2, np.int64)
    linear_complexities(as_bits(np.array(out, np.uint8)).words, 500, lengths)
    assert lengths.tolist() == [20, 20]


def _same_complexities(digits: plain.Digits, size: int) -> None:
    blocks = _blocks(digits, size)
    lengths = np.zeros(len(blocks), np.int64)
    linear_complexities(as_bits(digits).words, size, lengths)
    assert lengths.tolist() == [plain.linear_complexity(block) for block in blocks]


def _blocks(digits: plain.Digits, size: int) -> list[plain.Digits]:
    return list(digits[: digits.size // size * size].reshape(-1, size))
