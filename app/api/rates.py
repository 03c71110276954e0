"""How many guest sessions one address may open: a token bucket for each address, in memory.

It guards one process against a flood. It is no security boundary: behind a proxy every guest has
the proxy's address, and several processes count apart.
"""

import math
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

SESSIONS_BURST = 120  # guest sessions an address may open at once
SESSION_SECONDS = 1.0  # one more becomes free in this time
ADDRESSES_MAX = 10_000  # buckets kept; the longest unused goes first


@dataclass(frozen=True, slots=True)
class Bucket:
    """Tokens left, and when that was."""

    tokens: float
    at: float


class SessionRate:
    """Counts the guest sessions of each address."""

    def __init__(
        self,
        monotonic: Callable[[], float],
        burst: int = SESSIONS_BURST,
        seconds_each: float = SESSION_SECONDS,
    ) -> None:
        self._monotonic = monotonic
        self._burst = burst
        self._seconds_each = seconds_each
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, address: str) -> int:
        """Take one session: 0, or the whole seconds to wait when none is left."""
        with self._lock:
            now = self._monotonic()
            bucket = self._buckets.pop(address, Bucket(self._burst, now))
            tokens = min(self._burst, bucket.tokens + (now - bucket.at) / self._seconds_each)
            left = tokens - 1 if tokens >= 1 else tokens
            self._buckets[address] = Bucket(left, now)
            if len(self._buckets) > ADDRESSES_MAX:
                self._buckets.popitem(last=False)
        return 0 if tokens >= 1 else math.ceil((1 - tokens) * self._seconds_each)
