"""The one door: known answers before first use and every 24 hours, and a refusal that is final."""

from collections.abc import Callable
from functools import partial

import pytest

from rng.announcement import SECRET_BYTES
from rng.entropy import EntropySource
from rng.self_test import SelfTestFailure, run_self_tests
from rng.source import SELF_TEST_INTERVAL_SECONDS, RandomSource, Refused
from rng.tokens import new_token, token_hash
from tests.rng.test_entropy import Tape
from tests.rng.test_self_test import WrongCipher


class HandClock:
    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def counted(calls: list[float], clock: HandClock) -> Callable[[], None]:
    def tests() -> None:
        calls.append(clock.seconds)
        run_self_tests()

    return tests


def test_known_answers_are_checked_before_first_use_and_every_24_hours() -> None:
    clock, calls = HandClock(), list[float]()
    source = RandomSource(EntropySource(Tape()), clock, counted(calls, clock))
    assert calls == []
    source.take(32)
    source.take(32)
    assert calls == [1000.0]
    clock.seconds += SELF_TEST_INTERVAL_SECONDS - 1
    source.take(32)
    assert calls == [1000.0]
    clock.seconds += 1
    source.take(32)
    assert calls == [1000.0, 1000.0 + 24 * 60 * 60]


def test_a_broken_generator_is_caught_before_first_use_and_nothing_is_read() -> None:
    tape = Tape()
    source = RandomSource(EntropySource(tape), HandClock(), partial(run_self_tests, WrongCipher))
    for _ in range(2):
        with pytest.raises(Refused) as refusal:
            source.take(32)
        assert refusal.value.why == source.why == "CTR_DRBG instantiate: not the known answer"
    assert not source.healthy
    assert tape.asked == []


def test_a_generator_that_breaks_later_is_caught_within_24_hours() -> None:
    clock, answers = HandClock(), [True, False, True]

    def tests() -> None:
        if not answers.pop(0):
            raise SelfTestFailure("AES-256-GCM: not the known answer")

    source = RandomSource(EntropySource(Tape()), clock, tests)
    source.take(32)
    assert source.healthy
    clock.seconds += SELF_TEST_INTERVAL_SECONDS
    with pytest.raises(Refused):
        source.take(32)
    clock.seconds += SELF_TEST_INTERVAL_SECONDS
    with pytest.raises(Refused):  # a later pass would not count: a restart is needed
        source.take(32)
    assert answers == [True]


def test_a_failing_entropy_source_makes_the_door_refuse_and_say_why() -> None:
    tape = Tape()
    source = RandomSource(EntropySource(tape), HandClock())
    source.check()
    assert (source.healthy, source.why) == (True, "")
    tape.next_answers = [lambda length: b"\xa5" * length]
    with pytest.raises(Refused) as refusal:
        source.take(32)
    assert not source.healthy
    assert source.why == "repetition count test: 6 equal samples in a row"
    assert refusal.value.__suppress_context__
    with pytest.raises(Refused):
        source.check()


def test_the_door_takes_no_seed() -> None:
    first, second = RandomSource(EntropySource()), RandomSource(EntropySource())
    assert first.take(32) != second.take(32)


def test_tokens_are_256_bits_in_43_characters_and_are_kept_as_hashes() -> None:
    source = RandomSource(EntropySource())
    tokens = {new_token(source) for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {43}
    assert token_hash("abc").startswith("ba7816bf8f01cfea")
    assert len(token_hash(tokens.pop())) == 64


def test_a_secret_that_repeats_the_one_before_it_is_an_entropy_failure() -> None:
    block = bytes(range(256))
    at = 0

    def repeating(size: int) -> bytes:
        nonlocal at
        if size == SECRET_BYTES:
            return block[:SECRET_BYTES]
        at += size
        return (block * (size // len(block) + 2))[at % 256 :][:size]

    source = RandomSource(EntropySource(repeating))
    source.take(SECRET_BYTES)
    with pytest.raises(Refused, match="repeats the one before"):
        source.take(SECRET_BYTES)
    assert not source.healthy
