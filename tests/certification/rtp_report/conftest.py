"""One small report of the shipped rules for all tests of it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.proof.signing import SigningKey
from certification.judgement.results import Verdict
from certification.rtp.exposure.exposure import Sizes
from certification.rtp.report.build import write_report
from certification.rtp.report.facts import Extent, Facts, gather
from config.loader import load_rules

KEY = SigningKey.from_seed(bytes(range(32)))
EXTENT = Extent(rounds=300_000, exposure=Sizes(shoes=320, exact=120), processes=1)
AT = datetime(2030, 1, 2, 3, 4, tzinfo=UTC)


@pytest.fixture(scope="session")
def told() -> list[tuple[str, int, int]]:
    """What was said while it was made."""
    return []


@pytest.fixture(scope="session")
def facts(told: list[tuple[str, int, int]]) -> Facts:
    """All that the report says."""
    return gather(load_rules(), EXTENT, AT, "a test", lambda *step: told.append(step))


@pytest.fixture(scope="session")
def folder(facts: Facts, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report as it is handed over."""
    out = tmp_path_factory.mktemp("report")
    assert write_report(out, facts, KEY) is Verdict.PASS
    return out
