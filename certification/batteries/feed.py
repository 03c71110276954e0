"""A program fed by a pipe: bytes of the generator in, its text out, with an end to both.

A program that has seen enough closes the pipe; one that takes too long is ended. Nothing here knows
what the text means.
"""

import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from shutil import which
from tempfile import TemporaryFile
from threading import Timer
from typing import Final

from rng.ctr_drbg import REQUEST_BYTES_MAX, CtrDrbg

CALL_SECONDS_MAX: Final = 3_600.0  # one call of a program; dieharder's slowest take some minutes


class NoProgram(Exception):
    """The program is not installed on this machine."""


class TookTooLong(Exception):
    """The program was ended because its time was up."""


@dataclass(frozen=True, slots=True)
class Fed:
    """The text of both its outputs, and how many bytes went into the pipe."""

    text: str
    bytes_read: int


def generated(seed: bytes, length: int) -> Iterator[bytes]:
    """`length` bytes of the production generator, one instance, 65,536 at a time."""
    drbg = CtrDrbg.instantiate(seed)
    for left in range(length, 0, -REQUEST_BYTES_MAX):
        yield drbg.generate(min(left, REQUEST_BYTES_MAX))


def feed(
    command: Sequence[str], chunks: Iterator[bytes], seconds_max: float = CALL_SECONDS_MAX
) -> Fed:
    """Run `command` on the bytes. Raises `NoProgram`, `TookTooLong`."""
    found = which(command[0])
    if found is None:
        raise NoProgram(f"{command[0]} is not installed; on Debian type: apt install {command[0]}")
    with TemporaryFile() as text:
        with subprocess.Popen(
            [found, *command[1:]], stdin=subprocess.PIPE, stdout=text, stderr=subprocess.STDOUT
        ) as process:
            timer = Timer(seconds_max, process.kill)
            timer.start()
            given = _pour(process, chunks)
            process.wait()
            in_time = timer.is_alive()
            timer.cancel()
        if not in_time:
            raise TookTooLong(f"it was ended after {seconds_max:g} seconds")
        text.seek(0)
        return Fed(text.read().decode("utf-8", "replace"), given)


def _pour(process: "subprocess.Popen[bytes]", chunks: Iterator[bytes]) -> int:
    given = 0
    pipe = process.stdin
    if pipe is None:  # never: it was asked for
        return given
    try:
        for chunk in chunks:
            pipe.write(chunk)
            given += len(chunk)
        pipe.close()
    except BrokenPipeError:
        _drop(process)
    return given


def _drop(process: "subprocess.Popen[bytes]") -> None:
    """Close a pipe that nobody reads: what its buffer still holds is wanted by nobody."""
    try:
        if process.stdin is not None:
            process.stdin.close()
    except BrokenPipeError:
        process.stdin = None
