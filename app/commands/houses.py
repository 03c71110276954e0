"""Opening a house for a command."""

from pathlib import Path

import click
from sqlalchemy import inspect

from app.commands.faults import spoken
from app.factory import build_house
from app.service.house import House
from app.service.keys import SEALING_FILE
from app.service.log import Log
from app.settings import Settings, keys_folder
from app.store.engine import open_engine, sqlite_file
from app.store.tables import rounds


def open_house(settings: Settings, log: Log | None = None) -> House:
    """The house of these settings; whatever is wrong with them is said in one sentence."""
    with spoken():
        return build_house(settings, log=log)


def house_there(settings: Settings) -> House:
    """A house that has been served already: nothing is made where a name was mistyped."""
    with spoken():
        engine = open_engine(settings.database)
        try:
            file = sqlite_file(engine)
            if file is not None:
                _require_file(file)
            if not inspect(engine).has_table(rounds.name):
                raise _not_there("The database holds no game", "--database")
        finally:
            engine.dispose()
        folder = keys_folder(settings.keys, file)
        if folder is not None and not (folder / SEALING_FILE).exists():
            raise _not_there(f"{folder} holds no keys", "--keys")
    return open_house(settings)


def _require_file(file: Path) -> None:
    if not file.exists():
        raise _not_there(f"{file} does not exist", "--database")
    if not file.stat().st_size:
        raise _not_there(f"{file} is empty", "--database")


def _not_there(what: str, option: str) -> click.ClickException:
    return click.ClickException(f"{what}: name with {option} what is served, or was.")
