"""Databases that serve refuses: in one sentence, before it says that it serves; doctor agrees."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from app.commands.restored import command as restored
from app.service.restored import MARK_FILE, watch
from tests.commands.command_line import refusal, run
from tests.ports import free_port
from tests.service.desk import Desk, sit, tamper

OTHER = "ab" * 32
REFUSED = {
    "edited rules": (f"UPDATE rules_seen SET sha256 = '{OTHER}'", "an id of its own"),
    "rules of an open round that are gone": (
        f"UPDATE rounds SET rules_sha256 = '{OTHER}' WHERE status = 'in_play'",
        "serve the database with the version that dealt them",
    ),
    "events of a newer version": (
        "UPDATE steps SET events_format = 'pontoon/events/9'",
        "serve the database with the version that wrote them",
    ),
}


@pytest.fixture
def desk(sqlite_url: str, tmp_path: Path) -> Desk:
    """A desk that has been left with a round in play."""
    desk = Desk(sqlite_url, tmp_path / "keys")
    guest = sit(desk.open())
    guest.open_round()
    watch(guest.house)
    return desk


def _both_refuse(desk: Desk, remedy: str) -> None:
    where = ("--port", str(free_port()), "--database", desk.url)
    serve = run("serve", *where)
    assert remedy in refusal(serve)
    assert "is served on" not in serve.stdout
    doctor = run("doctor", *where)
    assert doctor.returncode == 1
    assert remedy in doctor.stdout
    assert doctor.stdout.count("->") == 1


@pytest.mark.parametrize("case", REFUSED)
def test_what_serve_refuses_of_a_database_doctor_says_too(desk: Desk, case: str) -> None:
    change, remedy = REFUSED[case]
    tamper(desk.houses[0], change)
    desk.close()
    _both_refuse(desk, remedy)


def test_a_lost_mark_is_refused_in_one_sentence(desk: Desk, tmp_path: Path) -> None:
    desk.close()
    (mark,) = (tmp_path / "keys").glob(f"{MARK_FILE}*")
    assert run("doctor", "--port", str(free_port()), "--database", desk.url).returncode == 0
    mark.unlink()
    _both_refuse(desk, "run pontoon restored")


def test_a_restore_is_declared_only_where_the_servers_are_said_to_be_stopped(desk: Desk) -> None:
    desk.close()
    asked = CliRunner().invoke(restored, ["--database", desk.url], input="n\n")
    assert (asked.exit_code, "frozen" in asked.output) == (1, False)
    done = CliRunner().invoke(restored, ["--database", desk.url, "--yes"])
    assert done.stdout == "Announced numbers that lapsed: 0. Open rounds frozen: 1.\n"
