"""The entropy source: what is read, thrown away, refused, and what it does when things fail."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from rng.entropy import START_UP_SAMPLES, TAKE_BYTES_MAX, EntropyFailure, EntropySource


class Tape:
    """A source of seeded bytes that notes what was asked, and can be made to misbehave."""

    def __init__(self, seed: int = 2026) -> None:
        self.random = Random(seed)
        self.asked: list[int] = []
        self.next_answers: list[Callable[[int], bytes]] = []

    def __call__(self, length: int) -> bytes:
        self.asked.append(length)
        good = self.random.randbytes(length)
        return self.next_answers.pop(0)(length) if self.next_answers else good


def test_the_first_use_throws_1024_tested_samples_away() -> None:
    tape = Tape()
    source = EntropySource(tape)
    assert tape.asked == []
    drawn = source.take(32)
    again = Random(2026)
    assert again.randbytes(START_UP_SAMPLES) != drawn
    assert again.randbytes(32) == drawn
    source.take(12)
    assert tape.asked == [1024, 32, 12]


def test_no_byte_is_kept_for_a_later_draw() -> None:
    tape = Tape()
    source = EntropySource(tape)
    for length in (1, 2, 3):
        assert len(source.take(length)) == length
    assert tape.asked == [1024, 1, 2, 3]


def test_a_failed_start_up_test_gives_nothing() -> None:
    tape = Tape()
    tape.next_answers = [bytes]
    source = EntropySource(tape)
    with pytest.raises(EntropyFailure, match="repetition"):
        source.take(32)
    assert tape.asked == [1024]


def test_a_failed_draw_is_never_used_and_the_error_state_stays() -> None:
    tape = Tape()
    source = EntropySource(tape)
    source.take(32)
    tape.next_answers = [lambda length: b"\xa5" * length]
    with pytest.raises(EntropyFailure) as failure:
        source.take(32)
    assert "a5" not in str(failure.value)
    for _ in range(3):
        with pytest.raises(EntropyFailure):
            source.take(32)
    assert tape.asked == [1024, 32, 32]  # nothing is even read in the error state
    assert len(EntropySource(tape).take(32)) == 32  # a new source is tested from the start


def test_tests_go_on_from_one_draw_to_the_next() -> None:
    tape = Tape()
    source = EntropySource(tape)
    source.take(1)
    tape.next_answers = [lambda length: b"\0" + b"\7" * (length - 1)] + [
        lambda length: b"\7" * length
    ] * 5
    source.take(2)
    for _ in range(4):
        source.take(1)
    with pytest.raises(EntropyFailure, match="6 equal samples"):
        source.take(1)


def test_a_byte_that_comes_too_often_in_a_window_is_noticed_across_draws() -> None:
    tape = Tape()
    source = EntropySource(tape)
    source.take(1)  # opens the third window, after two at start-up
    opened_by = Random(2026).randbytes(1025)[-1:]
    other = bytes((opened_by[0] ^ 1,))
    tape.next_answers = [lambda _: opened_by + other] * 18
    for _ in range(17):
        source.take(2)
    with pytest.raises(EntropyFailure, match="adaptive proportion"):
        source.take(2)


def refuse(_: int) -> bytes:
    raise OSError("no such device: /secret/path")


def have_none(_: int) -> bytes:
    raise NotImplementedError("no source, secret or other")  # as os.urandom on such a system


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (refuse, "OSError"),
        (have_none, "NotImplementedError"),
        (lambda length: bytes(range(length - 1)), "wrong number"),
    ],
)
def test_a_source_that_cannot_read_is_in_its_error_state(
    answer: Callable[[int], bytes], why: str
) -> None:
    tape = Tape()
    source = EntropySource(tape)
    source.take(1)
    tape.next_answers = [answer]
    for _ in range(2):
        with pytest.raises(EntropyFailure, match=why) as failure:
            source.take(16)
        assert "secret" not in str(failure.value)


@pytest.mark.parametrize("length", [-1, 0, TAKE_BYTES_MAX + 1])
def test_a_draw_of_another_size_is_refused_without_harm(length: int) -> None:
    source = EntropySource(Tape())
    with pytest.raises(ValueError, match="a draw is 1 to"):
        source.take(length)
    assert len(source.take(TAKE_BYTES_MAX)) == TAKE_BYTES_MAX


def test_many_threads_draw_different_bytes_after_one_start_up_test() -> None:
    tape = Tape()
    source = EntropySource(tape)
    with ThreadPoolExecutor(8) as threads:
        drawn = list(threads.map(lambda _: source.take(16), range(800)))
    assert len(set(drawn)) == 800
    assert tape.asked == [1024] + [16] * 800


def test_the_operating_system_is_the_source_by_default() -> None:
    source = EntropySource()
    assert len({source.take(32) for _ in range(1000)}) == 1000
