"""Readers of `tests/vectors/`, and the words the vectors are written in."""

import json
from pathlib import Path
from typing import Any, Final

VECTORS: Final = Path(__file__).parents[1] / "vectors"
ROOT: Final = Path(__file__).parents[2]

_RANKS: Final = "A23456789TJQK"
_SUITS: Final = "CDHS"


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of one file, in order."""
    read: list[dict[str, Any]] = json.loads((VECTORS / name).read_text())
    return read


def card_number(written: str) -> int:
    """4 x rank + suit of a card written like `TD`."""
    return 4 * _RANKS.index(written[0]) + _SUITS.index(written[1])
