"""What tests of every folder share: a database of each kind, and hypothesis that repeats itself.

A test that asks for `database_url` runs twice, on SQLite and on PostgreSQL, each time on an empty
database of its own. Where PostgreSQL is missing such a test is a named skip, and in CI a failure.
"""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import hypothesis
import pytest
from hypothesis.configuration import set_hypothesis_home_dir
from xdist.remote import Producer

from app.store import engine
from tests.missing import not_here
from tests.postgresql import Cluster, Durability, Missing, running_cluster
from tests.scheduling import Sharing

# The same examples at each run: a red test is red again, and nobody's change is blamed for luck.
hypothesis.settings.register_profile("pontoon", derandomize=True, deadline=None)
hypothesis.settings.load_profile("pontoon")
# What hypothesis keeps names the places of files on this machine: it goes when the tests end.
_KEPT = TemporaryDirectory(prefix="hypothesis-", ignore_cleanup_errors=True)
set_hypothesis_home_dir(_KEPT.name)


HURRIED_SECONDS = 0.2
SHOWN = "shown"
"""A property under this name is a line for whoever ran the tests, in parallel too."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Sharing:
    """Several processes share the tests out as `tests.scheduling` says, whatever --dist is."""
    return Sharing(config, log)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What tests have to show, which a worker's standard output would not bring here."""
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    lines = [text for report in reports for name, text in report.user_properties if name == SHOWN]
    if lines:
        terminalreporter.section("shown by tests")
        for line in lines:
            terminalreporter.write_line(str(line))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """One cluster for each worker, started when first asked for; it does not wait for the disk."""
    yield from _cluster(Durability.LAX)


@pytest.fixture(scope="session")
def durable_postgresql() -> Iterator[Cluster]:
    """As `postgresql`, with fsync: for the tests that kill processes."""
    yield from _cluster(Durability.SYNCED)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases that are opened hardly wait for what another program holds."""
    monkeypatch.setattr(engine, "BUSY_SECONDS", HURRIED_SECONDS)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Address of an SQLite database that is not there yet."""
    return f"sqlite:///{tmp_path / 'pontoon.db'}"


@pytest.fixture
def postgresql_url(postgresql: Cluster) -> Iterator[str]:
    """Address of an empty PostgreSQL database."""
    with postgresql.database() as url:
        yield url


@pytest.fixture
def durable_postgresql_url(durable_postgresql: Cluster) -> Iterator[str]:
    """Address of an empty PostgreSQL database whose commits reach the disk."""
    with durable_postgresql.database() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Address of an empty database, once of each kind."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture(params=["sqlite", "durable_postgresql"])
def durable_database_url(request: pytest.FixtureRequest) -> str:
    """As `database_url`, with commits that reach the disk."""
    return str(request.getfixturevalue(f"{request.param}_url"))


def _cluster(durability: Durability) -> Iterator[Cluster]:
    try:
        with running_cluster(durability) as cluster:
            yield cluster
    except Missing as missing:
        not_here(missing)
