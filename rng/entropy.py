"""Random bytes from the operating system, behind the health tests of `rng.health`.

There is no buffer: every byte that is tested is returned at once or thrown away, so two processes
have nothing to share. The known-answer tests of the mechanisms are in `rng.source`.
"""

import os
from collections.abc import Callable
from threading import Lock
from typing import Final, NoReturn

from rng.forks import call_in_forked_child
from rng.health import (
    PROPORTION_CUTOFF,
    REPETITION_CUTOFF,
    AdaptiveProportion,
    HealthFailure,
    RepetitionCount,
)

START_UP_SAMPLES: Final = 1024  # bytes, tested and thrown away (SP 800-90B 4.3, requirement 4)
TAKE_BYTES_MAX: Final = 2**20  # in one call


class EntropyFailure(Exception):
    """The source is in its error state: no byte was returned and none will be."""


class EntropySource:
    """Tested bytes from `read`, for many threads at once and on either side of a fork.

    The first use, and the first use after a fork, reads and throws away 1,024 samples. A failure
    is final for this object; a new process (with a new object) is tested from the start.
    """

    def __init__(self, read: Callable[[int], bytes] = os.urandom) -> None:
        self._read = read
        self._failure = ""  # why the source is in its error state
        self._started = False  # whether this process has passed the start-up test
        self._begin()
        call_in_forked_child(self._begin)

    def take(self, length: int) -> bytes:
        """`length` bytes, 1 to 1,048,576, used for nothing else. Raises `EntropyFailure`."""
        if not 1 <= length <= TAKE_BYTES_MAX:
            raise ValueError(f"a draw is 1 to {TAKE_BYTES_MAX} bytes, not {length}")
        with self._lock:
            if self._failure:
                raise EntropyFailure(self._failure)
            if not self._started:
                self._tested(START_UP_SAMPLES)
                self._started = True
            return self._tested(length)

    def _begin(self) -> None:
        """Untested, with a lock that nobody holds; an error state stays."""
        self._lock = Lock()
        self._started = False
        self._tests = (RepetitionCount(REPETITION_CUTOFF), AdaptiveProportion(PROPORTION_CUTOFF))

    def _tested(self, length: int) -> bytes:
        try:
            samples = self._read(length)
        # What os.urandom raises where the source refuses, and where the system has none.
        except (OSError, NotImplementedError) as error:
            self._fail(f"the operating system gave no random bytes ({type(error).__name__})")
        if len(samples) != length:
            self._fail("the operating system gave a wrong number of random bytes")
        try:
            for test in self._tests:
                test.feed(samples)
        except HealthFailure as failure:
            self._fail(str(failure))
        return samples

    def _fail(self, why: str) -> NoReturn:
        self._failure = why
        raise EntropyFailure(why) from None
