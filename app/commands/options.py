"""Options that several commands share, and what they become."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from app.settings import DEFAULT_DATABASE

DATABASE_FORM = "sqlite:///FILE or postgresql://USER@HOST/NAME."

Command = TypeVar("Command", bound=Callable[..., Any])

keys_option = click.option(
    "--keys",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the keys. By default keys/ beside the SQLite file; needed with PostgreSQL.",
)


def database_options(command: Command) -> Command:
    """`--database` and `--keys`, as every command that opens a database takes them."""
    database = click.option(
        "--database",
        default=DEFAULT_DATABASE,
        show_default=True,
        callback=require_plain_file,
        help=DATABASE_FORM,
    )
    return database(keys_option(command))


def require_plain_file(
    _ctx: click.Context, option: click.Parameter, address: str | None
) -> str | None:
    """Refuse an SQLite address that asks for more than a file: none of it would be done."""
    file, asks, more = (address or "").partition("?")
    if asks and file.startswith("sqlite"):
        raise click.BadParameter(
            f"an SQLite address is a file and no more: leave out ?{more}", param=option
        )
    return address
