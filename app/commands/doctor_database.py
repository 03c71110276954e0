"""The database as `pontoon doctor` looks at it: what `serve` would refuse, whatever its rows hold.

Each look is a transaction of its own. To see that it could be written, nothing is written.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine, func, inspect, select

from app.commands.doctor_keys import Needed, keys_finding
from app.commands.doctor_rows import row_faults
from app.commands.faults import spoken
from app.commands.finding import KEEP_A_COPY, Finding, halves, looked_at
from app.service.health import require_space
from app.service.restored import MarkMissing, is_older_copy, require_mark
from app.service.starting import EventsUnknown, RulesGone, require_playable
from app.store.engine import reading, sqlite_file, writing
from app.store.entries import check_books
from app.store.marks import try_write
from app.store.rounds import any_rounds, sealing_keys_needed
from app.store.rules_seen import RulesChanged
from app.store.schema import behind, is_newer
from app.store.tables import rounds
from config.loader import load_rules
from config.quoting import quoted

CLOCK_EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
"""No machine that runs this has an earlier day: its clock is wrong."""

_RESTORED = (
    "it is an older copy, or was edited: put back the newest, or serve it, which freezes the rounds"
    " that are open"
)


def of_database(engine: Engine, folder: Path | None) -> Iterator[Finding]:
    """What there is to say of a database that is there, and of its keys."""
    schema = looked_at("database", lambda: _schema(engine))
    if schema.remedy:
        yield clock_finding(None)
        yield schema
        return
    yield looked_at("clock", lambda: _clock(engine))
    yield looked_at("database", lambda: _written(engine, schema))
    yield looked_at("keys", lambda: _keys(engine, folder))
    yield looked_at("rounds", lambda: _open_rounds(engine))
    if folder is not None:
        yield looked_at("mark", lambda: _mark(engine, folder))
    yield looked_at("rows", lambda: _rows(engine))
    yield looked_at("books", lambda: _books(engine))


def clock_finding(newest: datetime | None) -> Finding:
    """Whether the time could be right; `newest` is that of the newest round."""
    now = datetime.now(UTC)
    stated = now.isoformat(timespec="seconds")
    remedy = "set the clock, and keep it set (systemd-timesyncd or chrony)"
    if now < CLOCK_EARLIEST:
        return Finding("clock", f"{stated} cannot be right", remedy)
    if newest is not None and now < newest:
        before = newest.isoformat(timespec="seconds")
        return Finding("clock", f"{stated} is before the newest round, of {before}", remedy)
    after = "this program was made" if newest is None else "the newest round"
    return Finding("clock", f"{stated}, after {after}; compare it with a clock that you trust")


def _schema(engine: Engine) -> Finding:
    if is_newer(engine):
        return Finding("database", "of a newer version of pontoon", "upgrade this one")
    if behind(engine):
        # Serve does this to an SQLite file by itself.
        return Finding("database", "not at the newest migration", "run pontoon migrate")
    with reading(engine) as tx:
        return Finding("database", f"answers, {len(inspect(tx).get_table_names())} tables")


def _clock(engine: Engine) -> Finding:
    with reading(engine) as tx:
        newest = tx.execute(select(func.max(rounds.c.announced_at))).scalar()
    if newest is None:
        return clock_finding(None)
    try:
        at = datetime.fromisoformat(newest).astimezone(UTC)
    except (ValueError, TypeError, OverflowError):
        found = f"a round is announced at {quoted(repr(newest))}, which is no time"
        return Finding("clock", found, KEEP_A_COPY)
    return clock_finding(at)


def _written(engine: Engine, found: Finding) -> Finding:
    with writing(engine) as tx:
        try_write(tx)
    file = sqlite_file(engine)
    if file is not None:
        require_space(file.parent)
    return found


def _keys(engine: Engine, folder: Path | None) -> Finding:
    with reading(engine) as tx:
        ids = frozenset(map(str, sealing_keys_needed(tx)))
        found = keys_finding(folder, Needed(not any_rounds(tx), ids))
    if folder is not None and folder.is_dir() and not found.remedy:
        require_space(folder)  # the mark is written there
    return found


def _open_rounds(engine: Engine) -> Finding:
    with spoken():
        rules = load_rules()
    try:
        with reading(engine) as tx:
            require_playable(tx, rules)
    except (RulesChanged, RulesGone, EventsUnknown) as refusal:
        return Finding("rounds", *halves(refusal))
    return Finding("rounds", "rules and events of all that are open are known here")


def _mark(engine: Engine, folder: Path) -> Finding:
    try:
        require_mark(engine, folder)
    except MarkMissing as refusal:
        return Finding("mark", *halves(refusal))
    if is_older_copy(engine, folder):
        return Finding("mark", f"the database has not the mark of {folder}", _RESTORED)
    return Finding("mark", "where serving left off is known, so a restore would be noticed")


def _rows(engine: Engine) -> Finding:
    with reading(engine) as tx:
        faults = row_faults(tx)
    if faults:
        return Finding("rows", quoted("; ".join(faults)), KEEP_A_COPY)
    return Finding("rows", "are such as this program writes")


def _books(engine: Engine) -> Finding:
    with reading(engine) as tx:
        wrong = check_books(tx)
    if wrong:
        found = "; ".join(f"{one.where}: {one.found} instead of {one.expected}" for one in wrong)
        return Finding("books", found, KEEP_A_COPY)
    return Finding("books", "balance")
