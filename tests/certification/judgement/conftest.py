"""One small run of the production generator, made once."""

from pathlib import Path

import pytest

from certification.cards.production import Production
from certification.judgement.results import RunResult
from tests.certification.judgement.plans import SMALL, run


@pytest.fixture(scope="session")
def live_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the small run keeps its live secrets."""
    return tmp_path_factory.mktemp("live")


@pytest.fixture(scope="session")
def small_run(live_folder: Path) -> RunResult:
    """A run of the production generator."""
    return run(SMALL, Production(), live_folder)
