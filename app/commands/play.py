"""`pontoon play`: the game in a terminal, against a server or on its own.

On its own it opens a house in this process and speaks to it through the same API.
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click
import httpx
from rich.console import Console

from app.commands.options import DATABASE_FORM, keys_option, require_plain_file
from app.commands.play_client import WAIT_SECONDS, Refused, TableClient, TableClosed
from app.commands.play_game import SEED_BYTES, Game, Leave
from app.commands.play_kept import Nowhere, SittingFile, sitting_file
from app.settings import Settings
from rng.entropy import EntropySource

SERVER = re.compile(r"https?://[^\s/?#]+/?")


@click.command
@click.option("--server", metavar="URL", help="A running table, as http://127.0.0.1:8000.")
@click.option(
    "--database",
    metavar="URL",
    callback=require_plain_file,
    help=f"Play on this database, not on a passing one: {DATABASE_FORM}",
)
@keys_option
def command(server: str | None, database: str | None, keys: Path | None) -> None:
    """Play Pontoon in this terminal, with play money.

    The aim: come nearer to 21 than the dealer without passing it; ties go to the dealer. The keys
    are shown at the table, and again by ?; its page /v1/table has every rule in words.

    Without --server the whole house runs in this process, and is forgotten at the end unless
    --database names a file to keep it in. With --server or --database your guest is kept in
    ~/.local/state/pontoon (or $XDG_STATE_HOME/pontoon), readable by you alone: type the same
    command again and you go on with the same money, in the middle of a hand too.
    """
    if server and (database or keys):
        raise click.UsageError("--server plays at another house: leave out --database and --keys.")
    _require_address(server)
    source = EntropySource()
    try:
        with _table(server, database, keys) as table:
            game = Game(
                table.client,
                Console(),
                read_line,
                read_key if sys.stdin.isatty() else read_line,
                lambda: source.take(SEED_BYTES).hex(),
                table.book,
            )
            game.sit()
    except TableClosed as closed:
        where = f" at {server}: start it with pontoon serve, or play without --server" * bool(
            server
        )
        raise click.ClickException(f"No table{where} ({closed}).") from None
    except Refused as refusal:
        raise click.ClickException(f"The table refuses: {refusal}") from None


def _require_address(server: str | None) -> None:
    if not server:
        return
    wrong = click.BadParameter(
        f"{server} is no address of a table: write http://HOST:PORT", param_hint="--server"
    )
    if not SERVER.fullmatch(server):
        raise wrong
    try:
        httpx.URL(server)
    except httpx.InvalidURL:
        raise wrong from None


@dataclass(frozen=True, slots=True)
class _Table:
    """Whom to speak to, and where the guest is kept."""

    client: TableClient
    book: Nowhere | SittingFile


@contextmanager
def _table(server: str | None, database: str | None, keys: Path | None) -> Iterator[_Table]:
    if server:
        with httpx.Client(base_url=server, timeout=WAIT_SECONDS) as http:
            yield _Table(TableClient(http), sitting_file(server))
    elif database:
        with _own_table(Settings(database=database, keys=keys)) as (client, address):
            yield _Table(client, sitting_file(address))
    else:
        with tempfile.TemporaryDirectory(prefix="pontoon-") as folder:
            passing = Settings(database=f"sqlite:///{folder}/play.db", keys=keys)
            with _own_table(passing) as (client, _):
                yield _Table(client, Nowhere())


@contextmanager
def _own_table(settings: Settings) -> Iterator[tuple[TableClient, str]]:
    from app.commands.houses import open_house
    from app.factory import create_app
    from app.service.log import silent_log
    from app.store.engine import sqlite_file

    house = open_house(settings, silent_log())
    app = create_app(settings, house)
    file = sqlite_file(house.engine)
    address = house.engine.url.render_as_string(hide_password=True)
    transport = httpx.WSGITransport(app=app)
    try:
        with httpx.Client(base_url="http://house", transport=transport) as http:
            yield TableClient(http), address if file is None else str(file.resolve())
    finally:
        house.close()


def read_line(prompt: str) -> str:
    """A line: from the keyboard, or from a file or pipe, where it is shown as if typed."""
    try:
        typed = input(prompt)
    except (EOFError, KeyboardInterrupt):
        click.echo()
        raise Leave from None
    if not sys.stdin.isatty():
        click.echo(typed)
    return typed.strip()


def read_key(prompt: str) -> str:
    """At a keyboard a key is enough to act: no Enter after it."""
    click.echo(prompt, nl=False)
    try:
        key = click.getchar()
    except (EOFError, KeyboardInterrupt):
        click.echo()
        raise Leave from None
    click.echo(key.strip())
    return key.strip()
