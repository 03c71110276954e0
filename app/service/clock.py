"""Time comes from outside: a `Clock` is handed to the house, and a test brings its own.

Moments are stored and answered as RFC 3339 in UTC with milliseconds, one fixed width, so their
texts sort as the moments do.
"""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """What tells the time."""

    def now(self) -> datetime:
        """The present moment, in UTC."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """The present moment, in UTC."""
        return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """`2026-07-03T09:30:00.000Z`."""
    text = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.removesuffix("+00:00") + "Z"


def moment(text: str) -> datetime:
    """The moment that `stamp` wrote."""
    return datetime.fromisoformat(text)
