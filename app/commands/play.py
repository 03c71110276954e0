"""`pontoon play`: the game in a terminal, against a server or on its own.

On its own it opens a house in this process and speaks to it through the same API.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import httpx
from rich.console import Console

from app.commands.faults import spoken
from app.commands.play_client import WAIT_SECONDS, Refused, TableClient, TableClosed
from app.commands.play_game import SEED_BYTES, Game, Leave
from app.settings import Settings
from rng.entropy import EntropySource


@click.command
@click.option("--server", metavar="URL", help="A running table, as http://127.0.0.1:8000.")
@click.option("--database", metavar="URL", help="Play on this database instead of a passing one.")
@click.option(
    "--keys",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the database's keys. By default keys/ beside the SQLite file.",
)
def command(server: str | None, database: str | None, keys: Path | None) -> None:
    """Play Pontoon in this terminal, with play money.

    Enter deals and sticks, + twists, * buys (doubles), / splits, 0 repeats the last bet, a number
    is a stake in pounds, p saves the proof of the last round, q leaves. The aim: come nearer to 21
    than the dealer without passing it. Ties go to the dealer; an ace with a ten-point card
    (pontoon) and five cards not over 21 (five-card trick) pay two to one.

    Without --server the whole house runs in this process, and is forgotten at the end unless
    --database names a file to keep it in.
    """
    if server and (database or keys):
        raise click.UsageError("--server plays at another house: leave out --database and --keys.")
    source = EntropySource()
    try:
        with _table(server, database, keys) as client:
            game = Game(
                client,
                Console(),
                read_line,
                read_key if sys.stdin.isatty() else read_line,
                lambda: source.take(SEED_BYTES).hex(),
            )
            game.sit()
    except TableClosed as closed:
        where = f" at {server}: start it with pontoon serve, or play without --server" * bool(
            server
        )
        raise click.ClickException(f"No table{where} ({closed}).") from None
    except Refused as refusal:
        raise click.ClickException(f"The table refuses: {refusal}") from None


@contextmanager
def _table(server: str | None, database: str | None, keys: Path | None) -> Iterator[TableClient]:
    if server:
        with httpx.Client(base_url=server, timeout=WAIT_SECONDS) as http:
            yield TableClient(http)
    elif database:
        with _own_table(Settings(database=database, keys=keys)) as client:
            yield client
    else:
        with tempfile.TemporaryDirectory(prefix="pontoon-") as folder:
            passing = Settings(database=f"sqlite:///{folder}/play.db", keys=keys)
            with _own_table(passing) as client:
                yield client


@contextmanager
def _own_table(settings: Settings) -> Iterator[TableClient]:
    from app.factory import build_house, create_app
    from app.service.log import silent_log

    with spoken():
        house = build_house(settings, log=silent_log())
    app = create_app(settings, house)
    transport = httpx.WSGITransport(app=app)
    try:
        with httpx.Client(base_url="http://house", transport=transport) as http:
            yield TableClient(http)
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
