"""Rules files and table settings from disk or wheel to checked values, or a refusal.

``load_rules`` gives the rules with the hash that rounds are bound to. A changed set of rules (for
analysis) has an id and a hash of its own, so no round can pass it for the shipped file.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import gcd
from pathlib import Path

from config.changes import change_rules
from config.documents import BadConfig, Document, parse, read_bytes, resource
from config.fields import ID, build_rules, known_keys
from config.rules import CARDS_IN_PACK, Rules

DEFAULT_RULES_ID = "casino-8-deck/1"


class BadRules(BadConfig):
    """Rules that no table could play, or a change to them that makes no sense."""


class UnknownRules(Exception):
    """No shipped rules file has this id or hash."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"no rules {name}; there are {', '.join(known)}")
        self.name = name
        self.known = known


class ShoePolicy(Enum):
    """How the shoe is used, which decides whether it could run out within a round."""

    PLAYED = "from round to round, until R3 makes it whole"
    FRESH = "one whole shoe for the one round that is analysed"


@dataclass(frozen=True, slots=True)
class RulesFile:
    """Rules with the SHA-256 (lower-case hex) over their file's bytes, and what was changed."""

    rules: Rules
    sha256: str
    source: str
    changes: tuple[str, ...]


def load_rules(
    name_or_path: str | Path = DEFAULT_RULES_ID,
    changes: Iterable[str] = (),
    *,
    shoe: ShoePolicy = ShoePolicy.PLAYED,
) -> RulesFile:
    """The shipped rules of this id, or those of a file; then each ``key=value`` change.

    ``UnknownRules`` for an id that is not shipped, ``BadRules`` for everything else.
    """
    source, data = _find(name_or_path)
    document = parse(data, source, BadRules)
    document.only(known_keys())
    changed = change_rules(document, build_rules(document, document.read("id", ID)), changes)
    _check_stakes(document, changed.rules)
    _check_pays(document, changed.rules)
    if shoe is ShoePolicy.PLAYED:
        _check_last_round(document, changed.rules)
    # One line for each change: a changed set of rules never has the hash of a file as shipped.
    hashed = b"\n".join([data, *(change.encode("ascii") for change in changed.changes)])
    return RulesFile(changed.rules, hashlib.sha256(hashed).hexdigest(), source, changed.changes)


def shipped_rules() -> tuple[RulesFile, ...]:
    """Every rules file of this package, in the order of their ids."""
    names = sorted(f.name for f in resource("rules").iterdir() if f.name.endswith(".toml"))
    found = (_shipped(name) for name in names)
    return tuple(sorted(found, key=lambda file: file.rules.id))


def rules_by_hash(sha256: str) -> RulesFile:
    """The shipped rules whose file has this SHA-256, or ``UnknownRules``."""
    shipped = shipped_rules()
    for file in shipped:
        if file.sha256 == sha256:
            return file
    raise UnknownRules(sha256, tuple(file.sha256 for file in shipped))


def _shipped(name: str) -> RulesFile:
    # casino-8-deck-1.toml holds casino-8-deck/1
    game, _, version = name.removesuffix(".toml").rpartition("-")
    return load_rules(f"{game}/{version}")


def _find(name_or_path: str | Path) -> tuple[str, bytes]:
    if isinstance(name_or_path, Path) or not ID.fits(name_or_path):
        path = Path(name_or_path)
        return str(path), read_bytes(path, str(path), BadRules)
    name = name_or_path.replace("/", "-") + ".toml"
    file = resource(f"rules/{name}")
    if not file.is_file():
        known = tuple(file.rules.id for file in shipped_rules())
        raise UnknownRules(name_or_path, known)
    source = f"config/rules/{name}"
    data = read_bytes(file, source, BadRules)
    document = parse(data, source, BadRules)
    if document.read("id", ID) != name_or_path:
        raise document.refuse("id", f'"{name_or_path}", as the file is named', "another")
    return source, data


def _check_stakes(document: Document, rules: Rules) -> None:
    stakes = rules.stakes
    if stakes.max_pence < stakes.min_pence:
        found = str(stakes.max_pence)
        raise document.refuse("stakes.max_pence", f"{stakes.min_pence} (the least) or more", found)
    for key, pence in (("min", stakes.min_pence), ("max", stakes.max_pence)):
        if pence % stakes.step_pence:
            expected = f"a multiple of stakes.step_pence ({stakes.step_pence})"
            raise document.refuse(f"stakes.{key}_pence", expected, str(pence))


def _check_pays(document: Document, rules: Rules) -> None:
    # Every stake of a hand, bought part included, is a multiple of what opening stakes share.
    stakes = rules.stakes
    only_one = stakes.min_pence == stakes.max_pence
    unit = stakes.min_pence if only_one else gcd(stakes.min_pence, stakes.step_pence)
    for key in ("win", "pontoon", "five_card_trick"):
        odds: Fraction = getattr(rules.pays, key)
        if (odds * unit).denominator != 1:
            expected = f"odds that give whole pence at every stake, so on {unit} pence too"
            found = f"{odds.numerator}:{odds.denominator}"
            raise document.refuse(f"pays.{key}", expected, found)


def _check_last_round(document: Document, rules: Rules) -> None:
    # Section 4, shoe.reshuffle_after: the last round finds at least these cards.
    cards = CARDS_IN_PACK * rules.shoe.packs
    needed = rules.round_cards_max
    most = cards - needed + 1
    if rules.shoe.reshuffle_after > most:
        expected = f"at most {most}, so that {needed} cards are left for the last round"
        raise document.refuse("shoe.reshuffle_after", expected, str(rules.shoe.reshuffle_after))
