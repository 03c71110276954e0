"""Ed25519 signatures (RFC 8032) over the RFC 8785 form of a proof without its `signature`.

They are deterministic: the same proof under the same key has the same bytes whenever it is asked
for. Where keys are kept on disk, and who may read them, is decided elsewhere; here is their PEM.
"""

import hashlib
from dataclasses import dataclass, field, replace

import rfc8785
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from app.proof.document import UNSIGNED, Proof, proof_fields

KEY_SEED_BYTES = 32
"""RFC 8032, 5.1.5: the private key is 32 bytes."""

_KEY_ID_DIGITS = 16
"""Hex digits of SHA-256 over the 32 bytes of the public key: a name, not a defence."""


class BadKey(ValueError):
    """Not a usable Ed25519 key."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """What anybody needs to check a signature."""

    _key: Ed25519PublicKey = field(repr=False)

    @staticmethod
    def from_pem(pem: bytes) -> "PublicKey":
        """Raises `BadKey` unless this is an Ed25519 public key in PEM."""
        try:
            key = load_pem_public_key(pem)
        except (ValueError, UnsupportedAlgorithm) as error:
            raise BadKey("not a public key in PEM (-----BEGIN PUBLIC KEY-----)") from error
        if not isinstance(key, Ed25519PublicKey):
            raise BadKey("a public key, but not an Ed25519 one")
        return PublicKey(key)

    def to_pem(self) -> bytes:
        """SubjectPublicKeyInfo in PEM."""
        return self._key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    @property
    def key_id(self) -> str:
        """The name of the key in proofs."""
        return hashlib.sha256(self._key.public_bytes_raw()).hexdigest()[:_KEY_ID_DIGITS]

    def signed(self, message: bytes, signature: bytes) -> bool:
        """Whether this key's owner signed `message`."""
        try:
            self._key.verify(signature, message)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True, slots=True)
class SigningKey:
    """The house's private key."""

    _key: Ed25519PrivateKey = field(repr=False)

    @staticmethod
    def from_seed(seed: bytes) -> "SigningKey":
        """The key made from 32 secret bytes; raises `BadKey` on another length."""
        if len(seed) != KEY_SEED_BYTES:
            raise BadKey(f"a signing key is made from {KEY_SEED_BYTES} bytes, not {len(seed)}")
        return SigningKey(Ed25519PrivateKey.from_private_bytes(seed))

    @staticmethod
    def from_pem(pem: bytes) -> "SigningKey":
        """Raises `BadKey` unless this is an unencrypted Ed25519 private key in PEM."""
        try:
            key = load_pem_private_key(pem, password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm) as error:
            raise BadKey("not an unencrypted private key in PEM") from error
        if not isinstance(key, Ed25519PrivateKey):
            raise BadKey("a private key, but not an Ed25519 one")
        return SigningKey(key)

    def to_pem(self) -> bytes:
        """PKCS 8 in PEM, unencrypted: to be written where only the house can read."""
        return self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    @property
    def public(self) -> PublicKey:
        """The key to hand out."""
        return PublicKey(self._key.public_key())

    def sign(self, message: bytes) -> bytes:
        """64 bytes."""
        return self._key.sign(message)


def sign(proof: Proof, key: SigningKey) -> Proof:
    """The proof with the key's name and its signature."""
    named = replace(proof, key_id=key.public.key_id, signature=UNSIGNED)
    return replace(named, signature=key.sign(_signed_bytes(named)).hex())


def signature_valid(proof: Proof, key: PublicKey) -> bool:
    """Whether `key` signed exactly this document; an unsigned one is not valid."""
    if proof.signature == UNSIGNED:
        return False
    return key.signed(_signed_bytes(proof), bytes.fromhex(proof.signature))


def _signed_bytes(proof: Proof) -> bytes:
    fields = {name: value for name, value in proof_fields(proof).items() if name != "signature"}
    return rfc8785.dumps(fields)
