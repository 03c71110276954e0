"""Bearer tokens: made from the random source, kept only as hashes.

A token has 256 bits, so its hash needs no salt and no slow function. Who a token belongs to, and
for how long, is for the store.
"""

import hashlib
from base64 import urlsafe_b64encode
from typing import Final

from rng.source import RandomSource

TOKEN_BYTES: Final = 32


def new_token(source: RandomSource) -> str:
    """43 characters from `A-Z a-z 0-9 - _`. Raises `rng.source.Refused`."""
    return urlsafe_b64encode(source.take(TOKEN_BYTES)).rstrip(b"=").decode("ascii")


def token_hash(token: str) -> str:
    """SHA-256 of the token's UTF-8 bytes, 64 lower-case hex digits."""
    return hashlib.sha256(token.encode()).hexdigest()
