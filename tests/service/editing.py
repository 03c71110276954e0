"""Rows that somebody edits who has the database in their hands, past every guard."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import text

from app.service.house import House
from app.service.refusals import Refusal
from app.store.engine import database_errors, sqlite_driver, sqlite_file, writing
from tests.service.desk import tamper

OTHER_KIND = (None, 7, "x", b"\x00\xff")
"""NULL, another number, a text, a blob; SQLite takes them all."""


@contextmanager
def past_every_guard(house: House) -> Iterator[Callable[[str, dict[str, Any]], int]]:
    """How rows are edited by somebody who has the database in their hands."""
    file = sqlite_file(house.engine)
    if file is None:

        def edit(statement: str, facts: dict[str, Any]) -> int:
            try:
                with writing(house.engine) as tx:
                    tx.execute(text("SET LOCAL session_replication_role = replica"))
                    return tx.execute(text(statement), facts).rowcount
            except database_errors(house.engine):
                return 0  # its columns have types, and NOT NULL and CHECK hold

        yield edit
        return
    tamper(house, "SELECT 1")  # and the triggers are gone
    own = sqlite_driver().connect(str(file), isolation_level=None)
    own.execute("PRAGMA ignore_check_constraints = 1")
    own.execute("PRAGMA foreign_keys = 0")

    def edit_sqlite(statement: str, facts: dict[str, Any]) -> int:
        try:
            return int(own.execute(statement, facts).rowcount)
        except sqlite_driver().IntegrityError:
            return 0  # NOT NULL and UNIQUE cannot be put aside

    yield edit_sqlite
    own.close()


def quietly(ask: Callable[[], object]) -> bool:
    """Whether it was done; a refusal is an answer, and everything else is a fault."""
    try:
        ask()
    except Refusal:
        return False
    return True
