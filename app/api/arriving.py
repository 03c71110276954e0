"""Waiting for a body to arrive, for a bounded time: a silent client holds no thread that answers.

The server hands a request over when its head is there; its body may come later, or never. What the
bytes mean is judged in `bodies`.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import BoundedSemaphore

from flask import Request

from app.api.hanging_up import hang_up
from app.api.problems import Refused

BODY_SECONDS = 5.0
"""Longest wait for a whole body: the largest that is read needs 13 kB in each second."""
BODIES_AT_ONCE = 64
"""Bodies waited for at one time. The server has more threads, so that what has no body goes on."""
_CLOCKS_DIFFER_SECONDS = 0.1
"""The system counts from the connection's last word, in steps of its own; the wait begins later."""


class Arrivals:
    """The threads that wait, and how many of them may."""

    def __init__(self) -> None:
        self._free = BoundedSemaphore(BODIES_AT_ONCE)
        self._readers = ThreadPoolExecutor(BODIES_AT_ONCE, "body")  # started as they are needed

    def wait_for(self, sent: Request, read: Callable[[], bytes]) -> bytes:
        """What `read` gives in time, or a refusal; the connection is closed, so `read` ends too."""
        if not self._free.acquire(blocking=False):
            raise _too_many()
        arriving = self._readers.submit(read)
        arriving.add_done_callback(self._freed)
        try:
            return arriving.result(BODY_SECONDS)
        except TimeoutError:
            port = int(sent.environ.get("SERVER_PORT", 0))
            hang_up(sent.remote_addr or "", port, BODY_SECONDS - _CLOCKS_DIFFER_SECONDS)
            raise _too_slow() from None

    def _freed(self, _read: "Future[bytes]") -> None:
        self._free.release()


def _too_slow() -> Refused:
    detail = f"The body did not arrive within {BODY_SECONDS:g} seconds of its head."
    return Refused("malformed-json", detail, headers={"Connection": "close"})


def _too_many() -> Refused:
    seconds = str(round(BODY_SECONDS))
    return Refused(
        "rate-limited",
        f"The server waits for {BODIES_AT_ONCE} bodies already; try again in {seconds} s.",
        headers={"Retry-After": seconds, "Connection": "close"},
    )
