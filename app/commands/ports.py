"""Opening a port for this process alone; what cannot be opened is said in one sentence."""

import errno
import os
import socket

import click


def require_free_port(host: str, port: int) -> None:
    """Refuse an address that could not be listened on now. Nobody is kept from it."""
    _bound(host, port).close()


def listening_alone(host: str, port: int, backlog: int) -> socket.socket:
    """A socket that listens, and shares its port with nobody: of two starts one is refused."""
    listener = _bound(host, port)
    # Connections inherit it: no answer waits until a client has acknowledged the one before.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        listener.listen(backlog)
    except OSError as error:  # another was bound at the same moment, and listens now
        listener.close()
        raise click.ClickException(_port_sentence(host, port, error)) from None
    return listener


def _bound(host: str, port: int) -> socket.socket:
    if not host:
        raise click.ClickException(_no_address(host))  # it would be every address there is
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    if os.name == "posix":  # elsewhere it would let others in
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise click.ClickException(_port_sentence(host, port, error)) from None
    except (TypeError, UnicodeError):  # no name that could be asked for
        listener.close()
        raise click.ClickException(_no_address(host)) from None
    return listener


def _port_sentence(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken, perhaps by Pontoon itself: stop what serves there, or choose "
            "another with --port."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} may not be opened by this user: choose one above 1023 with --port."
    return _no_address(host)


def _no_address(host: str) -> str:
    return f"{host or 'Nothing'} is not an address of this machine: choose another with --host."
