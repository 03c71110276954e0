"""Names that were mistyped: of a database, of keys, of an address; nothing is made of them."""

import socket
import subprocess
import time
from pathlib import Path

import click
import httpx
import pytest
from click.testing import CliRunner
from sqlalchemy.exc import OperationalError

from app.cli import main
from app.commands.faults import spoken
from app.commands.ports import listening_alone, require_free_port
from tests.commands.served import PONTOON, START_SECONDS_MAX, STOP_SECONDS_MAX
from tests.ports import free_port
from tests.service.desk import Desk, sit

ROUND = "01890000-0000-7000-8000-0000000000ff"
NEEDS_A_HOUSE = (("restored", "--yes"), ("void", ROUND, "--reason", "a test"))


def refused(*arguments: str) -> str:
    """The one sentence of a refusal."""
    done = CliRunner().invoke(main, arguments)
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code != 0
    return done.stderr


@pytest.mark.parametrize("command", NEEDS_A_HOUSE, ids=lambda command: command[0])
def test_a_database_that_is_not_there_is_not_made(tmp_path: Path, command: tuple[str, ...]) -> None:
    address = f"sqlite:///{tmp_path / 'typo' / 'pontoon.db'}"
    assert "does not exist: name with --database" in refused(*command, "--database", address)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", NEEDS_A_HOUSE, ids=lambda command: command[0])
def test_what_holds_no_game_is_left_as_it_is(tmp_path: Path, command: tuple[str, ...]) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    assert "is empty" in refused(*command, "--database", f"sqlite:///{empty}")
    assert empty.stat().st_size == 0
    assert list(tmp_path.iterdir()) == [empty]


@pytest.mark.parametrize("command", NEEDS_A_HOUSE, ids=lambda command: command[0])
def test_keys_that_are_not_there_are_not_made(
    sqlite_url: str, tmp_path: Path, command: tuple[str, ...]
) -> None:
    desk = Desk(sqlite_url, tmp_path / "keys")
    sit(desk.open())
    desk.close()
    other = tmp_path / "kyes"
    assert "holds no keys" in refused(*command, "--database", sqlite_url, "--keys", str(other))
    assert not other.exists()


@pytest.mark.parametrize("command", ["serve", "play", "doctor", "migrate", "void", "restored"])
def test_an_sqlite_address_is_a_file_and_no_more(tmp_path: Path, command: str) -> None:
    address = f"sqlite:///{tmp_path / 'pontoon.db'}?mode=ro"
    rest = {"void": (ROUND, "--reason", "a test"), "restored": ("--yes",)}.get(command, ())
    assert "leave out ?mode=ro" in refused(command, *rest, "--database", address)
    assert list(tmp_path.iterdir()) == []


HOSTS = ["", "a..b", "\xe9..x", "a\udcff", "no.such.host.invalid", "192.0.2.1", "x" * 70]


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_that_is_none_is_one_sentence(host: str, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'pontoon.db'}"
    said = refused("serve", "--host", host, "--port", str(free_port()), "--database", database)
    assert "is not an address of this machine: choose another with --host." in said


def test_no_answer_waits_until_the_one_before_was_acknowledged() -> None:
    with (
        listening_alone("127.0.0.1", free_port(), backlog=1) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as connection,
    ):
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_of_two_that_open_a_port_at_once_one_is_refused() -> None:
    port = free_port()
    require_free_port("127.0.0.1", port)
    with listening_alone("127.0.0.1", port, backlog=1):
        with pytest.raises(click.ClickException, match=f"Port {port} is taken"):
            listening_alone("127.0.0.1", port, backlog=1)
        with socket.socket() as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            with pytest.raises(OSError, match="in use"):
                other.bind(("127.0.0.1", port))


def test_of_two_servers_that_start_together_one_serves(tmp_path: Path) -> None:
    port = free_port()
    started = []
    for name in ("one", "two"):
        database = f"sqlite:///{tmp_path / name / 'pontoon.db'}"
        command = [*PONTOON, "serve", "--port", str(port), "--database", database]
        err = (tmp_path / f"{name}.err").open("wb")
        started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=err))
        err.close()
    try:
        until = time.monotonic() + START_SECONDS_MAX
        while time.monotonic() < until and all(one.poll() is None for one in started):
            time.sleep(0.05)
        ended = [one.poll() for one in started if one.poll() is not None]
        assert ended == [1]
        texts = "".join(file.read_text() for file in tmp_path.glob("*.err"))
        assert f"Port {port} is taken" in texts
        wait = httpx.HTTPTransport(retries=20)
        with httpx.Client(transport=wait, trust_env=False) as client:
            assert client.get(f"http://127.0.0.1:{port}/livez", timeout=30).status_code == 200
    finally:
        for one in started:
            one.terminate()
            one.wait(STOP_SECONDS_MAX)


def test_a_name_of_this_machine_may_be_served_on() -> None:
    listening_alone("localhost", free_port(), backlog=1).close()


def test_a_disk_that_fills_while_it_starts_is_told_without_a_name() -> None:
    with pytest.raises(click.ClickException) as told, spoken():
        raise OSError(28, "No space left on device")
    assert told.value.message.startswith("The disk refuses what is to be written (No space left")


def test_a_disk_that_a_database_finds_full_is_told_with_what_to_do() -> None:
    full = Exception("database or disk is full")
    with pytest.raises(click.ClickException, match="make room"), spoken():
        raise OperationalError("INSERT", {}, full)
