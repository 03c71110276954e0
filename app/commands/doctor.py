"""`pontoon doctor`: what serving needs from this machine, each with its remedy."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click
from sqlalchemy import Connection, Engine, func, inspect, select
from sqlalchemy.exc import DBAPIError

from app.commands.doctor_keys import Needed, halves, key_fault
from app.commands.faults import database_sentence, spoken
from app.commands.options import database_options
from app.commands.places import place_fault
from app.commands.ports import require_free_port
from app.service.restored import MarkMissing, require_mark
from app.service.starting import EventsUnknown, RulesGone, require_playable
from app.settings import DEFAULT_HOST, DEFAULT_PORT, keys_folder
from app.store.engine import (
    WAL_SAFE_VERSION,
    journal_mode,
    open_engine,
    reading,
    sqlite_driver,
    sqlite_file,
)
from app.store.entries import check_books
from app.store.rounds import any_rounds, sealing_keys_needed
from app.store.rules_seen import RulesChanged
from app.store.schema import behind
from app.store.tables import rounds
from config.loader import load_rules
from rng.entropy import EntropySource
from rng.source import RandomSource, Refused

CLOCK_EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
"""No machine that runs this has an earlier day: its clock is wrong."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `remedy` is empty when nothing is wrong."""

    subject: str
    found: str
    remedy: str = ""


@click.command
@database_options
@click.option("--host", default=DEFAULT_HOST, show_default=True, help="Address to serve on.")
@click.option("--port", default=DEFAULT_PORT, show_default=True, type=click.IntRange(1, 65535))
def command(database: str, keys: Path | None, host: str, port: int) -> None:
    """Check that this machine can serve, and say what to do if not.

    Nothing is made or changed. Exit code 1 when something needs a remedy.
    """
    findings = list(examine(database, keys, host, port))
    for finding in findings:
        mark = click.style("!!", fg="red") if finding.remedy else click.style("ok", fg="green")
        click.echo(f"{mark}  {finding.subject:<9} {finding.found}")
        if finding.remedy:
            click.echo(f"    {'':<9} -> {finding.remedy}")
    if any(finding.remedy for finding in findings):
        raise SystemExit(1)


def examine(database: str, keys: Path | None, host: str, port: int) -> Iterator[Finding]:
    """Everything that is looked at, in order."""
    yield _sqlite()
    yield _rules()
    yield _entropy()
    yield _port(host, port)
    with spoken():
        engine = open_engine(database)
    file = sqlite_file(engine)
    folder = keys_folder(keys, file)
    try:
        if file is not None and not file.exists():
            yield _clock(None)
            yield _new_database(file)
            yield _keys(folder, Needed(new=True, key_ids=frozenset()))
        else:
            yield from _of_database(engine, folder)
    except DBAPIError as error:
        yield Finding("database", "does not answer", database_sentence(error))
    finally:
        engine.dispose()


def _of_database(engine: Engine, folder: Path | None) -> Iterator[Finding]:
    if behind(engine):
        yield _clock(None)
        # Serve does this to an SQLite file by itself, unless a newer version of it was here.
        yield Finding("database", "not at the newest migration", "run pontoon migrate")
        return
    with reading(engine) as tx:
        yield _clock(tx.execute(select(func.max(rounds.c.announced_at))).scalar())
        yield Finding("database", f"answers, {len(inspect(tx).get_table_names())} tables")
        yield _keys(folder, Needed(not any_rounds(tx), frozenset(sealing_keys_needed(tx))))
        yield _open_rounds(tx)
        wrong = check_books(tx)
    if folder is not None:
        yield _mark(engine, folder)
    yield _books([f"{one.where}: {one.found} instead of {one.expected}" for one in wrong])


def _sqlite() -> Finding:
    version = sqlite_driver().sqlite_version
    if journal_mode() == "WAL":
        return Finding("sqlite", f"{version}, journal WAL")
    safe = ".".join(map(str, WAL_SAFE_VERSION))
    return Finding(
        "sqlite",
        f"{version}, journal TRUNCATE: safe, but slower than WAL, which needs {safe} or newer",
    )


def _rules() -> Finding:
    with spoken():
        rules = load_rules()
    return Finding("rules", f"{rules.rules.id}, sha256 {rules.sha256[:16]}...")


def _entropy() -> Finding:
    try:
        RandomSource(EntropySource()).check()
    except Refused as refused:
        return Finding(
            "entropy", refused.why, "restart the machine; if it happens again, replace it"
        )
    return Finding("entropy", "known answers and health tests passed")


def _port(host: str, port: int) -> Finding:
    try:
        require_free_port(host, port)
    except click.ClickException as taken:
        return Finding("port", f"{host}:{port} cannot be opened", taken.message)
    return Finding("port", f"{host}:{port} is free")


def _new_database(file: Path) -> Finding:
    fault = place_fault(file.parent)
    if fault:
        remedy = "choose another place with --database and --keys"
        return Finding("database", f"{file} cannot be made: {fault}", remedy)
    return Finding("database", f"{file} does not exist yet; serve makes it")


def _keys(folder: Path | None, needed: Needed) -> Finding:
    if folder is None:
        return Finding("keys", "no folder named", "name one with --keys: PostgreSQL needs it")
    fault = key_fault(folder, needed)
    if fault is not None:
        return Finding("keys", fault.found, fault.remedy)
    if needed.new and not folder.is_dir():
        return Finding("keys", f"{folder} does not exist yet; serve makes it")
    return Finding("keys", f"{folder}, open to its owner only")


def _open_rounds(tx: Connection) -> Finding:
    with spoken():
        rules = load_rules()
    try:
        require_playable(tx, rules)
    except (RulesChanged, RulesGone, EventsUnknown) as refusal:
        return Finding("rounds", *halves(refusal))
    return Finding("rounds", "rules and events of all that are open are known here")


def _mark(engine: Engine, folder: Path) -> Finding:
    try:
        require_mark(engine, folder)
    except MarkMissing as refusal:
        return Finding("mark", *halves(refusal))
    except OSError as error:
        remedy = "let this user read it, or name another folder with --keys"
        return Finding("mark", f"{error.filename} cannot be read: {error.strerror}", remedy)
    return Finding("mark", "where serving left off is known, so a restore would be noticed")


def _clock(newest: str | None) -> Finding:
    now = datetime.now(UTC)
    text = now.isoformat(timespec="seconds")
    remedy = "set the clock, and keep it set (systemd-timesyncd or chrony)"
    if now < CLOCK_EARLIEST:
        return Finding("clock", f"{text} cannot be right", remedy)
    if newest is not None and now < datetime.fromisoformat(newest):
        return Finding("clock", f"{text} is before the newest round, of {newest}", remedy)
    after = "this program was made" if newest is None else "the newest round"
    return Finding("clock", f"{text}, after {after}; compare it with a clock that you trust")


def _books(wrong: list[str]) -> Finding:
    if not wrong:
        return Finding("books", "balance")
    remedy = "stop serving, keep a copy of the database, and report it"
    return Finding("books", "; ".join(wrong), remedy)
