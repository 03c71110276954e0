"""The house of a test: on SQLite and on PostgreSQL, gone afterwards."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.service.house import House
from tests.service.desk import Desk, Guest, sit


@pytest.fixture
def desk(database_url: str, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(database_url, tmp_path / "keys")
    yield desk
    desk.close()


@pytest.fixture
def house(desk: Desk) -> House:
    return desk.open()


@pytest.fixture
def guest(house: House) -> Guest:
    return sit(house)


@pytest.fixture
def sqlite_guest(sqlite_url: str, tmp_path: Path) -> Iterator[Guest]:
    """For tables of cases that no database can tell apart."""
    desk = Desk(sqlite_url, tmp_path / "keys")
    yield sit(desk.open())
    desk.close()
