"""`pontoon simulate`: rounds dealt by the production generator, and the return they show.

Nothing is computed here: see `certification.rtp.simulation`, which is imported when the command
runs. Interrupted with --checkpoint, it goes on where it stopped.
"""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict, TypeVar, Unpack

import click

from app.commands.game_options import rules_file
from app.commands.rtp import Unusable, spoken
from config.loader import DEFAULT_RULES_ID, RulesFile, ShoePolicy
from rng.entropy import EntropySource
from rng.source import RandomSource, Refused

if TYPE_CHECKING:
    from certification.rtp.exact.analysis import Analysis
    from certification.rtp.simulation.plan import Plan
    from certification.rtp.simulation.simulate import Where
    from certification.rtp.simulation.tally import Tally

Command = TypeVar("Command", bound=Callable[..., Any])

PROCESSES_MAX: Final = 1024
ROUNDS_MAX: Final = 10**15
INTERRUPTED: Final = 130  # as shells name an end by Ctrl-C

_SEED: Final = re.compile(r"[0-9a-fA-F]{96}")


class Game(TypedDict):
    """What is played, as the options name it."""

    rules_name: str
    changes: tuple[str, ...]
    strategy_name: str
    fresh_shoe: bool
    per_round_seeds: bool


_GAME_OPTIONS: Final = (
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
    click.option(
        "--strategy",
        "strategy_name",
        default="optimal",
        show_default=True,
        metavar="NAME|FILE",
        help="optimal, published, mimic-dealer, never-buy-or-split, or a TOML file.",
    ),
    click.option(
        "--fresh-shoe", is_flag=True, help="A whole shoe before every round, not after the cut."
    ),
    click.option(
        "--per-round-seeds",
        is_flag=True,
        help="A secret, commitment and generator for each round, as at the table; slow.",
    ),
)


def _game_options(command: Command) -> Command:
    for option in reversed(_GAME_OPTIONS):
        command = option(command)
    return command


@click.command
@click.option(
    "--rounds",
    type=click.IntRange(1, ROUNDS_MAX),
    required=True,
    metavar="N",
    help="Rounds to play, in blocks of 1,048,576.",
)
@click.option("--seed", "seed_text", metavar="HEX96", help="48 bytes; by default fresh entropy.")
@click.option(
    "--processes",
    type=click.IntRange(1, PROCESSES_MAX),
    metavar="K",
    help="By default as many as this machine has cores for us. The answer is the same for any.",
)
@_game_options
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
    seed_text: str | None,
    processes: int | None,
    checkpoint: Path | None,
    cluster: str,
    as_json: bool,
    **game: Unpack[Game],
) -> None:
    """Play many rounds with the production generator, and estimate the return.

    The same seed gives the same answer, for any number of processes and after any interruption.
    Figures are in opening stakes, `mean` and `sd` those of the net result of a round.
    """
    with _spoken():
        from certification.rtp.simulation.plan import Plan, Seeds
        from certification.rtp.simulation.simulate import Where

        policy = ShoePolicy.FRESH if game["fresh_shoe"] else ShoePolicy.PLAYED
        seeds = Seeds.ROUND if game["per_round_seeds"] else Seeds.BLOCK
        file = rules_file(game["rules_name"], game["changes"], shoe=policy)
        seed = _seed(seed_text, checkpoint)
        exact = _exact(game["strategy_name"], file)
        plan = Plan(file, exact.advice.strategy, rounds, seed, policy, seeds)
        where = Where(_processes(processes), cluster)
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
        kept = f"; the same command goes on from {checkpoint}" if checkpoint else ""
        click.echo(f"Interrupted{kept}.", err=True)
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
    from certification.rtp.named import NAMES, fixed, options_of
    from certification.rtp.strategy_file import read_strategy
    from rng.shoe import Shoe

    shoe = Shoe.whole(file.rules.shoe.packs)
    if strategy_name in NAMES:
        return analyse(file.rules, shoe, options_of(strategy_name, file.rules))
    path = Path(strategy_name)
    if not path.is_file():
        known = ", ".join(NAMES)
        raise Unusable(f"--strategy: {strategy_name} is no file, nor one of {known}")
    return analyse(file.rules, shoe, fixed(read_strategy(path, file.rules)))


def _seed(text: str | None, checkpoint: Path | None) -> bytes:
    from certification.rtp.simulation.checkpoint import seed_of
    from certification.rtp.simulation.plan import SEED_BYTES

    if text is not None:
        if not _SEED.fullmatch(text):
            raise Unusable(f"--seed: {2 * SEED_BYTES} hex digits ({SEED_BYTES} bytes) are expected")
        return bytes.fromhex(text)
    if checkpoint is not None and checkpoint.exists():
        return seed_of(checkpoint)
    return RandomSource(EntropySource()).take(SEED_BYTES)


def _processes(asked: int | None) -> int:
    if asked is not None:
        return asked
    # What a container or taskset leaves us, where the system tells.
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
