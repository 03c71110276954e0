"""Whose requests are in progress in this process, and what is known of when each went on.

Servers tell an application the address of a client and not its port, so that a request cannot be
led back to its connection. What is kept here tells at least which connections are not its own.
"""

from collections.abc import Iterable
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from flask import Request
from werkzeug.wsgi import ClosingIterator

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_CLIENT = "pontoon.client"


class Client:
    """Who sent a request, to which port of ours, and how far the request is."""

    __slots__ = ("address", "answered", "arriving", "began", "port", "since")

    def __init__(self, environ: "WSGIEnvironment") -> None:
        self.address = str(environ.get("REMOTE_ADDR", ""))
        self.port = int(environ.get("SERVER_PORT", 0))
        self.began = monotonic()
        self.since = self.began
        """When it went on last: began, arrived whole, or was told a line. Nothing of a request that
        has arrived comes later than this."""
        self.arriving = False
        """Whether its body is waited for, so that bytes of it may come at any time."""
        self.answered = False
        """Whether its answer is being sent."""

    def went_on(self) -> None:
        """Note that it has just gone on."""
        self.since = monotonic()


class InProgress:
    """The requests in progress."""

    def __init__(self) -> None:
        self._clients: set[Client] = set()
        self._lock = Lock()

    def begin(self, environ: "WSGIEnvironment") -> Client:
        """A request that has begun; it stands in its environment too."""
        client = environ[_CLIENT] = Client(environ)
        with self._lock:
            self._clients.add(client)
        return client

    def end(self, client: Client) -> None:
        """Its answer has left, or never will."""
        with self._lock:
            self._clients.discard(client)

    def of(self, address: str) -> tuple[Client, ...]:
        """Those that came from this address."""
        with self._lock:
            return tuple(one for one in self._clients if one.address == address)


IN_PROGRESS = InProgress()
"""Of this process, as its connections are; a server forks before the first request."""


def counted(answer: "WSGIApplication") -> "WSGIApplication":
    """The application, each request of which is in progress until its last byte was handed over."""

    def count(environ: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
        client = IN_PROGRESS.begin(environ)
        answered = False
        try:
            body = answer(environ, start)
            answered = True
        finally:
            if not answered:
                IN_PROGRESS.end(client)
        client.answered = True
        client.went_on()
        return ClosingIterator(body, lambda: IN_PROGRESS.end(client))

    return count


def client_of(sent: Request) -> Client:
    """Whose request this is."""
    known = sent.environ.get(_CLIENT)
    return known if isinstance(known, Client) else Client(sent.environ)
