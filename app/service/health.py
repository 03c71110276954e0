"""What the operator looks at: whether the house could deal now, and what is in play."""

import os
from errno import errorcode
from pathlib import Path
from tempfile import TemporaryFile

from sqlalchemy.exc import DBAPIError

from app.service.house import House
from app.store.engine import DatabaseBusy, cause_of, reading, sqlite_file, writing
from app.store.marks import try_write
from app.store.rounds import count_open
from app.store.schema import behind

READ_ONLY = "it is read-only"
_READ_ONLY_CAUSES = frozenset({"SQLITE_READONLY", "ReadOnlySqlTransaction"})
PROBE_BYTES = 256 * 1024
"""What must fit on the disk of an SQLite file, and of its keys; a round writes about a tenth."""


def database_fault(house: House) -> str:
    """Why no bet could be stored now; empty while one could."""
    try:
        if behind(house.engine):
            return "not at the newest migration: run pontoon migrate"
        with writing(house.engine) as tx:
            try_write(tx)
        file = sqlite_file(house.engine)
        if file is not None:  # the server of another database says by itself that its disk is full
            require_space(file.parent)
    except DatabaseBusy:
        return "another program holds it"
    except DBAPIError as error:
        cause = cause_of(error)
        return READ_ONLY if cause in _READ_ONLY_CAUSES else f"it does not answer ({cause})"
    except OSError as error:
        return f"its disk takes no more ({errorcode.get(error.errno or 0, type(error).__name__)})"
    return ""


def require_space(folder: Path) -> None:
    """Write there what a round may need, durably, and take it away again. Raises `OSError`."""
    with TemporaryFile(dir=folder) as probe:
        probe.write(bytes(PROBE_BYTES))
        probe.flush()
        os.fsync(probe.fileno())


def chance_fault(house: House) -> str:
    """Why no card could be drawn now; empty while one could."""
    return house.source.why


def open_rounds(house: House) -> dict[str, int]:
    """How many rounds wait for their stake, are in play, or are frozen."""
    with reading(house.engine) as tx:
        return {str(status): count for status, count in count_open(tx).items()}
