"""Waiting for a body to arrive, for a bounded time: a silent client holds no thread that answers.

The server hands a request over when its head is there; its body may come later, or never. What the
bytes mean is judged in `bodies`.
"""

from collections.abc import Callable

from flask import Request

from app.api.clients import client_of
from app.api.patience import Patience
from app.api.problems import Refused

BODY_SECONDS = 5.0
"""Longest wait for a whole body: the largest that is read needs 13 kB in each second."""
BODIES_AT_ONCE = 64
"""Bodies waited for at one time. The server has more threads, so that what has no body goes on."""


class Arrivals:
    """Which bodies are read, and how many may be."""

    def __init__(self) -> None:
        self._patience = Patience(BODY_SECONDS)

    def wait_for(self, sent: Request, read: Callable[[], bytes]) -> bytes:
        """What `read` gives, if it comes in time; raises what `read` does where it does not."""
        if self._patience.waiting >= BODIES_AT_ONCE:
            raise _too_many()
        client = client_of(sent)
        client.arriving = True
        try:
            with self._patience.with_client(client):
                return read()
        finally:
            client.arriving = False


def _too_many() -> Refused:
    seconds = str(round(BODY_SECONDS))
    return Refused(
        "rate-limited",
        f"The server waits for {BODIES_AT_ONCE} bodies already; try again in {seconds} s.",
        headers={"Retry-After": seconds, "Connection": "close"},
    )
