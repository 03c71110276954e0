"""Colours and type of the figures of a report on the return."""

from typing import Any, Final

WIDTH_INCHES: Final = 7.2
INK: Final = "#1f3a5f"
GREEN: Final = "#3f8f5b"
AMBER: Final = "#c8581a"
GREY: Final = "#9aa5b1"
PALE: Final = "#dbe2ea"

# Any: matplotlib types each key by a literal of its own.
STYLE: Final[dict[Any, Any]] = {
    "font.family": "DejaVu Sans",
    "font.size": 7.5,
    "axes.titlesize": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "svg.fonttype": "path",
    "svg.hashsalt": "pontoon",
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
}
