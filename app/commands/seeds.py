"""The seed of a laboratory's command: given as hex digits, to repeat, or fresh.

A fresh one comes from the operating system behind the health tests. No seed given here reaches a
serving process.
"""

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from app.commands.extras import Unusable

SEED_HEX_DIGITS: Final = 96

_SEED: Final = re.compile(rf"[0-9a-fA-F]{{{SEED_HEX_DIGITS}}}")


class _Seed(click.ParamType[bytes]):
    name = "HEX96"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> bytes:
        if isinstance(value, bytes):
            return value
        if not _SEED.fullmatch(str(value)):
            self.fail(f"a seed is {SEED_HEX_DIGITS} hex digits (48 bytes)", param, ctx)
        return bytes.fromhex(str(value))


Command = TypeVar("Command", bound=Callable[..., Any])


def seed_option(absent: str) -> Callable[[Command], Command]:
    """`--seed`; `absent` says what is taken where it is not given."""
    text = f"{SEED_HEX_DIGITS} hex digits; {absent} if absent."
    return click.option("--seed", type=_Seed(), help=text)


SEED_OPTION = seed_option("fresh")


def seed_of(given: bytes | None) -> bytes:
    """What was given, or fresh."""
    from rng.ctr_drbg import SEED_BYTES
    from rng.entropy import EntropySource
    from rng.source import RandomSource, Refused

    if given is not None:
        return given
    try:
        return RandomSource(EntropySource()).take(SEED_BYTES)
    except Refused as refused:
        raise Unusable(f"{refused}.") from refused
