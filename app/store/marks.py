"""Marks: random texts left in the database, so that a copy of it can be told from what went on.

Where they are looked for again is decided in `app.service.restored`.
"""

from sqlalchemy import Connection, delete, exists, false, func, insert, select

from app.store.tables import OPEN_ROUNDS, entries, marks, rounds

_NEWEST_ROUND = select(func.max(rounds.c.round_id))
_NEWEST_ENTRY = select(func.max(entries.c.entry_id))
_ANY_OPEN = select(exists(select(rounds.c.round_id).where(OPEN_ROUNDS)))
_NO_MARK = delete(marks).where(false())
_ANY_MARK = select(exists(select(marks.c.mark)))


def add_mark(tx: Connection, mark: str, at: str, *, newest: str, restored: bool) -> None:
    """Leave a mark; `restored` tells that a restore was found at it."""
    facts = {"mark": mark, "at": at, "newest": newest, "restored": restored}
    tx.execute(insert(marks), facts)


def try_write(tx: Connection) -> None:
    """Change nothing, in a way that a database that may only be read refuses.

    To begin is not enough: SQLite begins even an IMMEDIATE transaction on such a file.
    """
    tx.execute(_NO_MARK)


def has_mark(tx: Connection, mark: str) -> bool:
    """Whether this mark was ever left here."""
    return bool(tx.execute(select(exists().where(marks.c.mark == mark))).scalar_one())


def any_mark(tx: Connection) -> bool:
    """Whether a mark was ever left here."""
    return bool(tx.execute(_ANY_MARK).scalar_one())


def newest(tx: Connection) -> str:
    """Ids of what was written last: it differs after each bet, settlement and announcement."""
    return f"{tx.execute(_NEWEST_ROUND).scalar()} {tx.execute(_NEWEST_ENTRY).scalar()}"


def unchanged_since(tx: Connection, mark: str) -> bool:
    """Whether nothing was written since the mark that a restore could lose; play is always new."""
    at_mark = tx.execute(select(marks.c.newest).where(marks.c.mark == mark)).scalar()
    return at_mark == newest(tx) and not tx.execute(_ANY_OPEN).scalar_one()
