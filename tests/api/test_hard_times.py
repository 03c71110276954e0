"""A database that somebody else holds, and a disk that takes no more."""

import json
import resource
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from apiflask import APIFlask
from werkzeug.test import TestResponse

from app.api.app import build_api
from app.service import proofs
from app.service.health import PROBE_BYTES, database_fault
from app.store import engine
from app.store.engine import reading
from app.store.entries import check_books
from tests.api.guest import Guest, open_guest, problem
from tests.service.desk import Desk, tamper

FILLING_MAX = 40  # sessions, until the last page of an empty database is full


@pytest.fixture
def api(database_url: str, tmp_path: Path, hurried: None) -> Iterator[APIFlask]:
    """An application that hardly waits for what somebody else holds."""
    desk = Desk(database_url, tmp_path / "keys")
    yield build_api(desk.open())
    desk.close()


@contextmanager
def held(url: str) -> Iterator[None]:
    """All seats held by another program for as long as the block lasts."""
    if url.startswith("sqlite"):
        with closing(engine.sqlite_driver().connect(sa.make_url(url).database)) as file:
            file.execute("BEGIN IMMEDIATE")
            yield
        return
    other = sa.create_engine(url)
    with other.begin() as tx:
        tx.execute(sa.text("SELECT * FROM players FOR UPDATE"))
        yield
    other.dispose()


def test_what_somebody_else_holds_is_in_progress_and_to_be_asked_for_again(
    api: APIFlask, database_url: str
) -> None:
    guest = open_guest(api)
    bet = guest.bet_body()
    with held(database_url):
        answer = guest.post("/v1/rounds", bet)
    problem(answer, "request-in-progress", 409)
    assert int(answer.headers["Retry-After"]) >= 1
    assert guest.post("/v1/rounds", bet).status_code == 201


def test_a_full_disk_is_not_ready(sqlite_url: str, tmp_path: Path) -> None:
    desk = Desk(sqlite_url, tmp_path / "keys")
    house = desk.open()
    assert database_fault(house) == ""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    heard = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (PROBE_BYTES // 2, before[1]))
        fault = database_fault(house)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, heard)
    assert fault.startswith("its disk takes no more (")
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith("tmp")) == []
    desk.close()


def test_a_disk_that_takes_no_more_deals_nothing_and_says_so(
    sqlite_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = Desk(sqlite_url, tmp_path / "keys")
    house = desk.open()
    guest = open_guest(build_api(house))
    bet = guest.bet_body()
    for full in (True, False):
        with reading(house.engine) as tx:
            pages = tx.exec_driver_sql("PRAGMA page_count").scalar_one()
            most = pages if full else 2**30
            tx.exec_driver_sql(f"PRAGMA max_page_count = {most}")
        if full:
            statuses = {_filled(guest).status_code for _ in range(FILLING_MAX)}
            assert statuses <= {201, 503}
            answer = _filled(guest)
            problem(answer, "not-dealing", 503)
            assert int(answer.headers["Retry-After"]) >= 1
    assert "SQLITE_FULL" in capsys.readouterr().err
    assert guest.post("/v1/rounds", bet).status_code == 201
    with reading(house.engine) as tx:
        assert check_books(tx) == ()
    desk.close()


def _filled(guest: Guest) -> TestResponse:
    return guest.http.post("/v1/demo/sessions")


def test_the_line_of_a_fault_names_what_the_database_said(
    sqlite_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = Desk(sqlite_url, tmp_path / "keys")
    house = desk.open()
    api = build_api(house)
    guest = open_guest(api)
    tamper(
        house,
        "CREATE TRIGGER no BEFORE UPDATE ON rounds BEGIN SELECT RAISE(ABORT, 'a secret'); END",
    )
    problem(guest.post("/v1/rounds", guest.bet_body()), "internal-error", 500)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    (fault,) = [line for line in lines if line["event"] == "fault"]
    assert "SQLITE_CONSTRAINT" in fault["kind"] or "IntegrityError" in fault["kind"]
    assert "a secret" not in json.dumps(fault)
    desk.close()


def test_a_stream_that_the_database_cuts_off_says_so_in_its_last_line(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proofs, "PROOFS_AT_ONCE", 1)
    desk = Desk(sqlite_url, tmp_path / "keys")
    house = desk.open()
    guest = open_guest(build_api(house))
    for _ in range(3):
        guest.finish(guest.bet())
    answer = guest.get("/v1/rounds/proofs.ndjson")
    lines = answer.iter_encoded()
    json.loads(next(lines))
    tamper(house, "ALTER TABLE rounds RENAME TO elsewhere")
    last = json.loads(list(lines)[-1])
    assert last["type"] == "/problems/internal-error"
    assert "elsewhere" not in json.dumps(last)
    desk.close()
