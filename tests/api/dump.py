"""All rows of a database, to tell whether a request has changed anything."""

from collections.abc import Mapping

from sqlalchemy import Engine, select

from app.store.engine import reading
from app.store.tables import metadata

Rows = tuple[tuple[object, ...], ...]


def dump(engine: Engine) -> Mapping[str, Rows]:
    """Every row of every table, in order."""
    with reading(engine) as tx:
        return {
            table.name: tuple(sorted((tuple(row) for row in tx.execute(select(table))), key=repr))
            for table in metadata.sorted_tables
        }
