"""The texts of a proof document: the pattern of each, and the same in words, to refuse by.

The patterns are those of `config/schema/proof-1.json`; the words are those of `verify.html`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rng.announcement import (
    CLIENT_SEED_CHARACTERS_MAX,
    CLIENT_SEED_CHARACTERS_MIN,
    CLIENT_SEED_FORM,
    SHA256_FORM,
    SHOE_FORM,
    UUID_FORM,
)
from rng.shoe import CARDS, PACKS_MAX

TEXT_MAX: Final = 200
"""Characters of a text that people read."""

UUID: Final = f"^{UUID_FORM}$"
RULES_ID: Final = r"^[a-z0-9]+(-[a-z0-9]+)*/[1-9][0-9]{0,5}$"
SHA256: Final = f"^{SHA256_FORM}$"
COUNTS: Final = f"^{SHOE_FORM}$"
CLIENT_SEED: Final = f"^{CLIENT_SEED_FORM}$"
CURRENCY: Final = r"^[A-Z]{3}$"
CARD_NAME: Final = r"^[A2-9TJQK][CDHS]$"
INSTANT: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?Z$"
KEY_ID: Final = r"^[0-9a-f]{16}$"
SIGNATURE: Final = r"^[0-9a-f]{128}$"
# A line break, a terminal's escape or a turn of direction could forge the transcript's own lines.
SHOWN_AS_WRITTEN: Final = (
    r"^[^\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]+$"
)

IN_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        UUID: "a UUID in lower case",
        RULES_ID: "such as casino-8-deck/1",
        SHA256: "64 hex digits in lower case",
        COUNTS: f"{CARDS} counts, each a digit from 0 to {PACKS_MAX}",
        CLIENT_SEED: (
            f"{CLIENT_SEED_CHARACTERS_MIN} to {CLIENT_SEED_CHARACTERS_MAX} characters from ! to ~"
        ),
        CURRENCY: "three capital letters",
        CARD_NAME: "a card such as AC, TD, 9H or KS",
        INSTANT: "a time in UTC (RFC 3339)",
        KEY_ID: "16 hex digits in lower case",
        SIGNATURE: "128 hex digits in lower case",
        SHOWN_AS_WRITTEN: f"1 to {TEXT_MAX} characters that show as they are written",
    }
)
"""What a text that does not match the pattern must be."""
