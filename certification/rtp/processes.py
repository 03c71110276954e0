"""A pool of processes that were started afresh, and that end with the one that asked for them."""

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any


@contextmanager
def spawned(processes: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes. Left early, by an interruption or a reader that stopped, they end at once.

    Only they do: other children of this process are not the pool's.
    """
    context = _Noting()
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_end_quietly)
    finished = False
    try:
        yield pool
        finished = True
    finally:
        if not finished:
            for process in context.asked:
                if process.is_alive():
                    process.terminate()
        pool.shutdown(wait=finished, cancel_futures=not finished)


class _Noting(SpawnContext):
    """Starts processes as `spawn` does, and knows which were asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[SpawnProcess] = []

    def Process(self, *args: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802  # the library has a class here
        """One more, not yet started."""
        process = SpawnProcess(*args, **options)
        self.asked.append(process)
        return process


def _end_quietly() -> None:
    # Ctrl-C reaches every process of a terminal; it is for the first one to speak.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
