"""Ports for servers of tests: below those that the system gives out, and another block for each
worker, so that nobody takes a port between its being found and its server's start."""

import itertools
import os
import socket

FIRST = 10_000
PORTS_OF_A_WORKER = 2_500
WORKERS_MAX = 9  # FIRST + 9 * 2,500 is below 32,768, where Linux begins to give out its own
_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % WORKERS_MAX
# Tests of another tree that run at the same time begin at another place.
_places = itertools.count(os.getpid())


def free_port() -> int:
    """A port that nobody listens on."""
    for place in itertools.islice(_places, PORTS_OF_A_WORKER):
        port = FIRST + PORTS_OF_A_WORKER * _WORKER + place % PORTS_OF_A_WORKER
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
    raise AssertionError("no port is free")
