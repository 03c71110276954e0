"""Clients that announce a body and send none: the server answers others, and stops when told."""

import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from app.api.arriving import BODIES_AT_ONCE, BODY_SECONDS
from tests.commands.served import STOP_SECONDS_MAX, served

SILENT = 50  # connections
LIVE_SECONDS_MAX = 2.0
LATE_SECONDS = 4.0
HEAD = b"POST /v1/rounds HTTP/1.1\r\nHost: x\r\nContent-Length: 90\r\n\r\n"


@contextmanager
def silent_clients(url: str, count: int) -> Iterator[list[socket.socket]]:
    where = urlsplit(url)
    with ExitStack() as stack:
        clients = []
        for _ in range(count):
            client = stack.enter_context(socket.create_connection((where.hostname, where.port)))
            client.sendall(HEAD)
            clients.append(client)
        yield clients


def test_others_are_answered_while_clients_send_no_body(tmp_path: Path) -> None:
    with served(tmp_path, "--quiet") as server, silent_clients(server.url, SILENT):
        started = time.monotonic()
        answer = httpx.get(f"{server.url}/livez", trust_env=False, timeout=STOP_SECONDS_MAX)
        assert answer.status_code == 200
        assert time.monotonic() - started < LIVE_SECONDS_MAX


@pytest.mark.parametrize("every_seconds", [None, 1.0], ids=["silent", "one byte at a time"])
def test_a_connection_whose_body_does_not_arrive_in_time_is_closed(
    tmp_path: Path, every_seconds: float | None
) -> None:
    with served(tmp_path, "--quiet") as server, silent_clients(server.url, 1) as (client,):
        started = time.monotonic()
        client.settimeout(every_seconds or BODY_SECONDS + LATE_SECONDS)
        while time.monotonic() - started < BODY_SECONDS + LATE_SECONDS:
            try:
                if not client.recv(65_536):
                    break
            except TimeoutError:
                client.sendall(b"{")
            except ConnectionError:
                break
        assert BODY_SECONDS - 0.5 < time.monotonic() - started < BODY_SECONDS + LATE_SECONDS


def test_silent_clients_hold_no_place_for_longer_than_the_wait(tmp_path: Path) -> None:
    with served(tmp_path, "--quiet") as server, silent_clients(server.url, BODIES_AT_ONCE):
        time.sleep(1)
        full = httpx.post(f"{server.url}/v1/demo/sessions", json={}, trust_env=False)
        assert (full.status_code, full.headers["Retry-After"]) == (429, "5")
        time.sleep(BODY_SECONDS + 2)
        again = httpx.post(f"{server.url}/v1/demo/sessions", json={}, trust_env=False)
        assert again.status_code == 201


def test_a_server_with_silent_clients_stops_when_it_is_told_to(tmp_path: Path) -> None:
    with served(tmp_path, "--quiet") as server, silent_clients(server.url, SILENT):
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(STOP_SECONDS_MAX)
