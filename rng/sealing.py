"""Server secrets at rest: AES-256-GCM, bound to the round they belong to (section 5, step 2).

Here a secret is sealed and unsealed. Not here: where keys live (outside the database), the random
nonce (the caller takes it from `rng.source`), and when a secret may be unsealed.
"""

from dataclasses import dataclass, field
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from rng.announcement import SECRET_BYTES, Announcement

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12  # 96 bits, SP 800-38D 8.2.2: random, so at most 2^32 seals under one key


class SealBroken(Exception):
    """The seal does not open: another key, another round, or changed bytes."""


class BadSealInput(ValueError):
    """A key, nonce, key id or secret has another form than the seal needs."""


@dataclass(frozen=True, slots=True)
class SealingKey:
    """A key of 32 bytes and the name under which it is kept (`!` to `~`, no line break)."""

    key_id: str
    key: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.key) != KEY_BYTES:
            raise BadSealInput(f"a sealing key is {KEY_BYTES} bytes, not {len(self.key)}")
        if not self.key_id or not all("!" <= character <= "~" for character in self.key_id):
            raise BadSealInput("a key id is one or more characters from ! to ~")


@dataclass(frozen=True, slots=True)
class Sealed:
    """What the store keeps of a secret: 12 bytes of nonce, 48 of ciphertext and tag."""

    key_id: str
    nonce: bytes
    ciphertext: bytes


def seal(key: SealingKey, secret: bytes, nonce: bytes, announcement: Announcement) -> Sealed:
    """Seal 32 bytes of `secret` for this round. A `nonce` of 12 bytes is never used twice.

    SP 800-38D, 7.1. Raises `BadSealInput` on a secret or a nonce of another length.
    """
    if len(secret) != SECRET_BYTES:
        raise BadSealInput(f"a server secret is {SECRET_BYTES} bytes, not {len(secret)}")
    if len(nonce) != NONCE_BYTES:
        raise BadSealInput(f"a nonce is {NONCE_BYTES} bytes, not {len(nonce)}")
    ciphertext = AESGCM(key.key).encrypt(nonce, secret, _bound_to(key, announcement))
    return Sealed(key.key_id, nonce, ciphertext)


def unseal(key: SealingKey, sealed: Sealed, announcement: Announcement) -> bytes:
    """The 32 bytes that were sealed; raises `SealBroken` unless key, round and bytes all match."""
    if sealed.key_id != key.key_id:
        raise SealBroken(f"sealed under key {sealed.key_id}, not under key {key.key_id}")
    if len(sealed.nonce) != NONCE_BYTES:
        raise SealBroken(f"a seal has a nonce of {NONCE_BYTES} bytes, not {len(sealed.nonce)}")
    try:
        secret = AESGCM(key.key).decrypt(
            sealed.nonce, sealed.ciphertext, _bound_to(key, announcement)
        )
    except InvalidTag:
        raise SealBroken(f"the secret of round {announcement.round_id} does not open") from None
    if len(secret) != SECRET_BYTES:
        raise SealBroken(f"the secret of round {announcement.round_id} has a wrong length")
    return secret


def _bound_to(key: SealingKey, announcement: Announcement) -> bytes:
    """The associated data: what a seal cannot be moved away from."""
    lines = (
        key.key_id,
        announcement.seat_id,
        str(announcement.number),
        announcement.round_id,
        announcement.commitment,
    )
    return "\n".join(lines).encode("ascii")
