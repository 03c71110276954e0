"""A house on an empty SQLite database, its application, and a guest."""

from collections.abc import Iterator

import pytest
from apiflask import APIFlask

from app.factory import build_house, create_app
from app.service.house import House
from app.settings import Settings
from tests.api.guest import Guest, open_guest

ORIGIN = "https://casino.example"


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return Settings(database=sqlite_url, allow_origins=(ORIGIN,))


@pytest.fixture
def house(settings: Settings) -> Iterator[House]:
    built = build_house(settings)
    yield built
    built.close()


@pytest.fixture
def api(settings: Settings, house: House) -> APIFlask:
    return create_app(settings, house)


@pytest.fixture
def guest(api: APIFlask) -> Guest:
    return open_guest(api)
