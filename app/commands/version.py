"""`pontoon version`: what runs, and what decides a round."""

import platform
from importlib.metadata import version

import click

from app.game.events import EVENTS_FORMAT
from app.proof.document import PROOF_FORMAT
from app.store.engine import sqlite_driver
from config.loader import load_rules


@click.command
def command() -> None:
    """Name the versions of everything that decides a round."""
    rules = load_rules()
    for name, text in (
        ("pontoon", version("pontoon")),
        ("python", platform.python_version()),
        ("sqlite", sqlite_driver().sqlite_version),
        ("rules", f"{rules.rules.id} sha256 {rules.sha256}"),
        ("events", EVENTS_FORMAT),
        ("proofs", PROOF_FORMAT),
    ):
        click.echo(f"{name:<8} {text}")
