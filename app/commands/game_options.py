"""Options that analyses of the return share: which rules, strategy and shoe, how many cores.

What is wrong with them is said here too, in one sentence.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from app.commands.extras import Unusable, needs_certification
from config.documents import BadConfig
from config.fields import ID
from config.loader import (
    DEFAULT_RULES_ID,
    RulesFile,
    ShoePolicy,
    UnknownRules,
    load_rules,
    shipped_rules,
)
from rng.shoe import BadShoe

if TYPE_CHECKING:
    from certification.rtp.named import Options

Command = TypeVar("Command", bound=Callable[..., Any])

PROCESSES_MAX: Final = 1024

_RULES: Final = (
    click.option(
        "--rules",
        "rules_name",
        default=DEFAULT_RULES_ID,
        show_default=True,
        metavar="FILE|ID",
        help="The rules to play by.",
    ),
    click.option(
        "--set",
        "changes",
        multiple=True,
        metavar="KEY=VALUE",
        help="Change one of the rules, as dealer.soft_17=stick. May be given several times.",
    ),
)
_STRATEGY: Final = click.option(
    "--strategy",
    "strategy_name",
    default="optimal",
    show_default=True,
    metavar="NAME|FILE",
    help="optimal, published, mimic-dealer, never-buy-or-split, or a TOML file.",
)
_SHOE: Final = click.option(
    "--shoe",
    "digits",
    metavar="COUNTS",
    help="A shoe that is not whole, as 52 digits: AC AD AH AS 2C ... KS.",
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


def strategy_options(command: Command) -> Command:
    """`--rules`, `--set` and `--strategy`."""
    return _with(command, (*_RULES, _STRATEGY))


def game_options(command: Command) -> Command:
    """`--rules`, `--set`, `--strategy` and `--shoe`."""
    return _with(command, (*_RULES, _STRATEGY, _SHOE))


def rules_file(
    name: str, changes: Sequence[str], *, shoe: ShoePolicy = ShoePolicy.PLAYED
) -> RulesFile:
    """What `--rules` and `--set` name; `UnknownRules` too for a path where nothing is."""
    if not ID.fits(name) and not Path(name).exists():
        raise UnknownRules(name, tuple(file.rules.id for file in shipped_rules()))
    return load_rules(name, changes, shoe=shoe)


def strategy_of(name: str, file: RulesFile) -> "Options":
    """What `--strategy` names. Raises `Unusable` where it is neither a name nor a file."""
    from certification.rtp.named import NAMES, fixed, options_of
    from certification.rtp.strategy_file import read_strategy

    if name in NAMES:
        return options_of(name, file.rules)
    path = Path(name)
    if not path.is_file():
        raise Unusable(f"--strategy: {name} is no file, nor one of {', '.join(NAMES)}")
    return fixed(read_strategy(path, file.rules))


@contextmanager
def spoken() -> Iterator[None]:
    """Turn what can be wrong with the question into one sentence and exit code 2."""
    try:
        with needs_certification():
            yield
    except BadShoe as error:
        raise Unusable(f"the shoe: {error}") from None
    except (BadConfig, UnknownRules) as error:
        raise Unusable(str(error)) from None


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
