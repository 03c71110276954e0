"""`pontoon restored`: what a serving process does when it notices a restore, asked for by hand."""

from pathlib import Path

import click

from app.commands.faults import spoken
from app.commands.houses import house_there
from app.commands.options import database_options
from app.service.restored import treat_as_restored
from app.settings import Settings


@click.command
@database_options
@click.confirmation_option(prompt="Are all servers of this database stopped?")
def command(database: str, keys: Path | None) -> None:
    """Declare that the database was put back from an older copy.

    Announced numbers lapse and their secrets are published, rounds that are open are frozen: pay
    them back with `pontoon void`. A server notices by itself unless the folder of keys was put back
    too, or has no last-mark. Stop the servers first; --yes says that they are.
    """
    house = house_there(Settings(database, keys))
    try:
        with spoken():
            made = treat_as_restored(house)
    finally:
        house.close()
    click.echo(f"Announced numbers that lapsed: {made.lapsed}. Open rounds frozen: {made.frozen}.")
