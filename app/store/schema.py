"""The schema of a database: bringing it up to date, and telling whether it is.

There is no way down: facts that were stored are not given up. `serve` migrates SQLite by itself; on
PostgreSQL it asks for `pontoon migrate`.

Alembic takes as long to import as half of all else that a start loads, so only `migrate` does.
"""

from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, String, column, inspect, select, table
from sqlalchemy.exc import DBAPIError

from app.store.engine import cause_of, writing

if TYPE_CHECKING:
    from alembic.config import Config

NEWEST = "0005"
"""The last step in `migrations/versions`."""
_MIGRATIONS = files("app.store") / "migrations"
_OTHER_TABLES = frozenset(
    {
        *("DuplicateColumn", "DuplicateFunction", "DuplicateObject", "DuplicateTable"),
        *("UndefinedColumn", "UndefinedFunction", "UndefinedObject", "UndefinedTable"),
        "SQLITE_ERROR",
    }
)
"""Causes of a step that finds what it makes, or misses what it changes."""
_UNRELEASED = (
    "the tables of this database are not those that its version names, as where it was made by a "
    "state of this program that was never released: move it away with its keys and begin anew, or "
    "serve it with what made it"
)
_STAMP = table("alembic_version", column("version_num", String))


class SchemaBehind(Exception):
    """The database needs `pontoon migrate` before it can be served."""


class SchemaUnknown(Exception):
    """The database was made by a newer version of this program, or by one never released."""


def migrate(engine: Engine) -> None:
    """Bring the database up to date, in one transaction. Raises `SchemaUnknown`."""
    from alembic import command

    with as_file(_MIGRATIONS) as folder, writing(engine) as tx:
        if _is_unknown(tx):
            raise SchemaUnknown("the database is of a newer version of pontoon: upgrade this one")
        config = _config(str(folder))
        config.attributes["connection"] = tx
        try:
            command.upgrade(config, "head")
        except DBAPIError as error:
            if cause_of(error) in _OTHER_TABLES:
                raise SchemaUnknown(_UNRELEASED) from None
            raise


def behind(engine: Engine) -> bool:
    """Whether the database is not exactly at this program's schema."""
    with engine.connect() as connection:
        return _revision(connection) != NEWEST


def is_newer(engine: Engine) -> bool:
    """Whether a version of this program migrated the database that is newer than this one."""
    with engine.connect() as connection:
        return _is_unknown(connection)


def _is_unknown(connection: Connection) -> bool:
    # A step's file is named after its revision: 0001_tables.py.
    steps = {file.name.partition("_")[0] for file in (_MIGRATIONS / "versions").iterdir()}
    return _revision(connection) not in {None, *steps}


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_STAMP.name):
        return None
    return connection.execute(select(_STAMP.c.version_num)).scalar_one_or_none()


def _config(folder: str) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
