"""What `pontoon doctor` says of one thing, and how it looks at rows that may hold anything."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from app.commands.faults import LOCKED, database_sentence
from app.store.engine import DatabaseBusy
from config.quoting import quoted

KEEP_A_COPY = "stop serving, keep a copy of the database, and report it"
"""Nobody but an editor, or a broken disk, writes such a thing: it may not be mended here."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `remedy` is empty when nothing is wrong."""

    subject: str
    found: str
    remedy: str = ""


def looked_at(subject: str, look: Callable[[], Finding]) -> Finding:
    """What the look finds, or that it could not be finished: whatever a row holds, it is said."""
    try:
        return look()
    except DatabaseBusy:
        return Finding(subject, "the database is held by another program", LOCKED)
    except DBAPIError as error:
        return Finding(subject, "cannot be used", database_sentence(error))
    except OSError as error:
        remedy = "make room, and let this user read and write there"
        return Finding(subject, f"{error.filename or 'the disk'}: {error.strerror}", remedy)
    except (SQLAlchemyError, ValueError, TypeError, ArithmeticError, LookupError) as odd:
        return Finding(
            subject, f"a row holds what this program never writes: {_said(odd)}", KEEP_A_COPY
        )


def halves(refusal: Exception) -> tuple[str, str]:
    """What is wrong, and what to do: a refusal to start says both, with a colon between."""
    found, _, remedy = str(refusal).rpartition(": ")
    return found, remedy


def _said(odd: Exception) -> str:
    lines = str(odd).splitlines() or [type(odd).__name__]
    return quoted(lines[0])
