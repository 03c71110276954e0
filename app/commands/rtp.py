"""`pontoon rtp`: the exact return of a set of rules, and the strategy that it rests on.

Nothing is computed here: see `certification.rtp`, which is imported when the command runs.
"""

import csv
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from app.commands.extras import Unusable
from app.commands.game_options import (
    game_options,
    processes_option,
    rules_file,
    rules_options,
    spoken,
    strategy_of,
)
from app.commands.report_options import SIGN_OPTION
from config.loader import RulesFile, ShoePolicy
from rng.shoe import Shoe

if TYPE_CHECKING:
    from certification.rtp.exact.analysis import Advice, Analysis
    from certification.rtp.named import Options


@dataclass(frozen=True, slots=True)
class Asked:
    """One game and the strategies to choose from."""

    file: RulesFile
    shoe: Shoe
    options: "Options"


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
    fractions of the opening stake; RTP is won / staked. From eight packs that takes some 4 s of CPU
    time and 0.3 GB; 30 s and 0.5 GB with player.hands_max=4, 15 s with
    dealer.five_card_trick=false, 105 s and 0.6 GB with both.
    """
    if context.invoked_subcommand is not None:
        return
    with spoken():
        from certification.rtp.exact.analysis import analyse

        asked = _asked(rules_name, changes, strategy_name, digits)
        with Console(stderr=True).status("Summing every hand ..."):  # shows on a terminal alone
            analysis = analyse(asked.file.rules, asked.shoe, asked.options)
    if as_json:
        click.echo(json.dumps(_fields(asked, analysis), indent=2))
        return
    from app.commands.rtp_screen import show_analysis

    show_analysis(analysis, asked.file, asked.shoe)


@command.command
@game_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with every expectation.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, one row for each hand.")
@click.option("--toml", "as_toml", is_flag=True, help="Print the file that --strategy reads.")
def strategy(
    rules_name: str,
    changes: tuple[str, ...],
    strategy_name: str,
    digits: str | None,
    as_json: bool,
    as_csv: bool,
    as_toml: bool,
) -> None:
    """Show the best play for every hand, and what each action brings.

    Expectations are in opening stakes, for a hand that is there, the dealer having no pontoon.
    """
    if as_json + as_csv + as_toml > 1:
        raise Unusable("--json, --csv and --toml are forms of one answer: give one of them.")
    with spoken():
        from certification.rtp.exact.analysis import advise

        asked = _asked(rules_name, changes, strategy_name, digits)
        advice = advise(asked.file.rules, asked.shoe, asked.options)
    if as_json:
        click.echo(_advice_json(asked, advice))
    elif as_csv:
        click.echo(_advice_csv(advice), nl=False)
    elif as_toml:
        click.echo(_advice_toml(advice), nl=False)
    else:
        from app.commands.rtp_screen import show_advice

        show_advice(advice, asked.file)


@command.command
@rules_options
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder of the report; made, or empty.",
)
@click.option("--rounds", type=click.IntRange(100_000), metavar="N", help="Rounds to simulate.")
@click.option("--quick", is_flag=True, help="Less of everything: a trial in under a minute.")
@SIGN_OPTION
@processes_option
def report(
    rules_name: str,
    changes: tuple[str, ...],
    out: Path,
    rounds: int | None,
    quick: bool,
    key_file: Path | None,
    processes: int | None,
) -> None:
    """Write a PAR sheet: JSON, HTML and PDF, signed.

    Exact figures, their laws and tolerances, a billion simulated rounds beside them, and what a
    player gains who reads the counts. Exit code 1 if a comparison fails. The simulation is compared
    by three p-values, judged together at 0.001, and repeated once with a second declared seed if
    they fail: a right return is rejected at most once in a million rules files.
    """
    with spoken():
        from app.commands.rtp_report import Wanted, write

        file = rules_file(rules_name, changes)
        agrees = write(Wanted(file, out, rounds, quick, key_file, processes))
    click.get_current_context().exit(0 if agrees else 1)


def _advice_json(asked: Asked, advice: "Advice") -> str:
    from certification.rtp.exact.fields import advice_fields

    return json.dumps({"rules_id": asked.file.rules.id, **advice_fields(advice)}, indent=2)


def _advice_csv(advice: "Advice") -> str:
    from certification.rtp.exact.fields import ROW_NAMES, advice_rows

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([ROW_NAMES, *advice_rows(advice)])
    return text.getvalue()


def _advice_toml(advice: "Advice") -> str:
    from certification.rtp.strategy_file import to_toml

    return to_toml(advice.strategy)


def _fields(asked: Asked, analysis: "Analysis") -> dict[str, object]:
    from certification.rtp.exact.composition import gain_by_composition
    from certification.rtp.exact.fields import analysis_fields
    from certification.rtp.stakes import in_whole_pence, stakes_of

    rules = asked.file.rules
    return {
        **analysis_fields(analysis),
        "gain_by_composition": gain_by_composition(rules, asked.shoe, analysis.advice),
        "stakes": len(stakes_of(rules)),
        "stakes_in_whole_pence": in_whole_pence(rules),  # all of them: all have one return
        "rules_sha256": asked.file.sha256,
        "shoe": str(asked.shoe),
    }


def _asked(
    rules_name: str, changes: tuple[str, ...], strategy_name: str, digits: str | None
) -> Asked:
    file = rules_file(rules_name, changes, shoe=ShoePolicy.FRESH)
    shoe = Shoe.whole(file.rules.shoe.packs) if digits is None else Shoe.parse(digits)
    return Asked(file, shoe, strategy_of(strategy_name, file))
