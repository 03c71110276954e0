"""`pontoon doctor`: what serving needs from this machine, each with its remedy."""

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click
from sqlalchemy import func, inspect, select
from sqlalchemy.exc import DBAPIError

from app.commands.faults import database_sentence, spoken
from app.commands.options import database_options
from app.commands.ports import require_free_port
from app.settings import DEFAULT_HOST, DEFAULT_PORT
from app.store.engine import (
    WAL_SAFE_VERSION,
    journal_mode,
    open_engine,
    reading,
    sqlite_driver,
    sqlite_file,
)
from app.store.entries import check_books
from app.store.schema import behind
from app.store.tables import rounds
from config.loader import load_rules
from rng.entropy import EntropySource
from rng.source import RandomSource, Refused

CLOCK_EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
"""No machine that runs this has an earlier day: its clock is wrong."""
KEYS_MODE = 0o700


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
    yield _keys(keys or (file.parent / "keys" if file else None), file)
    if file is not None and not file.exists():
        yield _clock(None)
        yield Finding("database", f"{file} does not exist yet; serve makes it")
        return
    try:
        if behind(engine):
            yield _clock(None)
            yield Finding("database", "not at the newest migration", "run pontoon migrate")
            return
        with reading(engine) as tx:
            yield _clock(tx.execute(select(func.max(rounds.c.announced_at))).scalar())
            yield Finding("database", f"answers, {len(inspect(tx).get_table_names())} tables")
            wrong = check_books(tx)
    except DBAPIError as error:
        yield Finding("database", "does not answer", database_sentence(error))
        return
    finally:
        engine.dispose()
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


def _keys(folder: Path | None, file: Path | None) -> Finding:
    if folder is None:
        return Finding("keys", "no folder named", "name one with --keys: PostgreSQL needs it")
    if not folder.is_dir():
        if file is not None and not file.exists():
            return Finding("keys", f"{folder} does not exist yet; serve makes it")
        remedy = "put the folder back from its backup, or name it with --keys"
        return Finding("keys", f"{folder} is missing, and the database exists", remedy)
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & ~KEYS_MODE:
        return Finding("keys", f"{folder} is open to others ({mode:o})", f"chmod 700 {folder}")
    return Finding("keys", f"{folder}, open to its owner only")


def _clock(newest: str | None) -> Finding:
    now = datetime.now(UTC)
    text = now.isoformat(timespec="seconds")
    remedy = "set the clock, and keep it set (systemd-timesyncd or chrony)"
    if now < CLOCK_EARLIEST:
        return Finding("clock", f"{text} cannot be right", remedy)
    if newest is not None and now < datetime.fromisoformat(newest):
        return Finding("clock", f"{text} is before the newest round, of {newest}", remedy)
    return Finding("clock", text)


def _books(wrong: list[str]) -> Finding:
    if not wrong:
        return Finding("books", "balance")
    remedy = "stop serving, keep a copy of the database, and report it"
    return Finding("books", "; ".join(wrong), remedy)
