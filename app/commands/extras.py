"""Commands that need the libraries of an extra, and what to type where they are missing."""

from collections.abc import Iterator
from contextlib import contextmanager

import click


class Unusable(click.ClickException):
    """What a command has to work with cannot be used; said in one sentence."""

    exit_code = 2


@contextmanager
def needs_certification() -> Iterator[None]:
    """Turn a missing library of certification into the line that installs it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise Unusable(
            f"{missing.name} is not installed: type make audit in a checkout; elsewhere install "
            "Pontoon's wheel with its extra certification"
        ) from None
