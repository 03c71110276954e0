"""Opening databases: durable commits, one writer, and a schema that is what the tables say."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, text

from app.store import engine as engines
from app.store.engine import (
    DatabaseBusy,
    UnknownDatabase,
    journal_mode,
    open_engine,
    reading,
    sqlite_driver,
    sqlite_file,
    writing,
)
from app.store.schema import SchemaUnknown, behind, migrate
from app.store.tables import metadata
from tests.postgresql import Cluster

SOME_TRIES = 20


def test_a_migrated_database_has_exactly_the_tables_of_the_code(database_url: str) -> None:
    engine = open_engine(database_url)
    assert behind(engine)
    migrate(engine)
    migrate(engine)
    assert not behind(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_tables_that_are_not_those_of_their_version_are_told_with_a_remedy(
    database_url: str,
) -> None:
    engine = open_engine(database_url)
    migrate(engine)
    with writing(engine) as tx:
        tx.execute(text("UPDATE alembic_version SET version_num = '0003'"))
    with pytest.raises(SchemaUnknown, match="move it away with its keys"):
        migrate(engine)
    engine.dispose()


def test_tables_that_somebody_holds_while_they_are_migrated_are_busy_and_not_unknown(
    postgresql_url: str, hurried: None
) -> None:
    engine = open_engine(postgresql_url)
    migrate(engine)
    with writing(engine) as tx:
        tx.execute(text("DROP INDEX open_rounds"))
        tx.execute(text("UPDATE alembic_version SET version_num = '0004'"))
    with writing(engine) as other:
        other.execute(text("LOCK TABLE rounds IN ACCESS EXCLUSIVE MODE"))
        with pytest.raises(DatabaseBusy):
            migrate(engine)
    migrate(engine)
    assert not behind(engine)
    engine.dispose()


@pytest.mark.parametrize(
    "url",
    [
        "mysql://localhost/x",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file::memory:?uri=true",
        "sqlite:///file:?uri=true",
        "sqlite:///file:pontoon.db?mode=memory&uri=true",
    ],
)
def test_another_database_is_refused_with_what_is_expected(url: str) -> None:
    with pytest.raises(UnknownDatabase, match="sqlite:///"):
        open_engine(url)


@pytest.mark.parametrize(
    ("url", "file"),
    [
        ("sqlite:///var/pontoon.db", "var/pontoon.db"),
        ("sqlite:////srv/a b.db", "/srv/a b.db"),
        ("sqlite:///file:var/pontoon.db?mode=ro&uri=true", "var/pontoon.db"),
        ("sqlite:///file:/srv/a%20b.db?uri=true", "/srv/a b.db"),
        ("sqlite:///file:///srv/pontoon.db?uri=1", "/srv/pontoon.db"),
        ("sqlite:///file:pontoon.db", "file:pontoon.db"),
        ("sqlite:///var/a:memory:b.db", "var/a:memory:b.db"),
        ("postgresql://localhost/pontoon", None),
    ],
)
def test_the_file_of_a_database_is_the_one_that_is_opened(url: str, file: str | None) -> None:
    engine = open_engine(url)
    assert sqlite_file(engine) == (None if file is None else Path(file))
    engine.dispose()


def test_sqlite_commits_reach_the_disk(sqlite_url: str) -> None:
    engine = open_engine(sqlite_url)
    with reading(engine) as tx:
        pragmas = {
            name: tx.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("synchronous", "foreign_keys", "journal_mode", "busy_timeout")
        }
    assert pragmas == {
        "synchronous": 2,
        "foreign_keys": 1,
        "journal_mode": journal_mode().lower(),
        "busy_timeout": 1000 * engines.BUSY_SECONDS,
    }
    engine.dispose()


@pytest.fixture
def writer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """A connection of another program in a new file without a WAL, which has begun to write."""
    monkeypatch.setattr(engines, "WAL_SAFE_VERSION", (3, 0, 0))
    connection = sqlite_driver().connect(tmp_path / "pontoon.db", isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("CREATE TABLE theirs (number)")
    yield connection
    connection.close()


def test_a_new_file_that_another_program_is_writing_is_waited_for(
    sqlite_url: str, writer: Any
) -> None:
    engine = open_engine(sqlite_url)
    with ThreadPoolExecutor(1) as threads:
        opening = threads.submit(_journal, engine)
        with pytest.raises(TimeoutError):
            opening.result(SOME_TRIES * engines.AGAIN_SECONDS)
        writer.execute("COMMIT")
        assert opening.result() == "wal"
    engine.dispose()


def test_a_new_file_that_another_program_goes_on_writing_is_busy(
    sqlite_url: str, writer: Any, hurried: None
) -> None:
    engine = open_engine(sqlite_url)
    with pytest.raises(DatabaseBusy):
        _journal(engine)
    engine.dispose()


def test_a_new_file_is_waited_for_once_whatever_holds_it(
    sqlite_url: str, tmp_path: Path, writer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS", 4)
    reader = sqlite_driver().connect(tmp_path / "pontoon.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM sqlite_schema").fetchall()
    engine = open_engine(sqlite_url)
    began = monotonic()
    with ThreadPoolExecutor(1) as threads:
        opening = threads.submit(_journal, engine)
        sleep(3)
        writer.execute("ROLLBACK")  # and now it is the reader, whom SQLite waits for by itself
        with pytest.raises(DatabaseBusy):
            opening.result()
    assert 3 < monotonic() - began < 6.5
    reader.close()
    engine.dispose()


def _journal(engine: Engine) -> str:
    with reading(engine) as tx:
        mode: str = tx.exec_driver_sql("PRAGMA journal_mode").scalar_one()
    return mode


def test_what_is_said_again_is_not_compiled_again_however_much_was_said_before(
    sqlite_url: str,
) -> None:
    engine, compiled = open_engine(sqlite_url), 0

    def count(*_facts: object) -> int:
        nonlocal compiled
        compiled += 1
        return 0

    with writing(engine) as tx:
        driver: Any = tx.connection.driver_connection
        for number in range(200):  # more than a migration says
            driver.execute(f"SELECT {number}").fetchall()
        driver.set_authorizer(count)  # which has everything compiled once more
        for _ in range(3):
            for name in ("a", "b"):
                driver.execute(f"SELECT 1 AS {name}").fetchall()
        assert compiled == 2
    engine.dispose()


def test_writers_use_the_connection_whose_pages_are_in_memory(sqlite_url: str) -> None:
    engine = open_engine(sqlite_url)
    with reading(engine), reading(engine), writing(engine):
        pass  # three connections in the pool
    used: set[Any] = set()
    for _ in range(6):
        with writing(engine) as tx:
            used.add(tx.connection.driver_connection)
    assert len(used) == 1
    engine.dispose()


@pytest.mark.parametrize(("safe_from", "mode"), [((3, 0, 0), "WAL"), ((99, 0, 0), "TRUNCATE")])
def test_wal_is_used_only_where_sqlite_is_safe_with_it(
    monkeypatch: pytest.MonkeyPatch, safe_from: tuple[int, int, int], mode: str
) -> None:
    monkeypatch.setattr(engines, "WAL_SAFE_VERSION", safe_from)
    assert journal_mode() == mode


def test_postgresql_commits_reach_the_disk(postgresql_url: str) -> None:
    engine = open_engine(postgresql_url)
    with writing(engine) as tx:
        assert tx.execute(text("SHOW synchronous_commit")).scalar_one() == "on"
        assert tx.execute(text("SHOW transaction_isolation")).scalar_one() == "read committed"
    with reading(engine) as tx:
        assert tx.execute(text("SHOW transaction_isolation")).scalar_one() == "repeatable read"
        assert tx.execute(text("SHOW transaction_read_only")).scalar_one() == "on"
    engine.dispose()


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_postgresql_answers_text_whatever_a_database_is_encoded_in(
    postgresql: Cluster, encoding: str
) -> None:
    with postgresql.database(encoding=encoding) as url:
        engine = open_engine(url)
        migrate(engine)
        assert not behind(engine)
        with reading(engine) as tx:
            assert tx.execute(text("SELECT 'KD'")).scalar_one() == "KD"
        engine.dispose()


def test_what_is_written_is_there_and_a_refusal_takes_all_of_it_back(database_url: str) -> None:
    engine = open_engine(database_url)
    with writing(engine) as tx:
        tx.execute(text("CREATE TABLE pennies (pence INTEGER)"))
        tx.execute(text("INSERT INTO pennies VALUES (1)"))

    def spend_and_fail() -> None:
        with writing(engine) as tx:
            tx.execute(text("INSERT INTO pennies VALUES (2)"))
            raise KeyError

    with pytest.raises(KeyError):
        spend_and_fail()
    with reading(engine) as tx:
        assert list(tx.execute(text("SELECT pence FROM pennies")).scalars()) == [1]
    engine.dispose()


def test_a_second_writer_waits_and_gives_up_in_the_end(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0.05)
    engine = open_engine(sqlite_url)
    held, over = threading.Event(), threading.Event()

    def hold() -> None:
        with writing(engine):
            held.set()
            over.wait(5)

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(5)
    with pytest.raises(DatabaseBusy), writing(engine):
        pass
    over.set()
    holder.join()
    engine.dispose()
