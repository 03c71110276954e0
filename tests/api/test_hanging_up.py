"""What ends a connection touches no file: with any number of one SQLite's locks would go."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app.api.hanging_up import OPEN_FILES, hang_up
from app.service.house import House
from app.store.engine import reading, sqlite_file
from tests.api.guest import Guest

NOBODY = "203.0.113.1"  # RFC 5737: an address of documents alone
LOCKS = Path("/proc/locks")
ANOTHER_PROCESS = """
import sys
from app.store.engine import open_engine, reading
from app.store.entries import check_books
engine = open_engine(sys.argv[1])
with reading(engine) as tx:
    check_books(tx)
engine.dispose()
"""

pytestmark = pytest.mark.skipif(
    not (OPEN_FILES.is_dir() and LOCKS.is_file()), reason="needs Linux: /proc/self/fd, /proc/locks"
)


def locks_on(file: Path) -> list[str]:
    """What this process has locked of a file."""
    inode, process = file.stat().st_ino, str(os.getpid())
    rows = [line.split() for line in LOCKS.read_text().splitlines()]
    found = [row[1:] for row in rows if row[1] == "POSIX" and row[4] == process]
    return sorted(" ".join(row) for row in found if row[4].endswith(f":{inode}"))


def test_hanging_up_leaves_the_locks_of_the_database_where_they_are(
    guest: Guest, house: House
) -> None:
    database = sqlite_file(house.engine)
    assert database is not None
    with reading(house.engine) as tx:
        tx.exec_driver_sql("SELECT count(*) FROM rounds").scalar_one()
        before = locks_on(database)
        assert before
        hang_up(NOBODY, 1, lambda _: True)
        assert locks_on(database) == before


def test_a_round_outlives_a_process_that_looks_at_the_database_after_a_hanging_up(
    guest: Guest, house: House
) -> None:
    database = sqlite_file(house.engine)
    assert database is not None
    guest.in_play()
    hang_up(NOBODY, 1, lambda _: True)
    address = str(house.engine.url)
    subprocess.run([sys.executable, "-c", ANOTHER_PROCESS, address], check=True)
    deleted = [link for link in OPEN_FILES.iterdir() if _target(link).endswith("(deleted)")]
    assert not [link for link in deleted if str(database) in _target(link)]


def test_hanging_up_ends_the_connections_of_one_address_to_one_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as client:
            taken, _ = server.accept()
            with taken:
                assert hang_up(NOBODY, port, lambda _: True) == 0
                assert hang_up("127.0.0.1", port, lambda _: True) == 1
                assert client.recv(1) == b""


def _target(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:  # the one by which the folder was read
        return ""
