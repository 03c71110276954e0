"""The manifest: a hash of every packaged file, so that a report names exactly what was judged.

A line is `sha256  path`, lines are sorted by path, and each ends in a newline; `sha256sum -c` reads
it from the folder that holds the packages. A checkout and the wheel made from it have the same.
"""

from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Final

PACKAGES: Final = ("app", "certification", "config", "rng")
# What the wheel ships: sources, and the package data that pyproject.toml lists.
SUFFIXES: Final = frozenset(
    (
        *(".py", ".css", ".html", ".jinja", ".js", ".json", ".mako", ".mjs"),
        *(".svg", ".toml", ".ts", ".typ"),
    )
)


def manifest() -> str:
    """The lines for the software that runs."""
    files = sorted(
        (file.relative_to(root.parent).as_posix(), file)
        for root in map(_folder, PACKAGES)
        for file in root.rglob("*")
        if file.suffix in SUFFIXES and file.is_file() and "__pycache__" not in file.parts
    )
    return "".join(f"{sha256(file.read_bytes()).hexdigest()}  {path}\n" for path, file in files)


def manifest_sha256(lines: str) -> str:
    """The hash that goes into the seed of a run."""
    return sha256(lines.encode("utf-8")).hexdigest()


def _folder(package: str) -> Path:
    return Path(import_module(package).__path__[0]).resolve()
