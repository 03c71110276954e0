"""`pontoon migrate`: bring a database to the newest form, once, before serving from it."""

import click

from app.commands.faults import spoken
from app.settings import DEFAULT_DATABASE
from app.store.engine import open_engine, sqlite_file
from app.store.schema import migrate


@click.command
@click.option(
    "--database",
    default=DEFAULT_DATABASE,
    show_default=True,
    help="sqlite:///FILE or postgresql://USER@HOST/NAME.",
)
def command(database: str) -> None:
    """Bring a database to the newest form.

    Stop every process that serves from it first. `pontoon serve` does this by itself for SQLite.
    """
    with spoken():
        engine = open_engine(database)
        file = sqlite_file(engine)
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
        migrate(engine)
        engine.dispose()
    click.echo("The database has the newest form.")
