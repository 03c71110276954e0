"""The one log of a house: JSON lines on standard error, for requests and for alarms alike.

No line holds a card, a seed, a token or a secret; who writes one sees to that.
"""

import logging
import sys

import structlog

Log = structlog.typing.FilteringBoundLogger


def json_log() -> Log:
    """A logger of JSON lines on standard error."""
    return _log(logging.INFO)


def silent_log() -> Log:
    """For a house inside of a program that has the terminal to itself: alarms only."""
    return _log(logging.CRITICAL)


class _StandardError:
    """Writes each line to standard error as it is now, which a test may have replaced.

    A line that cannot be written, for its reader has gone or its disk is full, is counted and
    never a fault: what the line is about has been done.
    """

    def __init__(self) -> None:
        self.lost = 0

    def msg(self, message: str) -> None:
        try:
            sys.stderr.write(f"{message}\n")
        except (OSError, ValueError):  # ValueError: it is closed
            self.lost += 1

    info = error = critical = msg


_STANDARD_ERROR = _StandardError()


def lines_lost() -> int:
    """How many lines this process could not write."""
    return _STANDARD_ERROR.lost


def _log(level: int) -> Log:
    log: Log = structlog.wrap_logger(
        _STANDARD_ERROR,
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
    ).bind()
    return log
