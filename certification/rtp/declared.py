"""Seeds that are declared beforehand, so that nobody can have chosen among several.

Each is made from what it is for and the hash of the rules, by a formula that stands here.
"""

from hashlib import sha384
from typing import Final

from config.loader import RulesFile

CUT: Final = "cut"  # rounds of shoes played to the cut
FRESH: Final = "fresh"  # rounds of whole shoes
FRESH_AGAIN: Final = "fresh again"  # as many once more, if those do not fit the exact law
EXPOSURE: Final = "exposure"  # shoes whose counts are read

_FORMAT: Final = "pontoon/rtp/1"


def declared_seed(purpose: str, file: RulesFile) -> bytes:
    """48 bytes: SHA-384 of three ASCII lines, joined by newlines."""
    return sha384("\n".join((_FORMAT, purpose, file.sha256)).encode("ascii")).digest()
