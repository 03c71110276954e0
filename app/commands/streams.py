"""What a terminal, a pipe or a disk may do to a command's input and output: never a traceback.

Nor exit code 1, which says of `pontoon replay` that a proof was refuted. What a command itself does
with a file is not here.
"""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper

import click

INTERRUPTED = 130
"""128 + SIGINT, as shells report a program that Ctrl+C ended."""
READER_GONE = 141
"""128 + SIGPIPE, as shells report a program whose reader has closed the pipe."""
UNWRITTEN = 74
"""EX_IOERR of sysexits.h."""

_UNWRITABLE = frozenset({errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""How a write to an open file fails."""


def lose_no_text() -> None:
    """Write what the encoding of a terminal lacks as an escape, and read what is no text as �."""
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


@contextmanager
def ended_in_words() -> Iterator[None]:
    """Turn a reader that has gone, output that cannot be written, and Ctrl+C into an exit code."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo("\nInterrupted.", err=True)
        raise SystemExit(INTERRUPTED) from None
    except OSError as error:
        if error.errno not in _UNWRITABLE or error.filename is not None:
            raise
        if error.errno == errno.EPIPE:
            _give_up_what_waits()
            raise SystemExit(READER_GONE) from None
        with suppress(OSError):  # of the stream that tells it
            click.echo(f"Error: What is said cannot be written: {error.strerror}.", err=True)
        _give_up_what_waits()
        raise SystemExit(UNWRITTEN) from None


def _give_up_what_waits() -> None:
    """Python would try once more at its end, and name an exit code of its own."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
