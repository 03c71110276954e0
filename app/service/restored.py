"""Whether the database is an older copy of itself, put back, and what follows if it is.

A serving process leaves a random mark in the database and then in a file beside the keys, named
`last-mark-` and the database's name: at its start, and at each sweep after play. A mark that the
file knows and the database does not was lost with all that came after it: secrets that were
published may stand there sealed, as if nobody knew them. So announced numbers lapse, rounds that
are open are frozen, and the log says so. Processes may share a folder of keys or have one each: a
mark is in the database before it is in any file.

What cannot be noticed: a folder of keys put back together with the database, and a copy made after
the last mark, at most a sweep ago. Then, and where the file was lost, `pontoon restored` does the
same by hand.
"""

from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

from sqlalchemy import Engine

from app.service.announcing import lapse_announced
from app.service.chance import tell_unreadable
from app.service.files import write_whole
from app.service.house import House
from app.service.playing import freeze
from app.store.engine import reading, sqlite_file, writing
from app.store.forms import Diverged
from app.store.ids import RoundId, SeatId
from app.store.marks import add_mark, any_mark, has_mark, newest, unchanged_since
from app.store.rounds import live_rounds

MARK_FILE = "last-mark-"
"""And the database's name: two databases may share a folder of keys."""
MARK_BYTES = 16
MARK_CHARACTERS_MAX = 64
"""Characters of the file that are read; a mark has 32."""
WRITTEN_SECONDS = 3.0
"""Longest wait for the file of a process that has left its mark, and writes the file just now."""
LOOK_SECONDS = 0.05
"""Between two looks for it."""
ROUNDS_AT_ONCE = 100
"""Live rounds that are read at a time."""
RESTORED = "the database was restored"


class MarkMissing(Exception):
    """The database was served before, and nothing beside the keys tells up to where."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """What a restore made of the rounds that were live."""

    lapsed: int
    frozen: int


def watch(house: House) -> None:
    """At a start and at each sweep: notice a restore, act on it, leave a mark.

    Raises `MarkMissing`, and what the source and the database raise.
    """
    left = _left_by_now(house)
    with reading(house.engine) as tx:
        lost = bool(left) and not has_mark(tx, left)
        idle = bool(left) and not lost and unchanged_since(tx, left)
    if lost:
        treat_as_restored(house)
    elif not idle:
        leave_mark(house)


def require_mark(engine: Engine, folder: Path) -> None:
    """Raises `MarkMissing` where the database has a mark, and this folder of keys none."""
    file = _mark_file(engine, folder)
    if not _left(file) and _was_marked(engine):
        raise MarkMissing(
            f"{file} is missing, so nobody can tell whether the database"
            " was restored: put back the whole folder of keys, copy the file from another process"
            " that serves this database, or run pontoon restored"
        )


def is_older_copy(engine: Engine, folder: Path) -> bool:
    """Whether the database lacks the mark that this folder of keys has of it."""
    left = _left(_mark_file(engine, folder))
    with reading(engine) as tx:
        return bool(left) and not has_mark(tx, left)


def mark_file(house: House) -> Path:
    """Where the last mark of this database stands, beside the keys."""
    return _mark_file(house.engine, house.keys.folder)


def treat_as_restored(house: House) -> Stopped:
    """Announced numbers lapse and open rounds are frozen; then a mark is left that says so.

    A second time it finds what has come since; a process that dies within it begins again.
    """
    house.log.critical(RESTORED, keys=str(house.keys.folder))
    lapsed = frozen = 0
    after = SeatId("")
    while True:  # ends: each turn moves `after` up through the ids
        with reading(house.engine) as tx:
            page = live_rounds(tx, after, ROUNDS_AT_ONCE)
        if not page:
            break
        lapsed += sum(_lapse(house, round_id) for _, round_id in page)
        frozen += sum(_freeze(house, round_id) for _, round_id in page)
        after = page[-1][0]
    _leave(house, restored=True)
    house.log.critical("rounds of a restored database", lapsed=lapsed, frozen=frozen)
    return Stopped(lapsed, frozen)


def leave_mark(house: House) -> None:
    """A fresh mark: in the database, durably, and then beside the keys."""
    _leave(house, restored=False)


def _leave(house: House, *, restored: bool) -> None:
    mark = house.source.take(MARK_BYTES).hex()
    with writing(house.engine) as tx:
        add_mark(tx, mark, house.stamp(), newest=newest(tx), restored=restored)
    write_whole(mark_file(house), f"{mark}\n".encode())


def _lapse(house: House, round_id: RoundId) -> bool:
    try:
        return lapse_announced(house, round_id, RESTORED)
    except Diverged as found:
        tell_unreadable(house, found)
        return False


def _freeze(house: House, round_id: RoundId) -> bool:
    # One that a bet bound in the meantime is open too: its secret may have been published.
    return freeze(house, Diverged(round_id, RESTORED))


def _left_by_now(house: House) -> str:
    """The mark in the file, or "" where none was ever left. Raises `MarkMissing`."""
    file = mark_file(house)
    until = monotonic() + WRITTEN_SECONDS
    while not (left := _left(file)) and _was_marked(house.engine):
        if monotonic() > until:
            require_mark(house.engine, house.keys.folder)
        sleep(LOOK_SECONDS)
    return left


def _was_marked(engine: Engine) -> bool:
    with reading(engine) as tx:
        return any_mark(tx)


def _mark_file(engine: Engine, folder: Path) -> Path:
    database = sqlite_file(engine) or Path(engine.url.database or "")
    return folder / f"{MARK_FILE}{database.name}"


def _left(file: Path) -> str:
    try:
        with file.open(encoding="ascii", errors="replace") as kept:
            return kept.read(MARK_CHARACTERS_MAX).strip()
    except FileNotFoundError:
        return ""
