"""Opening a database, and the two kinds of transaction.

A play is one `writing` transaction. SQLite: `BEGIN IMMEDIATE`, behind one lock of this process, so
that threads wait for each other without polling the file. PostgreSQL: READ COMMITTED, and the
player's row is locked first; all that a request judges belongs to that one player, so a row lock
serialises it exactly and nothing has to be tried again, as SERIALIZABLE would ask. A `reading`
transaction sees one state of the database on both.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from types import ModuleType
from typing import Any
from urllib.parse import unquote, urlsplit
from weakref import WeakSet

from sqlalchemy import URL, Connection, Engine, Pool, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

BUSY_SECONDS = 10
"""Longest wait for another writer, before the request fails and changes nothing."""
AGAIN_SECONDS = 0.005
"""Between two tries of what SQLite does not wait for by itself."""
STATEMENT_SECONDS = 30
"""Longest statement on PostgreSQL."""
POOL_CONNECTIONS = 16
"""Connections kept open; threads of one process beyond it wait their turn."""
STATEMENTS_KEPT = 512
"""Compiled statements of an SQLite connection: more than there are, those of the migrations too.
`pysqlite3` parts with its newest where it has kept too many, so that none of play would stay."""
WAL_SAFE_VERSION = (3, 51, 3)
"""SQLite before this can corrupt a database in WAL mode."""
_HELD = frozenset({"LockNotAvailable", "SQLITE_BUSY", "SQLITE_BUSY_RECOVERY", "TimeoutError"})
"""Causes that pass by themselves: a row or a file that somebody else holds, no free connection."""
_NO_FILE = (None, "", ":memory:", "file:", "file::memory:")
"""What SQLite keeps in memory, or throws away."""

_DOWN = (
    *("SQLITE_CANTOPEN", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY"),
    *("AdminShutdown", "CannotConnectNow", "CrashShutdown", "DiskFull", "OperationalError"),
    "ReadOnlySqlTransaction",
)
"""How causes begin that somebody has to mend: a full disk, a server that is not there."""


class UnknownDatabase(Exception):
    """A database address of a kind that is not served."""


class DatabaseBusy(Exception):
    """Another writer held the database for longer than `BUSY_SECONDS`."""


class _WriteLock:
    """The lock of this process."""

    def __init__(self) -> None:
        self._lock = Lock()

    def renew(self) -> None:
        """Free, whoever held it."""
        self._lock = Lock()

    @contextmanager
    def held(self) -> Iterator[None]:
        lock = self._lock
        if not lock.acquire(timeout=BUSY_SECONDS):
            raise DatabaseBusy(f"no write was possible for {BUSY_SECONDS} seconds")
        try:
            yield
        finally:
            lock.release()


_sqlite_writes = _WriteLock()
_engines: "WeakSet[Engine]" = WeakSet()
_of_the_parent: list[Pool] = []


def _begin_anew() -> None:
    """In a forked child: a free lock, and no connection that its parent has.

    Two processes on one would mix their transactions. Nor are they closed here: SQLite forbids it,
    and a server would take it for the end of its parent's.
    """
    _sqlite_writes.renew()
    for engine in tuple(_engines):
        _of_the_parent.append(engine.pool)
        engine.dispose(close=False)


if hasattr(os, "register_at_fork"):  # absent only where there is no fork
    os.register_at_fork(after_in_child=_begin_anew)


def open_engine(url: str) -> Engine:
    """An engine for `sqlite:///FILE` or `postgresql://...`; raises `UnknownDatabase`."""
    address = make_url(url)
    match address.get_backend_name():
        case "sqlite":
            engine = _open_sqlite(address)
        case "postgresql":
            engine = _open_postgresql(address)
        case other:
            raise UnknownDatabase(
                f"{other} is not served: use sqlite:///FILE or postgresql://USER@HOST/NAME"
            )
    _engines.add(engine)
    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that may write; committed, durably, when the block ends without an error.

    Raises `DatabaseBusy` where somebody else holds what is to be written.
    """
    if engine.dialect.name != "sqlite":
        with _told_busy(engine), engine.begin() as tx:
            yield tx
        return
    with _sqlite_writes.held(), _told_busy(engine), engine.connect() as connection:
        immediate = connection.execution_options(begin="IMMEDIATE")
        with immediate.begin():
            yield immediate


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that sees one state of the database and writes nothing."""
    with _told_busy(engine), engine.connect() as connection:
        if engine.dialect.name != "sqlite":
            connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        with connection.begin():
            yield connection


@contextmanager
def _told_busy(engine: Engine) -> Iterator[None]:
    waits: tuple[type[Exception], ...] = (DBAPIError, PoolTimeout, driver_error(engine))
    try:
        yield
    except waits as error:
        if cause_of(error) in _HELD:
            raise DatabaseBusy("somebody else holds what is asked for") from None
        raise


def cause_of(error: BaseException) -> str:
    """The class of what a database refused with, in its own words; safe to log."""
    cause = getattr(error, "orig", None) or error
    name: str = getattr(cause, "sqlite_errorname", None) or type(cause).__name__
    return name


def is_down(error: BaseException) -> bool:
    """Whether the database could not answer or write at all, whatever it was asked."""
    return cause_of(error).startswith(_DOWN)


def driver_error(engine: Engine) -> type[Exception]:
    """What the driver raises, which SQLAlchemy wraps for Core, and not for `Prepared`."""
    error: type[Exception] = engine.dialect.loaded_dbapi.Error
    return error


def write_refusals(engine: Engine) -> tuple[type[Exception], ...]:
    """What the driver raises where a constraint or a guard refuses a row."""
    driver = engine.dialect.loaded_dbapi
    return (driver.IntegrityError, driver.InternalError)


def database_errors(engine: Engine) -> tuple[type[Exception], ...]:
    """All that a database can refuse with: SQLAlchemy's, the driver's own, and a wait too long."""
    return (SQLAlchemyError, DatabaseBusy, driver_error(engine))


def sqlite_driver() -> ModuleType:
    """The newest SQLite there is: `pysqlite3` where installed, else the standard library's."""
    try:
        from pysqlite3 import dbapi2
    except ImportError:
        return sqlite3
    driver: ModuleType = dbapi2
    return driver


