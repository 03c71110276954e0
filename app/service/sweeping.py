"""What a process does by itself: rounds that their players left, and what wallets still owe.

How the house plays such a hand is a rule (`interrupted.finish`); what is swept is in `interrupted`,
what is asked again in `resuming`.
"""

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic

from app.service.house import House
from app.service.interrupted import sweep
from app.service.restored import MarkMissing, watch
from app.service.resuming import resume_all
from app.store.engine import database_errors
from rng.source import Refused

SWEEP_SECONDS = 60.0
"""Between two sweeps of one process; a round that nobody can reach any more is in no hurry."""

SWEEPER = "sweeper"
"""The thread's name."""
STOP_SECONDS = 30.0
"""Longest wait for a sweep that is under way when it is told to end."""


_NOT_THIS_TIME: tuple[type[Exception], ...] = (MarkMissing, OSError, Refused)


def keep_sweeping(house: House, every_seconds: float = SWEEP_SECONDS) -> Callable[[], None]:
    """Sweep now and every so often on a thread of its own; what is returned ends it.

    Wallets are asked as often as players are told to ask again: what they wait for comes of it.
    Several processes may sweep one database: each round is finished under its player's lock.
    """
    stop = Event()
    turns = (house, stop, every_seconds)
    sweeper = Thread(target=_sweep_until, args=turns, name=SWEEPER, daemon=True)
    sweeper.start()

    def end() -> None:
        stop.set()
        sweeper.join(STOP_SECONDS)

    return end


def _sweep_until(house: House, stop: Event, every_seconds: float) -> None:
    errors = (*database_errors(house.engine), *_NOT_THIS_TIME)
    due = monotonic()
    while True:
        pause = min(every_seconds, house.table.retry_after_seconds)
        try:
            if monotonic() >= due:
                due = monotonic() + every_seconds
                watch(house)
                sweep(house)
            resume_all(house)
        except errors as refused:
            # It may be back at the next turn. Its text could quote a row: only its kind is told.
            house.log.error("rounds left alone were not swept", kind=type(refused).__name__)
            pause = every_seconds
        if stop.wait(pause):
            return
