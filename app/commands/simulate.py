"""`pontoon simulate`: rounds dealt by the production generator, and the return they show.

Nothing is computed here: see `certification.rtp.simulation`, which is imported when the command
runs. Interrupted with --checkpoint, it goes on where it stopped.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from app.commands.extras import Unusable
from app.commands.game_options import (
    processes_of,
    processes_option,
    rules_file,
    spoken,
    strategy_of,
    strategy_options,
)
from app.commands.seeds import seed_of, seed_option
from app.commands.streams import INTERRUPTED
from config.loader import RulesFile, ShoePolicy
from rng.source import Refused

if TYPE_CHECKING:
    from certification.rtp.exact.analysis import Analysis
    from certification.rtp.simulation.plan import Plan
    from certification.rtp.simulation.simulate import Where
    from certification.rtp.simulation.tally import Tally

ROUNDS_MAX: Final = 10**15


@dataclass(frozen=True, slots=True)
class GameAsked:
    """What is played, as the options name it."""

    rules_name: str
    changes: tuple[str, ...]
    strategy_name: str
    fresh_shoe: bool
    per_round_seeds: bool


def _game(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a game, handed to the command as one `GameAsked`."""

    @strategy_options
    @click.option(
        "--fresh-shoe", is_flag=True, help="A whole shoe before every round, not after the cut."
    )
    @click.option(
        "--per-round-seeds",
        is_flag=True,
        help="A secret, commitment and generator for each round, as at the table; slow.",
    )
    @wraps(command)
    def gathered(**options: Any) -> None:
        named = {field.name: options.pop(field.name) for field in fields(GameAsked)}
        command(game=GameAsked(**named), **options)

    return gathered


@click.command
@click.option(
    "--rounds",
    type=click.IntRange(1, ROUNDS_MAX),
    required=True,
    metavar="N",
    help="Rounds to play, in blocks of 1,048,576.",
)
@seed_option("fresh")
@processes_option
@_game
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep what is done in FILE, and go on from there.",
)
@click.option(
    "--cluster", default="", metavar="ADDRESS", help="Play on a Dask cluster, as tcp://HOST:8786."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, all figures in full.")
def command(
    rounds: int,
    seed: bytes | None,
    processes: int | None,
    checkpoint: Path | None,
    cluster: str,
    as_json: bool,
    game: GameAsked,
) -> None:
    """Play many rounds with the production generator, and estimate the return.

    The same seed gives the same answer, for any number of processes and after any interruption.
    Figures are in opening stakes, `mean` and `sd` those of the net result of a round.
    """
    with _spoken():
        from certification.rtp.simulation.cluster import require_scheduler
        from certification.rtp.simulation.plan import Plan, Seeds
        from certification.rtp.simulation.simulate import Where

        if cluster:
            require_scheduler(cluster)  # before anything that takes longer
        policy = ShoePolicy.FRESH if game.fresh_shoe else ShoePolicy.PLAYED
        seeds = Seeds.ROUND if game.per_round_seeds else Seeds.BLOCK
        file = rules_file(game.rules_name, game.changes, shoe=policy)
        exact = _exact(game.strategy_name, file)
        plan = Plan(file, exact.advice.strategy, rounds, _seed(seed, checkpoint), policy, seeds)
        where = Where(processes_of(processes), cluster)
        _answer(plan, exact, _simulated(plan, where, checkpoint), as_json=as_json)


@contextmanager
def _spoken() -> Iterator[None]:
    """As `pontoon rtp` says it, and what only a simulation can be refused for."""
    with spoken():
        from certification.rtp.simulation.checkpoint import BadCheckpoint
        from certification.rtp.simulation.cluster import NoCluster

        try:
            yield
        except (BadCheckpoint, NoCluster, Refused) as refusal:
            raise Unusable(str(refusal)) from None


def _simulated(plan: "Plan", where: "Where", checkpoint: Path | None) -> "Tally":
    from app.commands.simulate_screen import bar
    from certification.rtp.simulation.simulate import simulate

    try:
        with bar(plan.rounds) as noted:
            return simulate(plan, where, checkpoint, noted)
    except KeyboardInterrupt:
        kept = (
            f"the same command goes on from {checkpoint}"
            if checkpoint
            else "with --checkpoint FILE the same command would go on"
        )
        click.echo(f"Interrupted; {kept}.", err=True)
        raise SystemExit(INTERRUPTED) from None
    except OSError as error:
        raise Unusable(f"{error.filename or checkpoint}: {error.strerror or error}") from None


def _answer(plan: "Plan", exact: "Analysis", tally: "Tally", *, as_json: bool) -> None:
    from certification.rtp.simulation.estimates import estimate
    from certification.rtp.simulation.payouts import Payouts
    from certification.rtp.simulation.report import answer_fields

    found = estimate(tally, Payouts.of(plan.file.rules).unit)
    if as_json:
        click.echo(json.dumps(answer_fields(plan, found, exact), indent=2))
        return
    from app.commands.simulate_screen import show

    show(plan, found, exact)


def _exact(strategy_name: str, file: RulesFile) -> "Analysis":
    """The strategy with its exact figures, which the rounds are compared with."""
    from certification.rtp.exact.analysis import analyse
    from rng.shoe import Shoe

    shoe = Shoe.whole(file.rules.shoe.packs)
    return analyse(file.rules, shoe, strategy_of(strategy_name, file))


def _seed(given: bytes | None, checkpoint: Path | None) -> bytes:
    from certification.rtp.simulation.checkpoint import seed_of as seed_kept_in

    if given is None and checkpoint is not None and checkpoint.exists():
        return seed_kept_in(checkpoint)
    return seed_of(given)
