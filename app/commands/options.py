"""Options that several commands share, and what they become."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from app.settings import DEFAULT_DATABASE

Command = TypeVar("Command", bound=Callable[..., Any])


def database_options(command: Command) -> Command:
    """`--database` and `--keys`, as every command that opens a database takes them."""
    keys = click.option(
        "--keys",
        type=click.Path(file_okay=False, path_type=Path),
        help="Folder of the keys. By default keys/ beside the SQLite file; needed with PostgreSQL.",
    )
    database = click.option(
        "--database",
        default=DEFAULT_DATABASE,
        show_default=True,
        help="sqlite:///FILE or postgresql://USER@HOST/NAME.",
    )
    return database(keys(command))
