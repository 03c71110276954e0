"""Quoting what a document says, in a message: on one line, as it is, and not without end.

A file in dispute comes from somebody else. Its keys and values may hold what clears a terminal,
turns the direction of a line, or begins a line that looks like one of ours.
"""

QUOTED_CHARACTERS_MAX = 200
"""Characters of a quotation; the longest key that we know has 31."""


def quoted(text: str) -> str:
    """The text with all that does not print written as an escape, cut where it is too long."""
    cut = text[:QUOTED_CHARACTERS_MAX]
    plain = "".join(one if one.isprintable() else _escape(one) for one in cut)
    return plain if len(text) <= QUOTED_CHARACTERS_MAX else f"{plain}..."


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
