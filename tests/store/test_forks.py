"""A server may open the database and then fork: no two processes are ever on one connection."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECONDS_MAX = 60


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this operating system does not fork processes")
def test_a_forked_child_leaves_the_connections_of_its_parent_alone(database_url: str) -> None:
    command = [sys.executable, "-W", "error", "-m", "tests.store.forking_program", database_url]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS_MAX, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert told["child"]["kept"] == 0
    assert told["after"] == told["before"]
    if not database_url.startswith("sqlite"):
        assert told["child"]["session"] != told["before"]
