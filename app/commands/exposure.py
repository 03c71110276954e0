"""`pontoon exposure`: what a player gains who reads the counts, the operator's risk in one table.

Nothing is computed here: see `certification.rtp.exposure`, which is imported when the command runs.
"""

import json
from typing import TYPE_CHECKING, Final

import click

from app.commands.certify_screen import bar
from app.commands.game_options import (
    processes_of,
    processes_option,
    rules_file,
    rules_options,
    spoken,
)
from app.commands.seeds import seed_option
from config.loader import RulesFile

if TYPE_CHECKING:
    from certification.rtp.exposure.exposure import Exposure, Sizes

SHOES_MAX: Final = 500_000
EXACT_MIN: Final = 40


@click.command
@rules_options
@seed_option("the declared one")
@click.option(
    "--shoes",
    type=click.IntRange(64, SHOES_MAX),
    metavar="N",
    help="Shoes to deal; by default 20,000.",
)
@click.option(
    "--exact",
    type=click.IntRange(EXACT_MIN),
    metavar="N",
    help="Of their rounds, how many to value exactly; by default 2,000.",
)
@processes_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, all figures in full.")
def command(
    rules_name: str,
    changes: tuple[str, ...],
    seed: bytes | None,
    shoes: int | None,
    exact: int | None,
    processes: int | None,
    *,
    as_json: bool,
) -> None:
    """Show what a player takes who bets by the counts of the shoe.

    The effect of removing each rank, the expectation by true count, and what betting the least
    stake or the highest by exact counts gains, by when the shoe is made whole.
    """
    with spoken():
        from certification.rtp.exposure.exposure import EXACT, SHOES, Sizes

        file = rules_file(rules_name, changes)
        sizes = Sizes(shoes or SHOES, exact or EXACT, processes_of(processes))
        found = _found(file, seed, sizes)
        _answer(found, as_json=as_json)


def _found(file: RulesFile, given: bytes | None, sizes: "Sizes") -> "Exposure":
    from certification.rtp.declared import EXPOSURE, declared_seed
    from certification.rtp.exact.analysis import analyse
    from certification.rtp.exposure.exposure import exposure
    from certification.rtp.named import OPTIMAL, options_of
    from rng.shoe import Shoe

    seed = declared_seed(EXPOSURE, file) if given is None else given
    shoe = Shoe.whole(file.rules.shoe.packs)
    with bar() as told:
        analysis = analyse(file.rules, shoe, options_of(OPTIMAL, file.rules))
        return exposure(file, analysis, seed, sizes, told)


def _answer(found: "Exposure", *, as_json: bool) -> None:
    from app.commands.exposure_screen import show
    from certification.rtp.exposure.fields import exposure_fields

    if as_json:
        click.echo(json.dumps(exposure_fields(found), indent=2))
    else:
        show(found)
