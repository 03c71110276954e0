"""Ctrl+C in a terminal reaches the server and its worker at once, and ends both."""

import os
import signal
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.commands.served import PONTOON, STOP_SECONDS_MAX, wait_for
from tests.ports import free_port

STARTS = 6  # without the worker's own group about a third of the stops hung


@pytest.mark.parametrize("start", range(STARTS))
def test_ctrl_c_stops_the_server(tmp_path: Path, start: int) -> None:
    port = free_port()
    database = f"sqlite:///{tmp_path / 'pontoon.db'}"
    with (tmp_path / "err.log").open("wb") as err:
        process = subprocess.Popen(
            [*PONTOON, "serve", "--port", str(port), "--database", database],
            stdout=subprocess.DEVNULL,
            stderr=err,
            start_new_session=True,
        )
    try:
        wait_for(f"http://127.0.0.1:{port}", process, tmp_path / "err.log")
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(STOP_SECONDS_MAX) == 0, f"start {start}"
    finally:
        if process.poll() is None:
            process.kill()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/livez", trust_env=False)
