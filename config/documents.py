"""One strict TOML file: read within a bound, known keys only, each refusal with file and key.

Every file of this package is read here, the shipped ones through ``importlib.resources``, so a
wheel serves as well as a source tree. What the keys of a file mean is not here.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

from config.quoting import quoted
from config.shapes import Misfit, Shape, shown

# Bytes; the largest file of this package is a table of some hundred cells.
FILE_BYTES_MAX = 256 * 1024
# Names that a refused key brings to mind.
NEAREST_NAMES_MAX = 3

WHOLE_FILE = "the file"

T = TypeVar("T")


class BadConfig(Exception):
    """A file that is not as it must be: names file, key, what was expected, what was found."""

    def __init__(self, source: str, key: str, expected: str, found: str) -> None:
        where, what = quoted(key), quoted(found)
        super().__init__(f"{source}: {where}: expected {expected}, found {what}")
        self.source = source
        self.key = key
        self.expected = expected
        self.found = found


@dataclass(frozen=True, slots=True)
class Document:
    """The values of one file (or of one row of it) by dotted key, not yet judged."""

    source: str
    refusal: type[BadConfig]
    values: Mapping[str, object]
    place: str = ""

    def only(self, known: Iterable[str]) -> None:
        """Refuse the first key that is not known."""
        names = tuple(known)
        for key in self.values:
            if key not in names:
                raise self.refuse(key, nearest(key, names), f"the unknown key {key}")

    def read(self, key: str, shape: Shape[T]) -> T:
        """The value of a key, of this shape."""
        if key not in self.values:
            raise self.refuse(key, shape.expected, "nothing: the key is missing")
        try:
            return shape.read(self.values[key])
        except Misfit as misfit:
            raise self.refuse(key, misfit.expected, misfit.found) from misfit

    def rows(self, key: str, count_max: int) -> "tuple[Document, ...]":
        """The tables of an array of tables, each a document of its own."""
        value = self.values.get(key)
        expected = f"1 to {count_max} tables [[{key}]]"
        if not isinstance(value, list) or not 1 <= len(value) <= count_max:
            raise self.refuse(key, expected, "nothing" if value is None else shown(value))
        documents = []
        for at, row in enumerate(value, start=1):
            if not isinstance(row, dict):
                raise self.refuse(key, expected, shown(row))
            documents.append(Document(self.source, self.refusal, row, f"{key} {at}: "))
        return tuple(documents)

    def refuse(self, key: str, expected: str, found: str) -> BadConfig:
        """The refusal that names this file and key, for the caller to raise."""
        return self.refusal(self.source, self.place + key, expected, found)


def resource(path: str) -> Traversable:
    """A shipped file or folder of this package, by its path below ``config/``."""
    return files("config").joinpath(*path.split("/"))


def read_bytes(file: Path | Traversable, source: str, refusal: type[BadConfig]) -> bytes:
    """The bytes of a file, at most ``FILE_BYTES_MAX``."""
    expected = f"a readable file of at most {FILE_BYTES_MAX} bytes"
    try:
        with file.open("rb") as stream:
            data = stream.read(FILE_BYTES_MAX + 1)
    except (OSError, ValueError) as error:
        raise refusal(source, WHOLE_FILE, expected, str(error)) from error
    if len(data) > FILE_BYTES_MAX:
        raise refusal(source, WHOLE_FILE, expected, "more")
    return data


def parse(data: bytes, source: str, refusal: type[BadConfig]) -> Document:
    """The document that these bytes are, its tables flattened to dotted keys."""
    try:
        tree = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        # Bad UTF-8, bad TOML, an integer of thousands of digits, or lists nested past all sense.
        raise refusal(source, WHOLE_FILE, "TOML in UTF-8", str(error)) from error
    return Document(source, refusal, dict(_flat(tree, "")))


def nearest(key: str, names: tuple[str, ...]) -> str:
    """The known names that an unknown key may have meant, in words."""
    below = [name for name in names if name.startswith(key + ".")]
    close = get_close_matches(key, names, NEAREST_NAMES_MAX, cutoff=0.7)
    last = [
        name
        for name in names
        if name.rsplit(".", maxsplit=1)[-1] == key.rsplit(".", maxsplit=1)[-1]
    ]
    found = list(dict.fromkeys(below or last + close))[:NEAREST_NAMES_MAX]
    return "a known key" + (f" (nearest: {', '.join(found)})" if found else "")


def _flat(table: Mapping[str, object], before: str) -> Iterable[tuple[str, object]]:
    for name, value in table.items():
        # A quoted key with a dot in it must not pass for a key of a table.
        key = before + (f'"{name}"' if "." in name else name)
        if isinstance(value, dict) and value:
            yield from _flat(value, key + ".")
        else:
            yield key, value
