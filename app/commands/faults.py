"""What can be wrong with a set-up, each in one sentence with its remedy; never a traceback."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import click
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from app.service.key_rights import KeysOpen
from app.service.keys import BadKeyFile, KeysMissing
from app.service.restored import MarkMissing
from app.service.starting import EventsUnknown, RulesGone
from app.store.engine import DatabaseBusy, UnknownDatabase, sqlite_driver
from app.store.rules_seen import RulesChanged
from app.store.schema import SchemaBehind, SchemaUnknown
from config.documents import BadConfig
from config.loader import UnknownRules
from config.quoting import quoted
from rng.source import Refused

SPOKEN = (
    BadConfig,
    BadKeyFile,
    EventsUnknown,
    KeysMissing,
    KeysOpen,
    MarkMissing,
    Refused,
    RulesChanged,
    RulesGone,
    SchemaBehind,
    SchemaUnknown,
    UnknownDatabase,
    UnknownRules,
)
"""Refusals whose text is already the sentence."""


@contextmanager
def spoken() -> Iterator[None]:
    """Turn known faults of a set-up into one sentence and an exit code that is not 0."""
    try:
        yield
    except SPOKEN as error:
        raise click.ClickException(str(error)) from None
    except DatabaseBusy:
        raise click.ClickException(LOCKED) from None
    except ArgumentError:
        raise click.ClickException(_ADDRESS) from None
    except DBAPIError as error:
        raise click.ClickException(database_sentence(error)) from None
    except SQLAlchemyError as error:
        raise click.ClickException(_odd_sentence(error)) from None
    except OSError as error:
        raise click.ClickException(_place_sentence(error)) from None


LOCKED = (
    "The database is locked: another program is writing to it and does not let go. Stop that "
    "program, or choose another file with --database."
)
_ADDRESS = (
    "--database is not a database address: write sqlite:///FILE or postgresql://USER@HOST/NAME."
)


def _odd_sentence(error: SQLAlchemyError) -> str:
    why = quoted(str(error).partition("\n")[0])
    return (
        f"The database holds what this program never writes ({why}): keep a copy of it, and "
        "pontoon doctor says more."
    )


def _place_sentence(error: OSError) -> str:
    where = error.filename2 or error.filename
    if where is None:  # what was open already can be written no further
        return (
            f"The disk refuses what is to be written ({error.strerror}): make room on it, or "
            "choose another place with --database and --keys."
        )
    if isinstance(error, PermissionError):
        return (
            f"{where} may not be opened by this user: change its owner, or choose another with "
            "--database and --keys."
        )
    return (
        f"{where} cannot be made or opened ({error.strerror}): choose another place with "
        "--database and --keys."
    )


def database_sentence(error: DBAPIError) -> str:
    """What a driver's error means for the person who typed the command."""
    text = str(error.orig).strip().splitlines()[0]
    if "locked" in text:
        return LOCKED
    if "not a database" in text:
        return "The file is not an SQLite database: choose another with --database."
    if "unable to open" in text or "readonly" in text:
        return f"The database file cannot be opened for writing ({text}): check folder and rights."
    if "disk" in text:
        return f"The disk of the database refuses ({text}): make room on it, and look after it."
    if isinstance(error.orig, sqlite3.Error | sqlite_driver().Error):
        return f"SQLite refuses the database: {text}."
    return f"The database does not answer ({text}): check the address and that it runs."
