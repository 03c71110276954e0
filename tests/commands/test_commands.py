"""Help, versions, health and faults of the command line."""

import os
import socket
import sqlite3
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from app.cli import SUMMARIES
from tests.commands.served import PONTOON, free_port, served

HELP_SECONDS_MAX = 2.0  # the aim is 0.3 s; a busy machine is given more


def run(
    *arguments: str, typed: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """A command to its end."""
    return subprocess.run(
        [*PONTOON, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
        timeout=60,
    )


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    """One clear sentence, an exit code, and no traceback."""
    assert done.returncode not in {0, None}
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith(("Error: ", "Usage: "))
    return done.stderr


def test_help_lists_every_command_and_imports_none_of_them() -> None:
    started = time.perf_counter()
    done = run("--help")
    assert time.perf_counter() - started < HELP_SECONDS_MAX
    assert done.returncode == 0
    for name, summary in SUMMARIES.items():
        assert name in done.stdout
        assert summary[:30] in done.stdout
    loaded = "import sys; from app.cli import main; main(['--help'], standalone_mode=False)"
    script = f"{loaded}; print([m for m in ('flask', 'sqlalchemy', 'rich') if m in sys.modules])"
    code = subprocess.run(
        [PONTOON[0], "-c", script], capture_output=True, text=True, check=True
    ).stdout
    assert code.rstrip().endswith("[]")


@pytest.mark.parametrize("name", SUMMARIES)
def test_every_command_has_help(name: str) -> None:
    done = run(name, "--help")
    assert done.returncode == 0, done.stderr
    assert "Usage:" in done.stdout


def test_an_unknown_command_is_refused_in_words() -> None:
    assert "No such command" in refusal(run("deal"))


def test_version_names_what_decides_a_round() -> None:
    done = run("version")
    assert done.returncode == 0
    for word in ("pontoon", "python", "sqlite", "casino-8-deck/1", "pontoon/proof/1"):
        assert word in done.stdout


def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        done = run("serve", "--port", port, cwd=tmp_path)
    assert f"Port {port} is taken" in refusal(done)
    assert "--port" in done.stderr
    assert not (tmp_path / "var").exists()


def test_a_locked_database_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "pontoon.db"
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("CREATE TABLE held (x)")
    holder.execute("BEGIN EXCLUSIVE")
    done = run("serve", "--port", str(free_port()), "--database", f"sqlite:///{file}")
    holder.close()
    assert "locked" in refusal(done)
    assert "--database" in done.stderr


def test_a_file_that_is_no_database_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "pontoon.db"
    file.write_bytes(b"not a database, but long enough to be looked at. " * 100)
    done = run("serve", "--port", str(free_port()), "--database", f"sqlite:///{file}")
    assert "not an SQLite database" in refusal(done)


def test_an_address_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    for address in ("pontoon.db", "mysql://somewhere/x", "sqlite://"):
        done = run("serve", "--port", str(free_port()), "--database", address, cwd=tmp_path)
        assert "sqlite:///" in refusal(done)


def test_an_origin_with_a_path_is_refused(tmp_path: Path) -> None:
    done = run("serve", "--allow-origin", "https://casino.example/play", cwd=tmp_path)
    assert "is not an origin" in refusal(done)


def test_missing_keys_of_a_played_database_are_one_sentence(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        httpx.post(f"{house.url}/v1/demo/sessions").raise_for_status()
    (tmp_path / "keys").rename(tmp_path / "elsewhere")
    database = f"sqlite:///{tmp_path / 'pontoon.db'}"
    done = run("serve", "--port", str(free_port()), "--database", database)
    assert "keys" in refusal(done)
    assert "--keys" in done.stderr
    doctor = run("doctor", "--database", database)
    assert doctor.returncode == 1
    assert "is missing" in doctor.stdout


def test_serve_says_where_it_serves_and_stops_when_told(tmp_path: Path) -> None:
    with served(tmp_path, "--no-demo", "--allow-origin", "https://casino.example") as house:
        answer = httpx.get(f"{house.url}/version", headers={"Origin": "https://casino.example"})
        assert answer.headers["Access-Control-Allow-Origin"] == "https://casino.example"
        assert httpx.post(f"{house.url}/v1/demo/sessions").status_code == 403
    assert house.url in house.out.read_text(encoding="utf-8")
    assert "Traceback" not in house.err.read_text(encoding="utf-8")
    assert house.process.returncode == 0


def test_migrate_brings_a_new_database_to_the_newest_form(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'new' / 'pontoon.db'}"
    assert run("migrate", "--database", database).returncode == 0
    assert run("migrate", "--database", database).returncode == 0


def test_doctor_finds_nothing_wrong_before_the_first_start(tmp_path: Path) -> None:
    done = run("doctor", "--port", str(free_port()), cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    for subject in ("sqlite", "keys", "clock", "entropy", "port", "database"):
        assert subject in done.stdout
    assert not (tmp_path / "var").exists()


def test_doctor_looks_at_the_books_of_a_played_database(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        httpx.post(f"{house.url}/v1/demo/sessions").raise_for_status()
    database = f"sqlite:///{tmp_path / 'pontoon.db'}"
    done = run("doctor", "--port", str(free_port()), "--database", database)
    assert done.returncode == 0, done.stdout
    assert "balance" in done.stdout
    (tmp_path / "keys").chmod(0o755)
    open_to_others = run("doctor", "--port", str(free_port()), "--database", database)
    assert open_to_others.returncode == 1
    assert "chmod 700" in open_to_others.stdout
