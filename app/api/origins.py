"""Origins as browsers send them (RFC 6454, 6.2): no other text could ever match."""

import re
from collections.abc import Sequence
from ipaddress import AddressValueError, IPv6Address

from config.quoting import quoted

PORT_MAX = 65_535
HOST_CHARACTERS_MAX = 253  # RFC 1035, 2.3.4, as text
_PORT_OF = {"http": 80, "https": 443}
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_ORIGIN = re.compile(
    rf"(https?)://({_LABEL}(?:\.{_LABEL})*|\[[0-9a-f:]+\])(?::([1-9][0-9]{{0,4}}))?", re.ASCII
)


class BadOrigin(ValueError):
    """A text that no browser sends as an origin."""


def require_origins(origins: Sequence[str]) -> None:
    """Raises `BadOrigin` for the first that is none: it would allow nobody, or be no policy."""
    for origin in origins:
        if not _is_origin(origin):
            raise BadOrigin(
                f"{quoted(origin)} is not an origin as browsers send it. Write scheme and host in "
                "lower case, and the port if it is not the usual one, without a path, as "
                "https://casino.example."
            )


def _is_origin(text: str) -> bool:
    parts = _ORIGIN.fullmatch(text)
    if parts is None or len(parts[2]) > HOST_CHARACTERS_MAX:
        return False
    if parts[3] is not None and (int(parts[3]) > PORT_MAX or int(parts[3]) == _PORT_OF[parts[1]]):
        return False
    return not parts[2].startswith("[") or _is_shortest(parts[2][1:-1])


def _is_shortest(address: str) -> bool:
    try:
        return IPv6Address(address).compressed == address
    except AddressValueError:
        return False
