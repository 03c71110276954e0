"""House rules changed from a command line: ``dealer.soft_17=stick`` and the like, for analysis.

Changed rules say so in their id (``casino-8-deck/1+dealer.soft_17=stick``), which no file can
claim. The same rules get the same id however the changes were written or ordered.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from config.documents import Document
from config.fields import FIELDS, build_rules, field_named
from config.rules import Rules


@dataclass(frozen=True, slots=True)
class ChangedRules:
    """Rules after the changes, and the ``key=value`` of each field that is now another."""

    rules: Rules
    changes: tuple[str, ...]


def change_rules(document: Document, rules: Rules, changes: Iterable[str]) -> ChangedRules:
    """The rules of the document after these changes, each of which is refused by its own name."""
    values = dict(document.values)
    seen: set[str] = set()
    for change in changes:
        key, equals, text = change.partition("=")
        place = Document(f"{document.source} changed by {change}", document.refusal, values)
        if not equals:
            raise place.refuse(key, "key=value", change)
        field = field_named(key, place)
        if key in seen:
            raise place.refuse(key, "one change of each key", "a second one")
        seen.add(key)
        values[key] = field.shape.from_text(text)
        place.read(key, field.shape)
    changed = build_rules(Document(document.source, document.refusal, values), rules.id)
    # A value that the file has already changes nothing, and is no other set of rules.
    kept = tuple(
        f"{field.key}={spelled(field.value_in(changed))}"
        for field in FIELDS
        if field.value_in(changed) != field.value_in(rules)
    )
    return ChangedRules(replace(changed, id="+".join([rules.id, *kept])), kept)


def spelled(value: object) -> str:
    """A value of a field in its one spelling: odds in lowest terms, true and false as in TOML."""
    if isinstance(value, Fraction):
        return f"{value.numerator}:{value.denominator}"
    return str(value).lower() if isinstance(value, bool) else str(value)
