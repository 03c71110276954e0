"""`pontoon serve` as a process of its own, on a free port."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.ports import free_port

START_SECONDS_MAX = 30
STOP_SECONDS_MAX = 15
PONTOON = (sys.executable, "-m", "app.cli")


@dataclass(frozen=True)
class Served:
    """A running server."""

    url: str
    process: subprocess.Popen[bytes]
    out: Path
    err: Path
    start_seconds: float


@contextmanager
def taken(number: signal.Signals, disposition: Any) -> Iterator[None]:
    """What is begun meanwhile takes this signal so, however the tests were begun themselves."""
    before = signal.signal(number, disposition)
    try:
        yield
    finally:
        signal.signal(number, before)


@contextmanager
def served(folder: Path, *options: str) -> Iterator[Served]:
    """Serve until the block ends, with the database in `folder`."""
    port = free_port()
    out, err = folder / "out.log", folder / "err.log"
    database = f"sqlite:///{folder / 'pontoon.db'}"
    command = [*PONTOON, "serve", "--port", str(port), "--database", database, *options]
    with out.open("wb") as to_out, err.open("wb") as to_err:
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=to_out, stderr=to_err)
        try:
            url = f"http://127.0.0.1:{port}"
            wait_for(url, process, err)
            yield Served(url, process, out, err, time.perf_counter() - started)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(STOP_SECONDS_MAX)


def wait_for(url: str, process: subprocess.Popen[bytes], err: Path) -> None:
    """Wait until the server answers; fails where it has ended instead."""
    until = time.monotonic() + START_SECONDS_MAX
    with httpx.Client(base_url=url, trust_env=False) as client:
        while time.monotonic() < until and process.poll() is None:
            try:
                client.get("/livez").raise_for_status()
            except httpx.TransportError:
                time.sleep(0.01)
                continue
            return
    raise AssertionError(f"the server does not start: {err.read_text(encoding='utf-8')}")
