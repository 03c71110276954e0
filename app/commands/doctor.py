"""`pontoon doctor`: what serving needs from this machine, each with its remedy."""

from collections.abc import Iterator
from pathlib import Path

import click

from app.commands.doctor_database import clock_finding, of_database
from app.commands.doctor_keys import Needed, keys_finding
from app.commands.faults import spoken
from app.commands.finding import Finding
from app.commands.options import database_options
from app.commands.places import place_fault
from app.commands.ports import require_free_port
from app.settings import DEFAULT_HOST, DEFAULT_PORT, keys_folder
from app.store.engine import (
    WAL_SAFE_VERSION,
    journal_mode,
    open_engine,
    sqlite_driver,
    sqlite_file,
)
from config.loader import load_rules
from rng.entropy import EntropySource
from rng.source import RandomSource, Refused


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
            yield clock_finding(None)
            yield _new_database(file)
            yield keys_finding(folder, Needed(new=True, key_ids=frozenset()))
        else:
            yield from of_database(engine, folder)
    except OSError as error:
        remedy = "let this user read it, or choose another with --database"
        yield Finding("database", f"{error.filename}: {error.strerror}", remedy)
    finally:
        engine.dispose()


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
