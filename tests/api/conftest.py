"""A house on an empty SQLite database, its application, and a guest."""

from collections.abc import Iterator

import pytest
from apiflask import APIFlask

from app.factory import build_house, create_app
from app.service.house import House
from app.settings import Settings
from tests.api.guest import Guest, open_guest
from tests.api.held_client import HeldClient

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
    app = create_app(settings, house)
    app.test_client_class = HeldClient
    return app


@pytest.fixture
def guest(api: APIFlask) -> Guest:
    return open_guest(api)
