"""`pontoon migrate`: bring a database to the newest form, once, before serving from it."""

from pathlib import Path

import click

from app.commands.faults import spoken
from app.commands.options import database_options
from app.service.key_rights import require_private
from app.settings import keys_folder
from app.store.engine import open_engine, sqlite_file
from app.store.schema import migrate


@click.command
@database_options
def command(database: str, keys: Path | None) -> None:
    """Bring a database to the newest form.

    Stop every process that serves from it first. `pontoon serve` does this by itself for SQLite.
    Keys are neither made nor read; a folder of keys that is open to others is refused, as by serve.
    """
    with spoken():
        engine = open_engine(database)
        file = sqlite_file(engine)
        folder = keys_folder(keys, file)
        if folder is not None:
            require_private(folder)
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
        migrate(engine)
        engine.dispose()
    click.echo("The database has the newest form.")