def journal_mode() -> str:
    """`WAL` where this SQLite is safe with it, else `TRUNCATE`."""
    return "WAL" if sqlite_driver().sqlite_version_info >= WAL_SAFE_VERSION else "TRUNCATE"


def sqlite_file(engine: Engine) -> Path | None:
    """The file of an SQLite database, named plainly or as a `file:` URI; None for PostgreSQL."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name:
        return None
    _, options = engine.dialect.create_connect_args(engine.url)
    return Path(unquote(urlsplit(name).path) if options.get("uri") else name)


def _open_sqlite(address: URL) -> Engine:
    if address.database in _NO_FILE or address.query.get("mode") == "memory":
        raise UnknownDatabase("SQLite needs a file: sqlite:///var/pontoon.db")
    engine = create_engine(
        address.set(drivername="sqlite+pysqlite"),
        module=sqlite_driver(),
        pool_size=POOL_CONNECTIONS,
        max_overflow=0,
        pool_use_lifo=True,  # what one connection writes, the others' page caches have to forget
        connect_args={
            "timeout": BUSY_SECONDS,
            "check_same_thread": False,
            "cached_statements": STATEMENTS_KEPT,
        },
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver begins nothing by itself
    _keep_journal(connection)
    for pragma in (
        "synchronous = FULL",
        "foreign_keys = ON",
        "recursive_triggers = ON",  # else REPLACE deletes a row past the guard of deletes
        f"busy_timeout = {BUSY_SECONDS * 1000}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _keep_journal(connection: Any) -> None:
    # The one statement that SQLite refuses at once where another process writes to a new file.
    connection.execute("PRAGMA busy_timeout = 0")  # else the last try might wait as long again
    until = monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute(f"PRAGMA journal_mode = {journal_mode()}")
        except sqlite_driver().OperationalError as error:
            if cause_of(error) not in _HELD or monotonic() > until:
                raise
            sleep(AGAIN_SECONDS)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    kind = connection.get_execution_options().get("begin", "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {kind}")


def _open_postgresql(address: URL) -> Engine:
    settings = {
        "synchronous_commit": "on",
        "lock_timeout": f"{BUSY_SECONDS}s",
        "statement_timeout": f"{STATEMENT_SECONDS}s",
    }
    return create_engine(
        address.set(drivername="postgresql+psycopg"),
        pool_size=POOL_CONNECTIONS,
        max_overflow=0,
        pool_pre_ping=True,
        isolation_level="READ COMMITTED",
        connect_args={
            # A database of no encoding, as `initdb` makes it without a locale, would answer bytes.
            "client_encoding": "utf8",
            "options": " ".join(f"-c {key}={text}" for key, text in settings.items()),
        },
    )
