"""Whose tokens were seen: saves bets and actions one look into the database.

Nothing is decided by it. The service judges the session again in the transaction that plays, so a
session that is over by then is refused there; calls that do not play look the token up each time.
"""

import hashlib
import threading
from collections import OrderedDict

from app.service.house import House
from app.service.requests import Player
from app.service.sessions import authenticate

PLAYERS_MAX = 10_000
"""Players remembered; the longest unused goes first."""


class KnownPlayers:
    """Players by the hash of their token."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._players: OrderedDict[bytes, Player] = OrderedDict()
        self._lock = threading.Lock()

    def asked(self, token: str) -> Player:
        """Whose token this is now. Raises `Unauthorised`."""
        player = authenticate(self._house, token)
        with self._lock:
            self._players[_digest(token)] = player
            if len(self._players) > PLAYERS_MAX:
                self._players.popitem(last=False)
        return player

    def remembered(self, token: str) -> Player:
        """Whose token this is or was. Raises `Unauthorised` where it was never one."""
        with self._lock:
            player = self._players.get(_digest(token))
            if player is not None:
                self._players.move_to_end(_digest(token))
                return player
        return self.asked(token)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
