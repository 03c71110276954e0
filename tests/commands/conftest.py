"""What tests of commands share."""

import pytest

from app.store import engine

WAIT_SECONDS = 0.2


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands of this process hardly wait for what another program holds."""
    monkeypatch.setattr(engine, "BUSY_SECONDS", WAIT_SECONDS)
