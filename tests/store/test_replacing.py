"""`INSERT OR REPLACE` of SQLite puts no row over a fact, whichever program opens the file."""

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import text

from app.service.limits import set_table_max
from app.service.restored import leave_mark
from app.store.engine import sqlite_driver, writing
from app.store.tables import metadata
from tests.service.desk import Desk, Guest, sit

TABLES = tuple(table.name for table in metadata.sorted_tables)
OF_ONE_KEY = tuple(
    table.name for table in metadata.sorted_tables if len(table.primary_key.columns) == 1
)
"""Tables whose rows could be put over by another key than their first; of the rest it is the only
one."""


@pytest.fixture
def played(sqlite_url: str, tmp_path: Path) -> Iterator[Guest]:
    desk = Desk(sqlite_url, tmp_path / "keys")
    guest = sit(desk.open())
    guest.finish(guest.bet(200).view)
    set_table_max(guest.house, guest.player, 5000)
    leave_mark(guest.house)
    yield guest
    desk.close()


@pytest.mark.parametrize("table", TABLES)
def test_no_row_is_replaced_by_another_program(played: Guest, table: str) -> None:
    file = str(played.house.engine.url.database)
    with closing(sqlite_driver().connect(file)) as other:
        (rows,) = other.execute(f"SELECT COUNT(*) FROM {table}").fetchone()
        assert rows > 0
        with pytest.raises(sqlite_driver().IntegrityError):
            other.execute(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")
        assert other.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (rows,)


@pytest.mark.parametrize("table", OF_ONE_KEY)
def test_no_row_is_replaced_by_its_second_key_either(played: Guest, table: str) -> None:
    file = str(played.house.engine.url.database)
    with closing(sqlite_driver().connect(file)) as other:
        columns = [row[1] for row in other.execute(f"PRAGMA table_info({table})")]
        keys = [row[1] for row in other.execute(f"PRAGMA table_info({table})") if row[5]]
        given = ", ".join(f"'new-' || {name}" if name in keys else name for name in columns)
        before = other.execute(f"SELECT * FROM {table}").fetchall()
        with suppress(sqlite_driver().IntegrityError):
            other.execute(f"INSERT OR REPLACE INTO {table} SELECT {given} FROM {table} LIMIT 1")
        after = other.execute(f"SELECT * FROM {table}").fetchall()
        assert set(before) <= set(after)


def test_an_answer_that_was_kept_is_never_deleted(played: Guest) -> None:
    with pytest.raises(Exception, match="never deleted"), writing(played.house.engine) as tx:
        tx.execute(text("DELETE FROM idempotency"))
