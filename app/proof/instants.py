"""How moments are written: RFC 3339 in UTC with milliseconds, in the database, answers and proofs.

The texts have one fixed width, so they sort as the moments do.
"""

from datetime import UTC, datetime


def stamp(moment: datetime) -> str:
    """`2026-07-03T09:30:00.000Z`."""
    text = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.removesuffix("+00:00") + "Z"


def moment(text: str) -> datetime:
    """The moment that the text names. Raises `ValueError` where no clock shows it."""
    if text[11:13] == "24":
        raise ValueError("24 o'clock is 0 o'clock of the next day, which some clocks take too")
    return datetime.fromisoformat(text)
