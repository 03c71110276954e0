"""Waiting for a body to arrive, for a bounded time: a silent client holds no thread that answers.

The server hands a request over when its head is there; its body may come later, or never. What the
bytes mean is judged in `bodies`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock, Thread, get_ident
from time import monotonic, sleep

from flask import Request

from app.api.hanging_up import hang_up
from app.api.problems import Refused

BODY_SECONDS = 5.0
"""Longest wait for a whole body: the largest that is read needs 13 kB in each second."""
BODIES_AT_ONCE = 64
"""Bodies waited for at one time. The server has more threads, so that what has no body goes on."""
WATCH_SECONDS = 0.5
"""Between two looks for bodies that are late."""


@dataclass(frozen=True, slots=True)
class _Awaited:
    """A body that somebody reads, until when at most, and from where."""

    until: float
    address: str
    port: int


class Arrivals:
    """Which bodies are read, how many may be, and who ends those that take too long.

    The read itself is the caller's: handing it to another thread would cost each request two
    changes of threads. What ends a read is the end of its connection.
    """

    def __init__(self) -> None:
        self._awaited: dict[int, _Awaited] = {}  # by thread
        self._watching = Lock()

    def wait_for(self, sent: Request, read: Callable[[], bytes]) -> bytes:
        """What `read` gives, if it comes in time; raises what `read` does where it does not."""
        if len(self._awaited) >= BODIES_AT_ONCE:
            raise _too_many()
        port = int(sent.environ.get("SERVER_PORT", 0))
        me = get_ident()
        self._awaited[me] = _Awaited(monotonic() + BODY_SECONDS, sent.remote_addr or "", port)
        self._watch()
        try:
            return read()
        finally:
            del self._awaited[me]

    def _watch(self) -> None:
        # Started by the first body, so after a server has forked.
        if self._watching.acquire(blocking=False):
            Thread(target=self._end_slow_ones, name="bodies", daemon=True).start()

    def _end_slow_ones(self) -> None:
        while True:
            sleep(WATCH_SECONDS)
            late = {one for one in tuple(self._awaited.values()) if one.until < monotonic()}
            for address, port in {(one.address, one.port) for one in late}:
                hang_up(address, port, BODY_SECONDS)


def _too_many() -> Refused:
    seconds = str(round(BODY_SECONDS))
    return Refused(
        "rate-limited",
        f"The server waits for {BODIES_AT_ONCE} bodies already; try again in {seconds} s.",
        headers={"Retry-After": seconds, "Connection": "close"},
    )
