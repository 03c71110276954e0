"""The command `pontoon`: a list of commands, each loaded when it is called.

`pontoon --help` imports none of them, so it answers at once. Bodies are in `app.commands`.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import version
from typing import Any

import click

from app.commands.streams import ended_in_words, lose_no_text

SUMMARIES: Mapping[str, str] = {
    "serve": "Serve the game over HTTP, with play money unless told otherwise.",
    "play": "Play in this terminal, against a server or on its own.",
    "replay": "Judge a disputed round: deal it again from its proof.",
    "rtp": "Compute the exact return to player, and the best play.",
    "simulate": "Play rounds by the million, and estimate the return to player.",
    "exposure": "Show what a player gains who bets by the counts of the shoe.",
    "sts": "Run the fifteen tests of NIST SP 800-22 on anybody's bits.",
    "rng": "Write the generator's bits and deals, for laboratories.",
    "certify": "Certify chance by a signed report, and check reports.",
    "void": "Pay back a round that cannot be finished.",
    "restored": "Declare that the database was put back from an older copy.",
    "migrate": "Bring a database to the newest form.",
    "doctor": "Check that this machine can serve, and say what to do if not.",
    "version": "Name the versions of everything that decides a round.",
}
"""Each command is the attribute `command` of `app.commands.<name>`."""

HELP = """\
Casino Pontoon, dealt so that anybody can check it.

New here? `pontoon play` plays a round in this terminal. `pontoon serve` opens the table on
http://127.0.0.1:8000, where /docs explains the API. `pontoon COMMAND --help` explains a command.
"""


class LazyCommands(click.Group):
    """A group that imports a command when it is run, and lists them without importing any."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        lose_no_text()
        return super().main(*args, **kwargs)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with ended_in_words():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with ended_in_words():
            return super().invoke(ctx)

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(SUMMARIES)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUMMARIES:
            return None
        command: click.Command = import_module(f"app.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in SUMMARIES and not args[0].startswith("-"):
            near = get_close_matches(args[0], SUMMARIES, n=1)
            meant = f" Did you mean {near[0]}?" if near else ""
            ctx.fail(f"No such command '{args[0]}'.{meant}")
        return super().resolve_command(ctx, args)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(SUMMARIES.items()))


def _show_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"pontoon {version('pontoon')}")
        ctx.exit()


@click.group(cls=LazyCommands, help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version; pontoon version shows all that decides a round.",
)
def main() -> None:
    """Entry point of the console script."""


if __name__ == "__main__":
    main()
