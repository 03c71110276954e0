"""The installed program, serving in a folder of its own for as long as a test needs it."""

import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.packaging.environment import BARE, Environment
from tests.ports import free_port

START_SECONDS_MAX = 30


@contextmanager
def served(installed: Environment, folder: Path) -> Iterator[httpx.Client]:
    """Run `pontoon serve` with its defaults, in `folder`, on a free port, and end it."""
    port = free_port()
    with (folder / "served.log").open("wb") as log:
        server = subprocess.Popen(
            [installed.pontoon, "serve", "--port", str(port)],
            cwd=folder,
            env=BARE,
            stdout=log,
            stderr=log,
        )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
            wait_until_live(client, server, folder / "served.log")
            yield client
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(START_SECONDS_MAX)


def wait_until_live(client: httpx.Client, server: subprocess.Popen[bytes], log: Path) -> None:
    """Wait for an answer; fails where the server has ended instead."""
    end = time.monotonic() + START_SECONDS_MAX
    while True:
        assert server.poll() is None, log.read_text()
        assert time.monotonic() < end, log.read_text()
        try:
            if client.get("/livez").is_success:
                return
        except httpx.TransportError:
            time.sleep(0.05)
