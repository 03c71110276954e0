"""Commands that need the libraries of an extra, and what to type where they are missing."""

from collections.abc import Iterator
from contextlib import contextmanager

import click


@contextmanager
def needs_certification(
    refusal: type[click.ClickException] = click.ClickException,
) -> Iterator[None]:
    """Turn a missing library of certification into the line that installs it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise refusal(
            f"{missing.name} is not installed: type pip install 'pontoon[certification]'"
        ) from None
