"""Whether a port can be opened, said in one sentence when not."""

import errno
import socket

import click


def require_free_port(host: str, port: int) -> None:
    """Refuse a port that somebody listens on: granian would share it instead of failing."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise click.ClickException(_port_sentence(host, port, error)) from None


def _port_sentence(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken, perhaps by Pontoon itself: stop what serves there, or choose "
            "another with --port."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} may not be opened by this user: choose one above 1023 with --port."
    return f"{host} is not an address of this machine: choose another with --host."
