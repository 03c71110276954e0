"""Table settings from ``config/table.toml``: keys, chips, currency and how long things last.

They decide no round: house rules are in ``config.rules``, and secrets and addresses in the
operator's settings, never in a file of this package.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import NewType

from config.documents import BadConfig, Document, parse, read_bytes, resource
from config.shapes import Row, Text, WholeNumber, YesNo

CurrencyCode = NewType("CurrencyCode", str)

# R19: the actions that have a key, in the order in which they are listed to players.
ACTIONS = ("repeat-bet", "deal-or-stick", "twist", "buy", "split")

_CHIPS_MAX = 12
_PENCE = WholeNumber(1, 1_000_000_000)
_YES_NO = YesNo()
_CURRENCY = Text(r"[A-Z]{3}", "three capital letters of ISO 4217")
# KeyboardEvent.key of the browser: one printable character, or the name of a key.
_KEY = Text(r"[!-~]|[A-Z][A-Za-z0-9]{1,15}", 'one character from "!" to "~", or a name as "Enter"')

_NUMBERS = {
    "demo.balance_pence": _PENCE,
    "session.lifetime_seconds": WholeNumber(60, 31 * 24 * 3600),
    "history.rounds_default": WholeNumber(1, 1000),
    "history.rounds_max": WholeNumber(1, 1000),
    "wait.retry_after_seconds": WholeNumber(1, 3600),
}


class BadTable(BadConfig):
    """Table settings that are not as they must be."""


@dataclass(frozen=True, slots=True)
class Table:
    """The table as its players and the service find it; ``keys`` are pairs of key and action."""

    keys: tuple[tuple[str, str], ...]
    chips_pence: tuple[int, ...]
    advice_after_hand: bool
    currency: CurrencyCode
    demo_balance_pence: int
    session_lifetime_seconds: int
    history_rounds_default: int
    history_rounds_max: int
    retry_after_seconds: int


def load_table(path: Path | None = None) -> Table:
    """The shipped table settings, or those of a file; ``BadTable`` when they make no sense."""
    if path is None:
        source = "config/table.toml"
        data = read_bytes(resource("table.toml"), source, BadTable)
    else:
        source = str(path)
        data = read_bytes(path, source, BadTable)
    return _build(parse(data, source, BadTable))


def _build(document: Document) -> Table:
    keys = (f"keys.{action}" for action in ACTIONS)
    document.only(("currency", "chips_pence", "advice.after_hand", *keys, *_NUMBERS))
    number = {key: document.read(key, shape) for key, shape in _NUMBERS.items()}
    if number["history.rounds_default"] > number["history.rounds_max"]:
        most = number["history.rounds_max"]
        found = str(number["history.rounds_default"])
        raise document.refuse("history.rounds_default", f"at most {most}, the maximum", found)
    return Table(
        keys=_keys(document),
        chips_pence=_chips(document),
        advice_after_hand=document.read("advice.after_hand", _YES_NO),
        currency=CurrencyCode(document.read("currency", _CURRENCY)),
        demo_balance_pence=number["demo.balance_pence"],
        session_lifetime_seconds=number["session.lifetime_seconds"],
        history_rounds_default=number["history.rounds_default"],
        history_rounds_max=number["history.rounds_max"],
        retry_after_seconds=number["wait.retry_after_seconds"],
    )


def _keys(document: Document) -> tuple[tuple[str, str], ...]:
    action_of: dict[str, str] = {}
    for action in ACTIONS:
        key = document.read(f"keys.{action}", _KEY)
        if key in action_of:
            found = f'"{key}", the key of {action_of[key]}'
            raise document.refuse(f"keys.{action}", "a key of its own", found)
        action_of[key] = action
    return tuple(action_of.items())


def _chips(document: Document) -> tuple[int, ...]:
    chips = document.read("chips_pence", Row(_PENCE, _CHIPS_MAX))
    if list(chips) != sorted(set(chips)):
        raise document.refuse("chips_pence", "each chip larger than the one before", str(chips))
    return chips
