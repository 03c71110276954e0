"""The one door to randomness in a serving process: secrets, tokens and nonces come through here.

It opens only while the known-answer tests pass (before first use, after a fork, every 24 hours) and
the entropy source is healthy. It takes no seed, from nobody: replay has another entry point
(`rng.draw` with a revealed secret).
"""

from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from time import monotonic
from typing import Final

from rng.entropy import EntropyFailure, EntropySource
from rng.forks import call_in_forked_child
from rng.self_test import SelfTestFailure, run_self_tests

SELF_TEST_INTERVAL_SECONDS: Final = 24 * 60 * 60  # SP 800-90A 11.3.3: at reasonable intervals
COMPARED_BYTES_MIN: Final = 16  # a shorter draw may well come twice; secrets have 32


class Refused(Exception):
    """No random bytes, now or later in this process. `why` is safe to show and to log."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the random source refuses: {why}")
        self.why = why


class RandomSource:
    """Bytes from a tested source, for many threads at once and on either side of a fork.

    `clock` gives seconds that never run backwards. A refusal is final until a new process starts
    and passes its tests.
    """

    def __init__(
        self,
        entropy: EntropySource,
        clock: Callable[[], float] = monotonic,
        self_tests: Callable[[], None] = run_self_tests,
    ) -> None:
        self._entropy = entropy
        self._clock = clock
        self._self_tests = self_tests
        self._why = ""
        self._last = b""  # hash of the last draw that is compared
        self._tests_due: float | None = None  # clock reading; None: before the next draw
        self._begin()
        call_in_forked_child(self._begin)

    @property
    def healthy(self) -> bool:
        """False from the first refusal on; True before the first use, which has refused nobody."""
        return not self._why

    @property
    def why(self) -> str:
        """Why the source refuses, safe to show; empty while it is healthy."""
        return self._why

    def take(self, length: int) -> bytes:
        """`length` random bytes, 1 to 1,048,576. Raises `Refused` in the error state."""
        with self._lock:
            if self._why:
                raise Refused(self._why)
            try:
                self._test_when_due()
                drawn = self._entropy.take(length)
                self._compare_with_last(drawn)
                return drawn
            except (SelfTestFailure, EntropyFailure) as failure:
                self._why = str(failure)
                raise Refused(self._why) from None

    def check(self) -> None:
        """Run what the next draw would wait for, as at start-up. Raises `Refused`."""
        self.take(1)

    def _compare_with_last(self, drawn: bytes) -> None:
        # A generator that repeats itself whole passes the counts of bytes. By chance that is one
        # draw in 2^128 at most.
        if len(drawn) < COMPARED_BYTES_MIN:
            return
        digest = sha256(drawn).digest()
        if digest == self._last:
            raise EntropyFailure("a draw repeats the one before it")
        self._last = digest

    def _begin(self) -> None:
        self._lock = Lock()
        self._tests_due = None

    def _test_when_due(self) -> None:
        now = self._clock()
        if self._tests_due is None or now >= self._tests_due:
            self._self_tests()
            self._tests_due = now + SELF_TEST_INTERVAL_SECONDS
