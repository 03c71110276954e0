"""The schema of a database: bringing it up to date, and telling whether it is.

There is no way down: facts that were stored are not given up. `serve` migrates SQLite by itself; on
PostgreSQL it asks for `pontoon migrate`.
"""

from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from app.store.engine import writing


class SchemaBehind(Exception):
    """The database needs `pontoon migrate` before it can be served."""


class SchemaUnknown(Exception):
    """The database was migrated by a newer version of this program."""


def migrate(engine: Engine) -> None:
    """Bring the database up to date, in one transaction. Raises `SchemaUnknown`."""
    with as_file(files("app.store") / "migrations") as folder, writing(engine) as tx:
        config = _config(str(folder))
        script = ScriptDirectory.from_config(config)
        if _revision(tx) not in {None, *(step.revision for step in script.walk_revisions())}:
            raise SchemaUnknown("the database is of a newer version of pontoon: upgrade this one")
        config.attributes["connection"] = tx
        command.upgrade(config, "head")


def behind(engine: Engine) -> bool:
    """Whether the database is not exactly at this program's schema."""
    with as_file(files("app.store") / "migrations") as folder, engine.connect() as connection:
        head = ScriptDirectory.from_config(_config(str(folder))).get_current_head()
        return _revision(connection) != head


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _config(folder: str) -> Config:
    config = Config()
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
