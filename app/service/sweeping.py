"""Rounds that their players left are finished by the house, while a process serves.

How the house plays such a hand is a rule (`interrupted.finish`); what is swept is in `interrupted`.
"""

import logging
from threading import Event, Thread

from sqlalchemy.exc import SQLAlchemyError

from app.service.house import House
from app.service.interrupted import sweep

SWEEP_SECONDS = 60.0
"""Between two sweeps of one process; a round that nobody can reach any more is in no hurry."""

_log = logging.getLogger("pontoon")


def keep_sweeping(house: House, every_seconds: float = SWEEP_SECONDS) -> Event:
    """Sweep now and every so often on a thread of its own; setting the event ends it.

    Several processes may sweep one database: each round is finished under its seat's lock.
    """
    stop = Event()
    Thread(target=_sweep_until, args=(house, stop, every_seconds), daemon=True).start()
    return stop


def _sweep_until(house: House, stop: Event, every_seconds: float) -> None:
    while True:
        try:
            sweep(house)
        except SQLAlchemyError as refused:
            # It may be back at the next turn. Its text could quote a row: only its kind is told.
            _log.error("rounds left alone were not swept: %s", type(refused).__name__)
        if stop.wait(every_seconds):
            return
