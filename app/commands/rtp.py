"""`pontoon rtp`: the exact return of a set of rules, and the strategy that it rests on.

Nothing is computed here: see `certification.rtp`, which is imported when the command runs.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from rich.console import Console

from config.documents import BadConfig
from config.loader import DEFAULT_RULES_ID, RulesFile, ShoePolicy, UnknownRules, load_rules
from rng.shoe import BadShoe, Shoe

if TYPE_CHECKING:
    from certification.rtp.named import Options

Command = TypeVar("Command", bound=Callable[..., Any])


class Unusable(click.ClickException):
    """What was asked cannot be analysed; said in one sentence."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Asked:
    """One game and the strategies to choose from."""

    file: RulesFile
    shoe: Shoe
    options: "Options"


def game_options(command: Command) -> Command:
    """`--rules`, `--set`, `--strategy` and `--shoe`, as every analysis takes them."""
    options = (
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
    for option in options:
        command = option(command)
    return command


@click.group(invoke_without_command=True)
@game_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON, all figures in full.")
@click.pass_context
def command(
    context: click.Context,
    rules_name: str,
    changes: tuple[str, ...],
    strategy_name: str,
    digits: str | None,
    as_json: bool,
) -> None:
    """Compute the exact return to player of a fresh shoe, or of any shoe.

    Every hand that can be dealt is summed, without replacement; nothing is sampled. Figures are
    fractions of the opening stake; RTP is won / staked.
    """
    if context.invoked_subcommand is not None:
        return
    with spoken():
        from certification.rtp.exact.analysis import analyse
        from certification.rtp.exact.fields import analysis_fields

        asked = _asked(rules_name, changes, strategy_name, digits)
        with Console(stderr=True).status("Summing every hand ..."):  # shows on a terminal alone
            analysis = analyse(asked.file.rules, asked.shoe, asked.options)
    if as_json:
        origin = {"rules_sha256": asked.file.sha256, "shoe": str(asked.shoe)}
        click.echo(json.dumps({**analysis_fields(analysis), **origin}, indent=2))
        return
    from app.commands.rtp_screen import show_analysis

    show_analysis(analysis, asked.file, asked.shoe)


@command.command
@game_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with every expectation.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, one row for each hand.")
def strategy(
    rules_name: str,
    changes: tuple[str, ...],
    strategy_name: str,
    digits: str | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Show the best play for every hand, and what each action brings.

    Expectations are in opening stakes, for a hand that is there, the dealer having no pontoon.
    """
    if as_json and as_csv:
        raise Unusable("--json and --csv are two forms of one answer: give one of them.")
    with spoken():
        from certification.rtp.exact.analysis import advise
        from certification.rtp.exact.fields import ROW_NAMES, advice_fields, advice_rows

        asked = _asked(rules_name, changes, strategy_name, digits)
        advice = advise(asked.file.rules, asked.shoe, asked.options)
    if as_json:
        click.echo(json.dumps({"rules_id": asked.file.rules.id, **advice_fields(advice)}, indent=2))
    elif as_csv:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([ROW_NAMES, *advice_rows(advice)])
        click.echo(text.getvalue(), nl=False)
    else:
        from app.commands.rtp_screen import show_advice

        show_advice(advice, asked.file)


@contextmanager
def spoken() -> Iterator[None]:
    """Turn what can be wrong with the question into one sentence and exit code 2."""
    try:
        yield
    except BadShoe as error:
        raise Unusable(f"the shoe: {error}") from None
    except (BadConfig, UnknownRules) as error:
        raise Unusable(str(error)) from None
    except ModuleNotFoundError as missing:
        raise Unusable(
            f"{missing.name} is not installed: type pip install 'pontoon[certification]'"
        ) from None


def _asked(
    rules_name: str, changes: tuple[str, ...], strategy_name: str, digits: str | None
) -> Asked:
    file = load_rules(rules_name, changes, shoe=ShoePolicy.FRESH)
    shoe = Shoe.whole(file.rules.shoe.packs) if digits is None else Shoe.parse(digits)
    return Asked(file, shoe, _options(strategy_name, file))


def _options(strategy_name: str, file: RulesFile) -> "Options":
    from certification.rtp.named import NAMES, fixed, options_of
    from certification.rtp.strategy_file import read_strategy

    if strategy_name in NAMES:
        return options_of(strategy_name, file.rules)
    path = Path(strategy_name)
    if not path.is_file():
        known = ", ".join(NAMES)
        raise Unusable(f"--strategy: {strategy_name} is no file, nor one of {known}")
    return fixed(read_strategy(path, file.rules))
