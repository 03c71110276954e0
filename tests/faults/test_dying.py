"""A process killed at any statement of a bet, an action or a settlement loses nothing."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.store.engine import open_engine
from app.store.schema import migrate
from tests.conftest import SHOWN

ROOT = Path(__file__).parents[2]
SECONDS_MAX = 120
# The least that each request has: its statements, the commit, the answer that never left.
LEAST = {"bet": 10, "action": 10, "settlement": 12}


@pytest.mark.parametrize("scenario", ["bet", "action", "settlement"])
def test_a_kill_at_any_statement_loses_and_doubles_nothing(
    durable_database_url: str,
    tmp_path: Path,
    scenario: str,
    record_property: Callable[[str, object], None],
) -> None:
    engine = open_engine(durable_database_url)
    migrate(engine)
    engine.dispose()
    keys = str(tmp_path / "keys")
    program = [sys.executable, "-W", "error", "-m", "tests.faults.dying_program"]
    run = subprocess.run(
        [*program, durable_database_url, keys, scenario],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    kind = engine.dialect.name
    statements = run.stdout.strip()
    record_property(SHOWN, f"{scenario} on {kind}: killed at statements 1 to {statements}")
    assert int(run.stdout) >= LEAST[scenario]
