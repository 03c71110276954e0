"""Rows that no version of this program writes: of another type, or against a rule of their table.

PostgreSQL holds each column to its type by itself; SQLite keeps any value anywhere, and a file may
be edited past every rule. Whether facts of the right form are the right ones is not judged here.
"""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Integer, and_, func, select

from app.store.tables import metadata

FAULTS_MAX = 10
"""That are named; where there are more, the file is lost anyway."""
_KINDS = {int: "integer", bool: "integer", str: "text", bytes: "blob"}
"""How SQLite calls what we keep."""


def row_faults(tx: Connection) -> list[str]:
    """Each column and each table with a row that cannot be ours."""
    if tx.dialect.name != "sqlite":
        return []
    found = [*_types(tx), *_rules(tx), *_orphans(tx)]
    return found[:FAULTS_MAX]


def _types(tx: Connection) -> Iterator[str]:
    for table in metadata.sorted_tables:
        wrong = [_others(column) for column in table.columns]
        counts = tx.execute(select(*wrong).select_from(table)).one()
        for column, count in zip(table.columns, counts, strict=True):
            if count:
                kind = _KINDS[column.type.python_type]
                yield f"{table.name}.{column.name} is not {kind} in {count} rows"


def _others(column: Column[Any]) -> ColumnElement[int]:
    kind = func.typeof(column)
    other = and_(kind != _KINDS[column.type.python_type], kind != "null")
    return func.coalesce(func.sum(other, type_=Integer), 0)


def _rules(tx: Connection) -> Iterator[str]:
    for (said,) in tx.exec_driver_sql(f"PRAGMA quick_check({FAULTS_MAX})"):
        if said != "ok":
            yield str(said)


def _orphans(tx: Connection) -> Iterator[str]:
    for table, _, parent, _ in tx.exec_driver_sql("PRAGMA foreign_key_check").fetchmany(FAULTS_MAX):
        yield f"a row of {table} names one of {parent} that is not there"
