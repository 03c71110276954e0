"""A plan on a Dask cluster that is already there (extra `cluster`), its workers with this package.

The scheduler is named by its address; none is started here. Its answer is that of one process.
"""

import socket
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, Final
from urllib.parse import urlsplit

from certification.rtp.simulation.plan import Plan, Unit
from certification.rtp.simulation.run import Played, play_unit

CONNECT_SECONDS: Final = 10
WAITING_A_THREAD: Final = 3  # units handed to the cluster for each of its threads


class NoCluster(Exception):
    """There is no cluster to be had, and why."""


def on_cluster(plan: Plan, to_play: Iterator[Unit], address: str) -> Played:
    """On the workers of the scheduler at `address`, as `tcp://10.0.0.5:8786`."""
    require_scheduler(address)
    distributed = _distributed()
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise NoCluster(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise NoCluster(f"the scheduler at {address} has no workers")
        # A name for each unit would make a second run of the same plan a look-up.
        submit = partial(client.submit, play_unit, plan, pure=False)
        room = WAITING_A_THREAD * threads
        first = [submit(unit) for unit in islice(to_play, room)]
        done = distributed.as_completed(first, loop=client.loop)
        for future in done:
            yield future.result()
            future.release()
            for unit in islice(to_play, 1):
                done.add(submit(unit))


def require_scheduler(address: str) -> None:
    """Raises `NoCluster` at once where nothing listens, or Dask is not installed.

    A Dask client would go on trying in its own thread.
    """
    _distributed()
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:  # of a port that is no number
        host, port = None, None
    if not host or not port:
        raise NoCluster(f"no Dask scheduler answers at {address}: expected tcp://HOST:PORT")
    try:
        socket.create_connection((host, port), CONNECT_SECONDS).close()
    except OSError as error:
        raise NoCluster(f"no Dask scheduler answers at {address}: {error}") from None


def _distributed() -> Any:
    try:
        import distributed
    except ModuleNotFoundError:
        raise NoCluster(
            "Dask is not installed: type make audit in a checkout; elsewhere install Pontoon's "
            "wheel with its extra cluster"
        ) from None
    return distributed
