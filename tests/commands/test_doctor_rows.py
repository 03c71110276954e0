"""Doctor on a database that was edited, is held, or may not grow: findings, and no traceback."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.commands.doctor import command as doctor
from app.service.restored import watch
from app.store.engine import sqlite_driver
from tests.commands.served import PONTOON
from tests.ports import free_port
from tests.service.desk import Desk, sit

NOBODY = 65534
ODD: dict[str, tuple[str, str]] = {
    "a time that is none": ("UPDATE rounds SET announced_at = 'zzz'", "'zzz', which is no time"),
    "a day that is none": ("UPDATE rounds SET announced_at = '9999-99-99'", "which is no time"),
    "a time that is bytes": (
        "UPDATE rounds SET announced_at = x'00'",
        "rounds.announced_at is not",
    ),
    "text that is none": ("UPDATE rounds SET announced_at = cast(x'ff' AS text)", "decode"),
    "a key that is bytes": (
        "UPDATE rounds SET sealed_key_id = x'00'",
        "rounds.sealed_key_id is not",
    ),
    "a balance in words": (
        "UPDATE accounts SET balance = 'abc'",
        "accounts.balance is not integer",
    ),
    "half a penny": ("UPDATE accounts SET balance = 5.5", "accounts.balance is not integer"),
    "a posting in words": ("UPDATE postings SET amount = 'abc'", "postings.amount is not integer"),
    "a status that is none": (
        "UPDATE rounds SET status = 'x'",
        "CHECK constraint failed in rounds",
    ),
    "a stake beyond all": ("UPDATE rounds SET stake = 9e99", "rounds.stake is not integer"),
    "no such player": ("UPDATE rounds SET player_id = 'x'", "one of seats that is not there"),
    "a hash that is bytes": (
        "UPDATE rules_seen SET sha256 = x'00'",
        "rules_seen.sha256 is not text",
    ),
    "deleted marks": ("DELETE FROM marks", "has not the mark of"),
    "another mark": ("UPDATE marks SET mark = 'zz'", "freezes the rounds that are open"),
    "no table of marks": ("DROP TABLE marks", "no such table: marks"),
    "no table of rounds": ("DROP TABLE rounds", "no such table: rounds"),
    "a newer version": ("UPDATE alembic_version SET version_num = '9999'", "upgrade this one"),
    "an older version": ("UPDATE alembic_version SET version_num = '0003'", "pontoon migrate"),
    "two versions": ("INSERT INTO alembic_version VALUES ('0001')", "Multiple rows"),
}


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database that was left with a round in play, and its keys."""
    folder = tmp_path_factory.mktemp("left")
    desk = Desk(f"sqlite:///{folder / 'p.db'}", folder / "keys")
    guest = sit(desk.open())
    guest.open_round()
    watch(guest.house)
    desk.close()
    return folder


@pytest.fixture
def house(left: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(left, tmp_path / "house"))


def edit(folder: Path, statement: str) -> None:
    """Past every guard and rule of the tables."""
    database = sqlite_driver().connect(folder / "p.db", isolation_level=None)
    database.execute("PRAGMA ignore_check_constraints = 1")
    for (guard,) in database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    ).fetchall():
        database.execute(f"DROP TRIGGER {guard}")
    database.execute(statement)
    database.close()


def told(folder: Path) -> tuple[int, str]:
    """The exit code of doctor and what it says."""
    where = ["--port", str(free_port()), "--database", f"sqlite:///{folder / 'p.db'}"]
    done = CliRunner().invoke(doctor, where)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


def test_a_database_that_nobody_edited_has_no_finding(house: Path) -> None:
    assert told(house)[0] == 0


@pytest.mark.parametrize("case", ODD)
def test_whatever_a_row_holds_is_a_finding_with_a_remedy(house: Path, case: str) -> None:
    statement, found = ODD[case]
    edit(house, statement)
    code, said = told(house)
    assert code == 1
    assert found in said
    assert said.count("!!") == said.count("->") > 0


def test_a_database_that_another_program_holds_is_a_finding(house: Path, hurried: None) -> None:
    holder = sqlite_driver().connect(house / "p.db", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    code, said = told(house)
    holder.close()
    assert code == 1
    assert "another program is writing to it" in said


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="this system has no /proc")
def test_a_place_where_even_root_can_make_no_file_is_a_finding() -> None:
    done = CliRunner().invoke(doctor, ["--database", "sqlite:////proc/pontoon/p.db"])
    assert done.exit_code == 1
    assert "/proc may not be written to" in done.output


@contextmanager
def somebody_else() -> Iterator[None]:
    """Not root, who may write what is write-protected."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_file_that_may_not_be_written_to_is_a_finding(house: Path) -> None:
    told(house)  # all that is imported on the way may be closed to others
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(house / "p.db", folder)
        Path(folder).chmod(0o777)
        (Path(folder) / "p.db").chmod(0o444)
        with somebody_else():
            code, said = told(Path(folder))
    assert code == 1
    assert "cannot be opened for writing" in said


def test_a_disk_that_takes_no_more_is_a_finding(house: Path) -> None:
    where = f"--port {free_port()} --database sqlite:///{house / 'p.db'}"
    line = f"ulimit -f 0; exec {' '.join(PONTOON)} doctor {where}"  # no file may grow
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert "make room" in done.stdout
