"""`pontoon serve`: granian in front of the application, one worker process with a few threads.

The parent checks what can be wrong (port, rules, keys, database) and says it in one sentence; then
granian forks the worker, which builds its own house: own connections, own tested entropy.
"""

import multiprocessing
import os
import signal
import socket
import sys
import time
from functools import partial
from logging import LogRecord
from pathlib import Path
from threading import Thread
from typing import Any

import click
from flask import Flask
from granian._granian import SocketHolder
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.log import logger as granian_log
from granian.server import MPServer

from app.api.arriving import BODIES_AT_ONCE
from app.api.observed import quiet_requests
from app.api.origins import BadOrigin, require_origins
from app.commands.faults import spoken
from app.commands.houses import open_house
from app.commands.options import database_options
from app.commands.ports import listening_alone, require_free_port
from app.factory import create_app
from app.service.restored import watch
from app.settings import DEFAULT_HOST, DEFAULT_PORT, Settings

THREADS_ANSWERING = 16
"""Python threads for what has arrived: SQLite has one writer, so more would only wait longer."""
THREADS = BODIES_AT_ONCE + THREADS_ANSWERING
"""Python threads at most, started as they are needed: some may wait for bodies."""
STOP_SECONDS = 10
"""After which a worker that does not stop is ended: what committed stands, the rest never was."""
PARENT_SECONDS = 1.0
"""Between two looks at whether the parent is still there."""
THREADS_ADVICE = "Configuration allows spawning up to "
"""How granian begins its advice on threads that compute: most of ours only wait for bodies."""
BACKLOG = 1024
"""Connections the system keeps waiting."""


@click.command
@click.option("--host", default=DEFAULT_HOST, show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    default=DEFAULT_PORT,
    show_default=True,
    type=click.IntRange(1, 65535),
    help="Port to listen on.",
)
@database_options
@click.option(
    "--allow-origin",
    "allow_origins",
    multiple=True,
    metavar="ORIGIN",
    help="A site that may call this API and frame its pages, as https://casino.example. "
    "May be given several times; by default none.",
)
@click.option(
    "--demo/--no-demo", default=True, show_default=True, help="Open sessions with play money."
)
@click.option(
    "--log/--quiet",
    default=None,
    help="Write a line of JSON for each request, or for faults and alarms only. By default quiet "
    "where standard error is a terminal.",
)
def command(
    host: str,
    port: int,
    database: str,
    keys: Path | None,
    allow_origins: tuple[str, ...],
    demo: bool,
    log: bool | None,
) -> None:
    """Serve the game over HTTP.

    An SQLite database and its keys are made when they are missing. Stop with Ctrl+C.
    """
    quiet = sys.stderr.isatty() if log is None else not log
    try:
        require_origins(allow_origins)
    except BadOrigin as bad:
        raise click.BadParameter(str(bad), param_hint="--allow-origin") from None
    serve(Settings(database, keys, host, port, allow_origins, demo), quiet=quiet)


def serve(settings: Settings, *, quiet: bool) -> None:
    """Check, announce, and serve until stopped."""
    require_free_port(settings.host, settings.port)
    house = open_house(settings)
    try:
        with spoken():
            watch(house)
    finally:
        house.close()
    server = granian(settings.host, settings.port)
    click.echo(
        f"Pontoon is served on {settings.url} (the table; API: {settings.url}/docs). "
        "Stop with Ctrl+C."
    )
    _have_workers_stop_from_the_first()
    server.serve(target_loader=partial(load, settings, quiet=quiet), wrap_loader=False)


def granian(host: str, port: int) -> MPServer:
    """The server as it is set up here: one worker process with a few threads.

    It listens already, and alone on its port.
    """
    _use_fork()
    granian_log.addFilter(_is_no_advice)
    return _ServerAlone(
        listening_alone(host, port, BACKLOG),
        "app",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,  # of a shared connection no one request could be hung up on
        workers=1,
        blocking_threads=THREADS,
        workers_kill_timeout=STOP_SECONDS,
        backlog=BACKLOG,
        log_level=LogLevels.warning,
    )


class _ServerAlone(MPServer):
    """Granian on a socket that is given.

    By itself it lets each process open a socket of its own that shares the port (SO_REUSEPORT), so
    two servers of one user could listen on it, and clients would reach now one and now the other.
    """

    def __init__(self, listener: socket.socket, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._listener = listener
        hung_up = getattr(signal, "SIGHUP", None)  # what was begun with nohup goes on
        self._stops_hung_up = hung_up is not None and signal.getsignal(hung_up) != signal.SIG_IGN

    def signal_handler_reload(self, *_signal: object) -> None:
        """SIGHUP: the terminal is gone. Granian would start its worker anew."""
        if self._stops_hung_up:
            self.signal_handler_interrupt()  # type: ignore[no-untyped-call]  # as granian has it

    def _init_shared_socket(self) -> None:
        # What granian does on a system that cannot share ports; its types tell of none of it.
        self._listener.setblocking(False)
        self._listener.set_inheritable(True)
        held: Any = SocketHolder
        self._ssp: Any = None
        self._sfd: Any = self._listener.fileno()
        self._shd: Any = held(self._sfd, False, self.backlog)
        self._sso: Any = self._listener


def load(settings: Settings, *, quiet: bool) -> Flask:
    """The application, built in the worker."""
    _leave_group()
    _end_with_parent()
    app = create_app(settings)
    if quiet:
        quiet_requests(app)
    return app


def _is_no_advice(record: LogRecord) -> bool:
    return not record.getMessage().startswith(THREADS_ADVICE)


def _leave_group() -> None:
    # Ctrl+C reaches a terminal's whole group, and a worker that stops by itself while its parent
    # stops it too leaves granian waiting for ever. In a group of its own only its parent stops it.
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)


def _have_workers_stop_from_the_first() -> None:
    # A forked worker inherits the parent's handler, which ends nothing in it, until granian sets
    # another: who stopped a server that was just starting would wait until the worker is killed.
    if not hasattr(os, "register_at_fork"):
        return
    stop = frozenset({signal.SIGTERM})

    def begin() -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, stop)

    os.register_at_fork(
        before=partial(signal.pthread_sigmask, signal.SIG_BLOCK, stop),
        after_in_parent=partial(signal.pthread_sigmask, signal.SIG_UNBLOCK, stop),
        after_in_child=begin,
    )


def _end_with_parent() -> None:
    # A parent that is killed stops nobody: its worker would serve on, and keep the port.
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_SECONDS)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(STOP_SECONDS)
        os._exit(1)

    Thread(target=watch, name="parent", daemon=True).start()


def _use_fork() -> None:
    # The worker shares what the parent has imported: it starts at once and costs little memory.
    if "fork" in multiprocessing.get_all_start_methods():
        multiprocessing.set_start_method("fork", force=True)
