"""Time comes from outside: a `Clock` is handed to the house, and a test brings its own.

How moments are written is in `app.proof.instants`.
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
