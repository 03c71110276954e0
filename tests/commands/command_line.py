"""`pontoon` as it is typed, to its end."""

import os
import subprocess
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner

from app.cli import main
from tests.commands.served import PONTOON

ROOT = Path(__file__).resolve().parents[2]
Done = subprocess.CompletedProcess[str]


def run(*arguments: str, typed: str = "", cwd: Path | None = None) -> Done:
    """A command; `serve` in a process of its own, for here one that is not refused never ends."""
    runs = run_alone if arguments[:1] == ("serve",) else run_here
    return runs(*arguments, typed=typed, cwd=cwd)


def run_here(*arguments: str, typed: str = "", cwd: Path | None = None) -> Done:
    """A command in this process, which saves its start, with a folder and a state of its own."""
    with chdir(cwd or Path.cwd()):
        done = CliRunner().invoke(
            main, arguments, input=typed, env=_state(cwd), catch_exceptions=False
        )
    return Done(arguments, done.exit_code, done.stdout, done.stderr)


def run_alone(*arguments: str, typed: str = "", cwd: Path | None = None) -> Done:
    """A command in a process of its own."""
    return subprocess.run(
        [*PONTOON, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **_state(cwd)},
        timeout=60,
    )


def refusal(done: Done) -> str:
    """One clear sentence, an exit code, and no traceback."""
    assert done.returncode not in {0, None}
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith(("Error: ", "Usage: "))
    return done.stderr


def _state(cwd: Path | None) -> dict[str, str]:
    return {"XDG_STATE_HOME": str((cwd or Path.cwd() / ".pytest_cache") / "state")}
