"""`pontoon sts`: the fifteen tests of SP 800-22 on anybody's bits.

Nothing is computed here: see `certification.sp800_22`, which is imported when the command runs.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from app.commands.extras import Unusable, needs_certification

if TYPE_CHECKING:
    from certification.sp800_22.result import Compat, Result
    from certification.sp800_22.streams import Streams

STREAMS_MAX = 10_000
DIGITS = b"01 \t\r\n"
"""A file of these bytes alone was hardly meant to be read as eight bits from each."""
LOOKED_AT_BYTES = 4096
SILENT_SECONDS = 2.0
"""A run that takes longer shows a progress bar."""


@click.command
@click.argument("file", metavar="FILE")
@click.option(
    "--format",
    "form",
    type=click.Choice(["binary", "ascii"]),
    default="binary",
    show_default=True,
    help="Bytes, highest bit first; or the digits 0 and 1, with spaces and line ends between.",
)
@click.option(
    "--bits",
    type=click.IntRange(min=1),
    help="Bits of each stream, from the start. By default the file is divided evenly.",
)
@click.option(
    "--streams",
    "count",
    type=click.IntRange(1, STREAMS_MAX),
    default=1,
    show_default=True,
    help="How many streams the file is cut into.",
)
@click.option(
    "--compat",
    type=click.Choice(["exact", "nist-sts"]),
    default="exact",
    show_default=True,
    help="nist-sts: the digits of NIST's C program 2.1.2, where they are not the exact ones.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(file: str, form: str, bits: int | None, count: int, compat: str, as_json: bool) -> None:
    """Run the fifteen tests of NIST SP 800-22 Rev. 1a on the bits of FILE (`-`: standard input).

    No p-value is judged alone: one in a hundred is below 0.01 by chance. With several streams it
    says how many passed and whether the p-values are uniform. The table sums up the p-values of a
    test where there are many; --json has them all.
    """
    with _spoken(file):
        from certification.sp800_22.listing import listing
        from certification.sp800_22.result import Compat
        from certification.sp800_22.streams import Format, divide, read_bits

        content = _content(file)
        streams = divide(read_bits(content, Format(form)), bits, count)
        by_stream = _tested(streams, Compat(compat))
        _require_some(streams, by_stream[0])
    if form == "binary" and not content[:LOOKED_AT_BYTES].translate(None, DIGITS):
        click.echo(f"{file} has only the digits 0 and 1: --format ascii reads those.", err=True)
    if streams.left:
        click.echo(
            f"{streams.left:,} bits at the end of {file} were left over, untested.", err=True
        )
    if as_json:
        click.echo(json.dumps(listing(streams, by_stream, Compat(compat)), allow_nan=False))
        return
    from app.commands.sts_screen import show

    show(streams, by_stream)


@contextmanager
def _spoken(file: str) -> Iterator[None]:
    """Turn what can be wrong with the file into one sentence and exit code 2."""
    from certification.sp800_22.refusals import BadStream

    try:
        with needs_certification():
            yield
    except OSError as error:
        raise Unusable(f"{file} cannot be read: {error.strerror}.") from None
    except BadStream as error:
        raise Unusable(f"{file}: {error}.") from None


def _content(file: str) -> bytes:
    from certification.sp800_22.refusals import BadDivision
    from certification.sp800_22.streams import FILE_BYTES_MAX

    with click.open_file(file, "rb") as opened:
        data: bytes = opened.read(FILE_BYTES_MAX + 1)
    if len(data) > FILE_BYTES_MAX:
        raise BadDivision(f"it is over {FILE_BYTES_MAX >> 30} GiB: give a part of it")
    return data


def _tested(streams: "Streams", compat: "Compat") -> list[tuple["Result", ...]]:
    from certification.sp800_22.battery import TESTS, one_by_one

    with _progress(streams.count * len(TESTS)) as after_each:
        return [
            tuple(after_each(result) for result in one_by_one(stream, compat=compat))
            for stream in map(streams.stream, range(streams.count))
        ]


@contextmanager
def _progress(steps: int) -> Iterator[Callable[["Result"], "Result"]]:
    """A bar on the terminal from the third second on; gives back what it is told of."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    bar = Progress(console=console, transient=True, disable=not console.is_terminal)
    started = time.monotonic()
    task = bar.add_task("SP 800-22", total=steps)

    def after_each(result: "Result") -> "Result":
        if not bar.live.is_started and time.monotonic() - started > SILENT_SECONDS:
            bar.start()
        bar.update(task, advance=1, description=f"SP 800-22 {result.test}")
        return result

    try:
        yield after_each
    finally:
        bar.stop()


def _require_some(streams: "Streams", results: tuple["Result", ...]) -> None:
    from certification.sp800_22.refusals import BadDivision

    if not any(result.applicable for result in results):
        raise BadDivision(f"{streams.bits:,} bits are too few for every test; 100 are the least")
