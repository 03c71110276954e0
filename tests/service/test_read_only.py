"""A database that may only be read: not ready, not started on, and not taken for one that waits."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from app.factory import build_house
from app.service.health import READ_ONLY, database_fault
from app.service.house import House
from app.settings import Settings
from app.store.engine import cause_of, open_engine, sqlite_file, writing
from tests.service.desk import Desk, Guest


def _read_only_address(engine: Engine) -> str:
    file = sqlite_file(engine)
    return f"sqlite:///file:{file}?mode=ro&uri=true"


@pytest.fixture
def read_only(sqlite_guest: Guest) -> Iterator[House]:
    engine = open_engine(_read_only_address(sqlite_guest.house.engine))
    yield replace(sqlite_guest.house, engine=engine)
    engine.dispose()


def test_a_file_that_may_only_be_read_begins_a_transaction_and_is_not_ready_all_the_same(
    sqlite_guest: Guest, read_only: House
) -> None:
    with writing(read_only.engine):
        pass
    assert database_fault(read_only) == READ_ONLY
    assert database_fault(sqlite_guest.house) == ""


def test_nothing_starts_on_a_file_that_may_only_be_read(
    sqlite_guest: Guest, read_only: House
) -> None:
    settings = Settings(database=_read_only_address(sqlite_guest.house.engine))
    with pytest.raises(DBAPIError) as refused:
        build_house(settings)
    assert cause_of(refused.value) == "SQLITE_READONLY"


def test_a_database_that_takes_writes_is_ready(desk: Desk) -> None:
    assert database_fault(desk.open()) == ""
