"""Options that analyses of the return share: which rules, strategy and shoe, how many cores."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from config.fields import ID
from config.loader import (
    DEFAULT_RULES_ID,
    RulesFile,
    ShoePolicy,
    UnknownRules,
    load_rules,
    shipped_rules,
)

Command = TypeVar("Command", bound=Callable[..., Any])

PROCESSES_MAX: Final = 1024

_RULES: Final = (
    click.option(
        "--rules",
        "rules_name",
        default=DEFAULT_RULES_ID,
        show_default=True,
        metavar="FILE|ID",
        help="The rules to analyse.",
    ),
    click.option(
        "--set",
        "changes",
        multiple=True,
        metavar="KEY=VALUE",
        help="Change one of the rules, as dealer.soft_17=stick. May be given several times.",
    ),
)
_PLAY: Final = (
    click.option(
        "--strategy",
        "strategy_name",
        default="optimal",
        show_default=True,
        metavar="NAME|FILE",
        help="optimal, published, mimic-dealer, never-buy-or-split, or a TOML file.",
    ),
    click.option(
        "--shoe",
        "digits",
        metavar="COUNTS",
        help="A shoe that is not whole, as 52 digits: AC AD AH AS 2C ... KS.",
    ),
)
_PROCESSES: Final = click.option(
    "--processes",
    type=click.IntRange(1, PROCESSES_MAX),
    metavar="K",
    help="By default as many as this machine has cores for us. The answer is the same for any.",
)


def rules_options(command: Command) -> Command:
    """`--rules` and `--set`."""
    return _with(command, _RULES)


def game_options(command: Command) -> Command:
    """`--rules`, `--set`, `--strategy` and `--shoe`."""
    return _with(command, (*_RULES, *_PLAY))


def rules_file(
    name: str, changes: Sequence[str], *, shoe: ShoePolicy = ShoePolicy.PLAYED
) -> RulesFile:
    """What `--rules` and `--set` name; `UnknownRules` too for a path where nothing is."""
    if not ID.fits(name) and not Path(name).exists():
        raise UnknownRules(name, tuple(file.rules.id for file in shipped_rules()))
    return load_rules(name, changes, shoe=shoe)


def processes_option(command: Command) -> Command:
    """`--processes`; see `processes_of`."""
    return _with(command, (_PROCESSES,))


def processes_of(asked: int | None) -> int:
    """What was asked for, or what a container or taskset leaves us, where the system tells."""
    if asked is not None:
        return asked
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _with(command: Command, options: Sequence[Callable[[Command], Command]]) -> Command:
    for option in reversed(options):
        command = option(command)
    return command
