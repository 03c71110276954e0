"""Answers that are sent as they are made, to clients that may read slowly, or never.

A stream holds a thread until its last line has left. So only a few run at once, one for each who
asks; each line has to leave in time, and all of them at a least rate.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http import HTTPStatus
from threading import Lock
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
"""Streams that one process sends: each holds one of the threads that answer."""
LINE_SECONDS = 10.0
"""Longest wait for a client that reads nothing at all; buffers on the way take the first lines."""
STREAM_SECONDS = 3600.0
"""Longest that a stream runs: read at 1 MB a second, it is a history of a million rounds."""
SLACK_SECONDS = 30.0
"""Time that a stream has whatever was read of it."""
LEAST_CHARACTERS_A_SECOND = 10_000
"""Beyond that, a stream read more slowly than this holds a place that others want."""
_STREAMS = "pontoon.streams"


class Streams:
    """The places for streams, and the patience with their readers."""

    def __init__(self) -> None:
        self.patience = Patience(LINE_SECONDS)
        self._readers: set[str] = set()
        self._lock = Lock()

    def take_place(self, reader: str) -> Callable[[], None]:
        """Take a place; what is returned gives it back, once. Raises the problem where none is."""
        with self._lock:
            if reader in self._readers:
                raise _too_many("another stream is sent to you")
            if len(self._readers) >= STREAMS_AT_ONCE:
                raise _too_many(f"the server sends {STREAMS_AT_ONCE} streams already")
            self._readers.add(reader)
        place = ExitStack()  # which closes once: a later place of this reader is another one
        place.callback(self._readers.discard, reader)
        return place.close


def install_streams(app: Flask) -> None:
    """Give the application its places for streams."""
    app.extensions[_STREAMS] = Streams()


def stream_answer(reader: str, lines: Iterator[str]) -> Response:
    """One JSON text in each line, sent as it is made; one stream at a time for each reader.

    The status has left by then, so what goes wrong on the way is the last line: a problem, which no
    reader takes for a proof, so that nobody takes what came for all there is.
    """
    streams: Streams = current_app.extensions[_STREAMS]
    give_back = streams.take_place(reader)
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
    began, sent = monotonic(), 0
    try:
        for line in lines:
            if monotonic() - began > _seconds_for(sent):
                yield _problem_line("rate-limited", "The stream was read too slowly.", request_id)
                return
            yield line
            sent += len(line)
    except errors as error:
        log_fault(house.log, request_id, cause_of(error), [])
        yield _problem_line("internal-error", FAULT, request_id)


def _seconds_for(characters: int) -> float:
    return min(STREAM_SECONDS, SLACK_SECONDS + characters / LEAST_CHARACTERS_A_SECOND)


def _problem_line(slug: str, detail: str, request_id: str) -> str:
    return json.dumps(problem_body(PROBLEMS[slug], detail, request_id, {}))


def _too_many(why: str) -> Refused:
    seconds = str(round(LINE_SECONDS))
    return Refused(
        "rate-limited",
        f"No stream now, since {why}; try again in {seconds} s.",
        headers={"Retry-After": seconds},
    )
