"""`pontoon rng`: what a laboratory collects, the raw bits and the final outcomes.

All commands take a seed to be repeated; without one they are seeded afresh, and say with what
(`--show-seed`).
"""

import os
import stat
import sys
from contextlib import suppress
from typing import BinaryIO, Final

import click

from app.commands.extras import needs_certification
from app.commands.rng_battery import battery
from app.commands.seeds import SEED_OPTION, seed_of

BYTES_MAX: Final = 2**62
PIPE_BYTES: Final = 2**20  # the most that Linux gives to everybody: pipe(7)
ROUNDS_MAX: Final = 1_000_000_000

_SHOW_OPTION = click.option("--show-seed", is_flag=True, help="Name the seed on standard error.")


@click.group(context_settings={"max_content_width": 100})
def command() -> None:
    """The generator's bits and deals, for laboratories and their batteries."""


command.add_command(battery)


@command.command
@click.option("--bytes", "length", type=click.IntRange(1, BYTES_MAX), help="By default no end.")
@SEED_OPTION
@_SHOW_OPTION
def stream(length: int | None, seed: bytes | None, show_seed: bool) -> None:
    """Write raw bytes of the generator, asked for 65,536 at a time.

    One instance of CTR_DRBG with AES-256, seeded once. For other batteries:

    \b
      pontoon rng stream | RNG_test stdin32                    PractRand
      pontoon rng stream | dieharder -a -g 200
      pontoon rng stream --bytes 100000000 | ent
      pontoon rng stream --bytes 12500000 > bits; pontoon sts bits --streams 100
    """
    from rng.ctr_drbg import REQUEST_BYTES_MAX, CtrDrbg

    drbg = CtrDrbg.instantiate(_seed_of(seed, show_seed))
    left = BYTES_MAX if length is None else length
    sys.stdout.flush()
    # Unbuffered: a buffer would part each request into two writes.
    out = getattr(sys.stdout.buffer, "raw", sys.stdout.buffer)
    _widen(out)
    try:
        while left > 0:
            _write(out, drbg.generate(min(left, REQUEST_BYTES_MAX)))
            left -= REQUEST_BYTES_MAX
    except BrokenPipeError:
        _reader_has_gone()


@command.command
@click.option("--rounds", type=click.IntRange(1, ROUNDS_MAX), required=True)
@SEED_OPTION
@_SHOW_OPTION
def deal(rounds: int, seed: bytes | None, show_seed: bool) -> None:
    """Write the final outcomes of rounds, one a line.

    One seat plays the published strategy on through its shoes, by the functions that serve players:
    secret, commitment, seed, draw, rules. Columns, with a tab between them:

    \b
      number     of the round, from 1
      left       cards in the shoe before it
      cards      in dealing order: 4H,KD,...; player, dealer, player, dealer, then as played
      hands      what became of each hand of the player: win,lose,bust,pontoon,five_card_trick
      dealer     what became of the dealer's hand
      net        won or lost, in opening stakes

    Secrets and client seeds are the bytes of one generator, seeded by --seed or afresh.
    """
    with needs_certification():
        from app.commands.rng_deal import HEADER, lines

    try:
        click.echo(HEADER)
        for line in lines(rounds, _seed_of(seed, show_seed)):
            click.echo(line)
    except BrokenPipeError:
        _reader_has_gone()


def _write(out: BinaryIO, request: bytes) -> None:
    rest = memoryview(request)
    while rest:
        rest = rest[out.write(rest) :]


def _widen(out: BinaryIO) -> None:
    """Let a pipe hold several requests, so that writer and reader seldom wait for each other."""
    with suppress(OSError):  # no file of the system, or an unprivileged user has had his share
        if sys.platform == "linux" and stat.S_ISFIFO(os.fstat(out.fileno()).st_mode):
            import fcntl

            fcntl.fcntl(out.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)


def _seed_of(given: bytes | None, show_seed: bool) -> bytes:
    seed = seed_of(given)
    if show_seed:
        click.echo(f"seed {seed.hex()}", err=True)
    return seed


def _reader_has_gone() -> None:
    """A battery that has seen enough closes the pipe: no fault, and nothing to flush at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
