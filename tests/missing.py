"""Programs that some tests need, and a machine may lack."""

import os
from shutil import which
from typing import NoReturn

import pytest


def need(program: str) -> None:
    """A program of Debian's, or `not_here`."""
    if which(program) is None:
        not_here(f"{program} is not installed")


def not_here(why: object) -> NoReturn:
    """A named skip, and in CI a failure."""
    if os.environ.get("CI"):
        pytest.fail(str(why))
    pytest.skip(str(why))
