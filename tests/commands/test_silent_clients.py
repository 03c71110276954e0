"""Clients that announce a body and send none, or ask for a stream and never read it.

The server answers others, and stops when told.
"""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from app.api.arriving import BODIES_AT_ONCE, BODY_SECONDS
from app.api.clients import Client
from app.api.hanging_up import Silence
from app.api.patience import QUEUED_SECONDS, TOLD_SECONDS, may_be_its_own
from app.api.streaming import STREAMS_AT_ONCE
from app.store.engine import sqlite_driver
from tests.commands.served import STOP_SECONDS_MAX, served, wait_for
from tests.ports import free_port

SILENT = 50  # connections
LIVE_SECONDS_MAX = 2.0
FREE_SECONDS_MAX = 2.0  # after the wait, until a place is taken again
LATE_SECONDS = 4.0
LINE_SECONDS = 3.0  # instead of the ten of a server that nobody tests
LOCKED_SECONDS = BODY_SECONDS + 2.5
RECEIVE_BYTES = 4096
ENDLESS = """
import sys
from itertools import count
from app.api import streaming
from app.api.streaming import stream_answer
from app.commands.serve import granian
from app.factory import create_app
from app.settings import Settings

streaming.LINE_SECONDS = float(sys.argv[3])

def load():
    app = create_app(Settings(database=sys.argv[2]))
    lines = lambda: ("x" * 100_000 for _ in range(1000))
    readers = count()
    view = lambda: stream_answer(f"reader {next(readers)}", lines())
    app.add_url_rule("/endless", view_func=view)
    return app

granian("127.0.0.1", int(sys.argv[1])).serve(target_loader=load, wrap_loader=False)
"""
"""As `pontoon serve`, with a stream that fills every buffer on the way."""
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


def test_a_bet_is_answered_however_long_it_waits_beside_a_silent_client_of_its_address(
    tmp_path: Path,
) -> None:
    file = tmp_path / "pontoon.db"
    with served(tmp_path, "--quiet") as server, ThreadPoolExecutor() as beside:
        guest = {"Authorization": f"Bearer {_opened(server.url)['token']}"}
        coming = _session(server.url, guest)["next_round"]
        with closing(sqlite_driver().connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with silent_clients(server.url, 1) as (client,):
                bet = {"round_id": coming["round_id"], "stake": 200}
                headers = {**guest, "Idempotency-Key": "bet"}
                answer = beside.submit(_post, f"{server.url}/v1/rounds", bet, headers)
                time.sleep(LOCKED_SECONDS)
                other.execute("ROLLBACK")
                assert answer.result().status_code == 201
                client.settimeout(2 * BODY_SECONDS)
                assert _ended(client)


def _opened(url: str) -> Any:
    return httpx.post(f"{url}/v1/demo/sessions", trust_env=False).json()


def _session(url: str, headers: dict[str, str]) -> Any:
    return httpx.get(f"{url}/v1/session", headers=headers, trust_env=False).json()


def _post(url: str, body: object, headers: dict[str, str]) -> httpx.Response:
    return httpx.post(url, json=body, headers=headers, trust_env=False, timeout=STOP_SECONDS_MAX)


def _ended(client: socket.socket) -> bool:
    """Whether the server closes the connection, whatever it says before."""
    try:
        while client.recv(65_536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


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
                with suppress(ConnectionError):
                    client.sendall(b"{")
            except ConnectionError:
                break
        assert BODY_SECONDS - 0.5 < time.monotonic() - started < BODY_SECONDS + LATE_SECONDS


def test_silent_clients_hold_no_place_for_longer_than_the_wait(tmp_path: Path) -> None:
    with served(tmp_path, "--quiet") as server, silent_clients(server.url, BODIES_AT_ONCE):
        time.sleep(1)
        full = _post(f"{server.url}/v1/demo/sessions", {}, {})
        assert (full.status_code, full.headers["Retry-After"]) == (429, "5")
        by = time.monotonic() + BODY_SECONDS + FREE_SECONDS_MAX
        while _post(f"{server.url}/v1/demo/sessions", {}, {}).status_code != 201:
            assert time.monotonic() < by
            time.sleep(0.5)


def test_a_server_with_silent_clients_stops_when_it_is_told_to(tmp_path: Path) -> None:
    with served(tmp_path, "--quiet") as server, silent_clients(server.url, SILENT):
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(STOP_SECONDS_MAX)


@contextmanager
def endless_streams(folder: Path) -> Iterator[int]:
    port = free_port()
    database = f"sqlite:///{folder / 'pontoon.db'}"
    command = (sys.executable, "-c", ENDLESS, str(port), database, str(LINE_SECONDS))
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        wait_for(f"http://127.0.0.1:{port}", process, folder / "log")
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(STOP_SECONDS_MAX)


def begun_stream(port: int) -> tuple[socket.socket, bytes]:
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BYTES)
    client.settimeout(LINE_SECONDS)
    client.connect(("127.0.0.1", port))
    client.sendall(b"GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")
    return client, client.recv(12).removeprefix(b"HTTP/1.1 ")


def test_streams_that_nobody_reads_hold_no_place_for_longer_than_the_wait(tmp_path: Path) -> None:
    with endless_streams(tmp_path) as port, ExitStack() as stack:
        begun = [begun_stream(port) for _ in range(STREAMS_AT_ONCE + 1)]
        for client, _ in begun:
            stack.enter_context(client)
        assert [status for _, status in begun] == [b"200"] * STREAMS_AT_ONCE + [b"429"]
        live = httpx.get(
            f"http://127.0.0.1:{port}/livez", trust_env=False, timeout=LIVE_SECONDS_MAX
        )
        assert live.status_code == 200
        by, status = time.monotonic() + LINE_SECONDS + LATE_SECONDS, b"429"
        while status != b"200":
            assert time.monotonic() < by
            time.sleep(0.5)
            client, status = begun_stream(port)
            client.close()


def test_streams_whose_clients_have_gone_hold_no_place(tmp_path: Path) -> None:
    with endless_streams(tmp_path) as port:
        for _ in range(2 * STREAMS_AT_ONCE):
            client, status = begun_stream(port)
            client.close()
            assert status == b"200"
            time.sleep(0.5)


def test_a_connection_may_be_that_of_a_request_by_when_its_bytes_came() -> None:
    client = Client({"REMOTE_ADDR": "192.0.2.1", "SERVER_PORT": "80"})
    now = client.began + 3
    waited = Silence(untold=60, unheard=3.1)
    assert may_be_its_own(client, waited, now)
    for later in (2.9, 0.1):  # what came since is another's
        assert not may_be_its_own(client, Silence(60, later), now)
    assert not may_be_its_own(client, Silence(60, 3.1 + QUEUED_SECONDS), now)
    client.arriving = True
    assert may_be_its_own(client, Silence(60, 0.1), now)
    client.arriving, client.answered = False, True
    assert may_be_its_own(client, Silence(TOLD_SECONDS, 3.1), now)
    assert not may_be_its_own(client, Silence(TOLD_SECONDS + 4, 3.1), now)
