"""How a server ends: hung up by its terminal, or with its parent killed."""

import os
import signal
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from app.commands.serve import PARENT_SECONDS, STOP_SECONDS
from tests.commands.served import PONTOON, STOP_SECONDS_MAX, served, taken
from tests.ports import free_port


def test_a_server_whose_terminal_is_closed_stops(tmp_path: Path) -> None:
    with taken(signal.SIGHUP, signal.SIG_DFL), served(tmp_path, "--quiet") as server:
        server.process.send_signal(signal.SIGHUP)
        assert server.process.wait(STOP_SECONDS_MAX) == 0


def test_a_server_that_was_begun_with_nohup_goes_on_with_its_worker(tmp_path: Path) -> None:
    with taken(signal.SIGHUP, signal.SIG_IGN), served(tmp_path, "--quiet") as server:
        workers = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
        before = workers.read_text() if workers.exists() else ""
        server.process.send_signal(signal.SIGHUP)
        time.sleep(PARENT_SECONDS)
        assert server.process.poll() is None
        assert _answers(server.url)
        assert not workers.exists() or workers.read_text() == before


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.2])
def test_a_server_that_is_still_starting_stops_at_once(
    tmp_path: Path, end: signal.Signals, seconds: float
) -> None:
    database = f"sqlite:///{tmp_path / 'pontoon.db'}"
    command = [*PONTOON, "serve", "--quiet", "--port", str(free_port()), "--database", database]
    with (
        taken(signal.SIGHUP, signal.SIG_DFL),
        subprocess.Popen(command, stdout=subprocess.PIPE) as process,
    ):
        assert process.stdout is not None
        try:
            assert b"is served on" in process.stdout.readline()
            time.sleep(seconds)
            process.send_signal(end)
            told = time.monotonic()
            # Before it takes signals over, they end it as they end any program.
            assert process.wait(STOP_SECONDS_MAX) in (0, -end)
        finally:
            process.terminate()
    assert time.monotonic() - told < STOP_SECONDS


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
