"""How a server ends: hung up by its terminal, or with its parent killed."""

import os
import signal
import time
from pathlib import Path

import httpx

from app.commands.serve import PARENT_SECONDS, STOP_SECONDS
from tests.commands.served import STOP_SECONDS_MAX, served


def test_a_server_whose_terminal_is_closed_stops(tmp_path: Path) -> None:
    with served(tmp_path, "--quiet") as server:
        server.process.send_signal(signal.SIGHUP)
        assert server.process.wait(STOP_SECONDS_MAX) == 0


def test_no_worker_serves_on_when_its_parent_was_killed(tmp_path: Path) -> None:
    with served(tmp_path, "--quiet") as server:
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(STOP_SECONDS_MAX)
        until = time.monotonic() + PARENT_SECONDS + STOP_SECONDS + 5
        while _answers(server.url) and time.monotonic() < until:
            time.sleep(0.2)
        assert not _answers(server.url)


def _answers(url: str) -> bool:
    try:
        httpx.get(f"{url}/livez", trust_env=False)
    except httpx.TransportError:
        return False
    return True
