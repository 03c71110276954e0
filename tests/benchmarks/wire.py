"""A client that costs little: one kept connection, JSON in and out, answers timed together."""

import http.client
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

Facts = dict[str, Any]

CLIENTS = 4
"""Connections at once: few, so that an answer is timed and not a wait in line."""


class Wire:
    """One connection."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.headers: dict[str, str] = {}

    def post(self, path: str, body: Facts | None = None, key: str = "") -> Facts:
        """Send, and read the answer; an answer that is no success ends the measurement."""
        text = None if body is None else json.dumps(body)
        headers = {**self.headers, "Content-Type": "application/json", "Idempotency-Key": key}
        self._connection.request("POST", path, text, headers if body is not None else self.headers)
        answer = self._connection.getresponse()
        content = answer.read()
        if answer.status >= http.HTTPStatus.BAD_REQUEST:
            raise SystemExit(f"{path}: {answer.status} {content!r}")
        found: Facts = json.loads(content)
        return found


@dataclass(frozen=True)
class Measured:
    """Requests in a time."""

    requests: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.requests / self.seconds


def measured(sitting: Callable[[int, float], int], seconds: float) -> Measured:
    """All clients at once until the time is over; each gives how many requests it counted."""
    started = time.perf_counter()
    until = started + seconds
    with ThreadPoolExecutor(CLIENTS) as threads:
        counts = list(threads.map(lambda number: sitting(number, until), range(CLIENTS)))
    return Measured(sum(counts), time.perf_counter() - started)
