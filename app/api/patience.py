"""Waiting for a client for a bounded time: one that is silent, or never reads, holds no thread.

A server's read or write ends when the client does its part, or with its connection. So what ends
a wait that has become too long is the end of the connection. Servers do not tell which one it is:
of the client's address all are closed that were told nothing for as long, but those on which
another request in progress may have come. What is waited for is the caller's.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Thread
from time import monotonic, sleep

from app.api.clients import IN_PROGRESS, Client
from app.api.hanging_up import Silence, hang_up

WATCH_SECONDS = 0.5
"""Between two looks for clients that are late."""
UNSEEN_SECONDS = 0.25
"""What came so lately may be a request that has not begun here yet."""
QUEUED_SECONDS = 5.0
"""Longest that a request waits for its thread: it came so long before it began, or less."""
TOLD_SECONDS = 20.0
"""What is being answered was sent something in so long, or is late itself: buffers on the way hide
at most two waits for a reader."""
TICK_SECONDS = 0.05
"""What the system's clock of connections (1 to 10 ms a tick) and ours may differ by, and more."""
PATIENT_TURNS = 3
"""So many waits late, a client that goes on sending bytes is no longer taken for a new request."""


class Patience:
    """Who is waited for, and who ends those waits that take too long.

    The wait itself is the caller's: handing it to another thread would cost each request two
    changes of threads.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._awaited: dict[object, tuple[float, Client]] = {}  # since when, and for whom
        self._watching = Lock()

    @property
    def waiting(self) -> int:
        """For how many clients somebody waits now."""
        return len(self._awaited)

    @contextmanager
    def with_client(self, client: Client) -> Iterator[None]:
        """What is done in here ends in time, or its connection does."""
        wait = object()
        self._awaited[wait] = (monotonic(), client)
        self._watch()
        try:
            yield
        finally:
            client.went_on()
            del self._awaited[wait]

    def _watch(self) -> None:
        # Started by the first wait, so after a server has forked.
        if self._watching.acquire(blocking=False):
            Thread(target=self._end_slow_ones, name="patience", daemon=True).start()

    def _end_slow_ones(self) -> None:
        while True:
            sleep(WATCH_SECONDS)
            self._look(monotonic())

    def _look(self, now: float) -> None:
        late = {
            client: now - since
            for since, client in tuple(self._awaited.values())
            if now - since > self._seconds
        }
        for address, port in {(client.address, client.port) for client in late}:
            longest = max(waited for one, waited in late.items() if one.address == address)
            others = tuple(one for one in IN_PROGRESS.of(address) if one not in late)
            unseen = UNSEEN_SECONDS if longest < PATIENT_TURNS * self._seconds else 0.0

            def is_to_end(
                silence: Silence,
                unseen: float = unseen,
                others: tuple[Client, ...] = others,
            ) -> bool:
                if silence.untold < self._seconds or silence.unheard < unseen:
                    return False
                return not any(may_be_its_own(other, silence, now) for other in others)

            hang_up(address, port, is_to_end)


def may_be_its_own(client: Client, silence: Silence, now: float) -> bool:
    """Whether the request of this client, which is in progress, may have come on a connection.

    Its last byte came at most `QUEUED_SECONDS` before it began, and none since it has arrived.
    """
    if client.answered and silence.untold > now - client.since + TOLD_SECONDS:
        return False
    came = now - silence.unheard
    if came < client.began - QUEUED_SECONDS:
        return False
    return client.arriving or came <= client.since + TICK_SECONDS
