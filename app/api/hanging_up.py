"""Closing connections under the server, which has no way to be asked for it.

A server that waits for the rest of a body waits as long as the client likes, even once the request
has been answered. Only the end of the connection ends that wait. Where the system does not tell
what a connection did last (anything but Linux), nothing is closed.
"""

import os
import socket
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

OPEN_FILES = Path("/proc/self/fd")
SOCKET = "socket:"
"""So begins the link of an open file that is a socket: proc_pid_fd(5)."""
TCP_INFO_BYTES = 104
"""Of `struct tcp_info` in linux/tcp.h: the part that all versions since 2.6 have."""
LAST_DATA_SENT = slice(44, 48)
"""The field `tcpi_last_data_sent` in it: milliseconds since anything was sent; 32 bits."""
LAST_DATA_RECEIVED = slice(52, 56)
"""The field `tcpi_last_data_recv` in it: milliseconds since anything came; 32 bits."""


@dataclass(frozen=True, slots=True)
class Silence:
    """For how many seconds a connection was told nothing, and nothing came on it."""

    untold: float
    unheard: float


def hang_up(address: str, port: int, is_to_end: Callable[[Silence], bool]) -> int:
    """Close what this address opened to our port, as far as its silence says so.

    Among them may be connections that are only kept for a next request, which HTTP lets a server
    close at any time (RFC 9112, 9.5). How many were closed.
    """
    if not OPEN_FILES.is_dir():
        return 0
    closed = 0
    for connection in _sockets():
        with connection, suppress(OSError):  # it may end by itself at any of these calls
            ours = connection.getsockname()[1] == port
            theirs = connection.getpeername()[0].removeprefix("::ffff:")
            if (
                ours
                and theirs == address.removeprefix("::ffff:")
                and is_to_end(_silence(connection))
            ):
                connection.shutdown(socket.SHUT_RDWR)
                closed += 1
    return closed


def _sockets() -> Iterator[socket.socket]:
    """Each TCP socket of this process under a number of our own, so that none is mistaken.

    A file must never be closed here: with any number of it, the locks of the whole process on it
    go (fcntl(2)), and SQLite's are such. A number that stands for another file since it was looked
    at is therefore left open.
    """
    for file in OPEN_FILES.iterdir():
        with suppress(OSError):
            if not str(file.readlink()).startswith(SOCKET):
                continue
            number = os.dup(int(file.name))
            if not stat.S_ISSOCK(os.fstat(number).st_mode):
                continue
            one = socket.socket(fileno=number)
            if one.family in (socket.AF_INET, socket.AF_INET6) and one.type == socket.SOCK_STREAM:
                yield one
            else:
                one.close()


def _silence(connection: socket.socket) -> Silence:
    info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_BYTES)
    sent, received = (
        int.from_bytes(info[field], sys.byteorder) / 1000
        for field in (LAST_DATA_SENT, LAST_DATA_RECEIVED)
    )
    return Silence(untold=sent, unheard=received)
