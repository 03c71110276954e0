"""Waiting for a client for a bounded time: one that is silent, or never reads, holds no thread.

A server's read or write ends when the client does its part, or with its connection. So what ends
a wait that has become too long is the end of the connection. What is waited for is the caller's.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock, Thread
from time import monotonic, sleep

from flask import Request

from app.api.hanging_up import hang_up

WATCH_SECONDS = 0.5
"""Between two looks for clients that are late."""


@dataclass(frozen=True, slots=True)
class Client:
    """Who is waited for, and at which port of ours."""

    address: str
    port: int


def client_of(sent: Request) -> Client:
    """Whose request this is."""
    return Client(sent.remote_addr or "", int(sent.environ.get("SERVER_PORT", 0)))


class Patience:
    """Who is waited for, and who ends those waits that take too long.

    The wait itself is the caller's: handing it to another thread would cost each request two
    changes of threads.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._awaited: dict[object, tuple[float, Client]] = {}  # until when at most, and for whom
        self._watching = Lock()

    @property
    def waiting(self) -> int:
        """For how many clients somebody waits now."""
        return len(self._awaited)

    @contextmanager
    def with_client(self, client: Client) -> Iterator[None]:
        """What is done in here ends in time, or its connection does."""
        wait = object()
        self._awaited[wait] = (monotonic() + self._seconds, client)
        self._watch()
        try:
            yield
        finally:
            del self._awaited[wait]

    def _watch(self) -> None:
        # Started by the first wait, so after a server has forked.
        if self._watching.acquire(blocking=False):
            Thread(target=self._end_slow_ones, name="patience", daemon=True).start()

    def _end_slow_ones(self) -> None:
        while True:
            sleep(WATCH_SECONDS)
            now = monotonic()
            late = {client for until, client in tuple(self._awaited.values()) if until < now}
            for client in late:
                hang_up(client.address, client.port, self._seconds)
