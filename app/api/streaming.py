"""Answers that are sent as they are made, to clients that may read slowly, or never.

A stream holds a thread until its last line has left. So only a few run at once, each line has to
leave in time, and the whole of it too.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http import HTTPStatus
from threading import Semaphore
from time import monotonic

from flask import Flask, Response, current_app, g, request

from app.api.caller import the_house
from app.api.clients import Client, client_of
from app.api.observed import log_fault
from app.api.patience import Patience
from app.api.problems import PROBLEMS, Refused
from app.api.responses import FAULT, NDJSON, NO_STORE, problem_body
from app.service.house import House
from app.store.engine import cause_of, database_errors

STREAMS_AT_ONCE = 4
"""Streams that one process sends: a quarter of the threads that answer."""
LINE_SECONDS = 10.0
"""Longest wait for a client that reads nothing at all; buffers on the way take the first lines."""
STREAM_SECONDS = 3600.0
"""Longest that a stream runs: read at 1 MB a second, it is a history of a million rounds."""
_STREAMS = "pontoon.streams"


class Streams:
    """The places for streams, and the patience with their readers."""

    def __init__(self) -> None:
        self.patience = Patience(LINE_SECONDS)
        self._places = Semaphore(STREAMS_AT_ONCE)

    def take_place(self) -> Callable[[], None]:
        """Take a place; what is returned gives it back, once. Raises the problem if all run."""
        if not self._places.acquire(blocking=False):
            raise _too_many()
        place = ExitStack()
        place.callback(self._places.release)
        return place.close


def install_streams(app: Flask) -> None:
    """Give the application its places for streams."""
    app.extensions[_STREAMS] = Streams()


def stream_answer(lines: Iterator[str]) -> Response:
    """One JSON text in each line, sent as it is made.

    The status has left by then, so what goes wrong on the way is the last line: a problem, which no
    reader takes for a proof, so that nobody takes what came for all there is.
    """
    streams: Streams = current_app.extensions[_STREAMS]
    give_back = streams.take_place()
    whole = _to_their_end(the_house(), lines, g.request_id)
    sent = _within_patience(whole, streams.patience, client_of(request), give_back)
    answer = Response(sent, HTTPStatus.OK, NO_STORE, NDJSON)
    answer.call_on_close(give_back)  # also where no line was ever asked for
    return answer


def _within_patience(
    lines: Iterator[str], patience: Patience, client: Client, give_back: Callable[[], None]
) -> Iterator[str]:
    try:
        for line in lines:
            with patience.with_client(client):
                yield f"{line}\n"
    finally:
        give_back()


def _to_their_end(house: House, lines: Iterator[str], request_id: str) -> Iterator[str]:
    errors = database_errors(house.engine)
    until = monotonic() + STREAM_SECONDS
    try:
        for line in lines:
            if monotonic() > until:
                yield _problem_line("rate-limited", "The stream was read too slowly.", request_id)
                return
            yield line
    except errors as error:
        log_fault(house.log, request_id, cause_of(error), [])
        yield _problem_line("internal-error", FAULT, request_id)


def _problem_line(slug: str, detail: str, request_id: str) -> str:
    return json.dumps(problem_body(PROBLEMS[slug], detail, request_id, {}))


def _too_many() -> Refused:
    seconds = str(round(LINE_SECONDS))
    return Refused(
        "rate-limited",
        f"The server sends {STREAMS_AT_ONCE} streams already; try again in {seconds} s.",
        headers={"Retry-After": seconds},
    )
