"""The keys with which this house signs proofs, as anybody may have them."""

from dataclasses import dataclass

from app.service.house import House


@dataclass(frozen=True, slots=True)
class SigningKeyView:
    """A public key: its name in proofs, and SubjectPublicKeyInfo in PEM."""

    key_id: str
    public_key: str


@dataclass(frozen=True, slots=True)
class SigningKeysView:
    """Every key in use; the same for everybody."""

    keys: tuple[SigningKeyView, ...]


def signing_keys(house: House) -> SigningKeysView:
    """The public halves of the keys that proofs of this house are signed with."""
    public = house.keys.signing.public
    return SigningKeysView((SigningKeyView(public.key_id, public.to_pem().decode("ascii")),))
