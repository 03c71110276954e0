"""Signatures over the RFC 8785 form, and the keys that make and check them."""

import json
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_public_key,
)

from app.proof.document import UNSIGNED, parse_proof, to_json
from app.proof.reading import UnusableProof
from app.proof.signing import BadKey, PublicKey, SigningKey, sign, signature_valid
from tests.proof.rounds import HOUSE_KEY, RandomSeat

PROOF = RandomSeat(seed=1).settled().proof
UNSIGNED_PROOF = replace(PROOF, key_id=UNSIGNED, signature=UNSIGNED)


def test_the_same_proof_signed_again_has_the_same_bytes() -> None:
    assert to_json(sign(UNSIGNED_PROOF, HOUSE_KEY)) == to_json(sign(PROOF, HOUSE_KEY))
    assert sign(UNSIGNED_PROOF, HOUSE_KEY) == PROOF


def test_the_signature_is_over_sorted_keys_without_spaces_and_without_itself() -> None:
    # RFC 8785 of a document whose strings are ASCII and whose numbers are integers.
    fields = json.loads(to_json(PROOF))
    signature = bytes.fromhex(fields.pop("signature"))
    canonical = json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()
    key = load_pem_public_key(HOUSE_KEY.public.to_pem())
    assert isinstance(key, Ed25519PublicKey)
    key.verify(signature, canonical)


def test_another_key_did_not_sign_it() -> None:
    other = SigningKey.from_seed(bytes(32))
    assert signature_valid(PROOF, HOUSE_KEY.public)
    assert not signature_valid(PROOF, other.public)
    assert not signature_valid(replace(PROOF, net=PROOF.net + 1), HOUSE_KEY.public)


def test_an_unsigned_proof_is_neither_valid_nor_a_document() -> None:
    assert not signature_valid(UNSIGNED_PROOF, HOUSE_KEY.public)
    with pytest.raises(UnusableProof):
        parse_proof(to_json(UNSIGNED_PROOF).encode())


def test_keys_go_through_pem_and_keep_their_name() -> None:
    again = SigningKey.from_pem(HOUSE_KEY.to_pem())
    public = PublicKey.from_pem(HOUSE_KEY.public.to_pem())
    assert again.public.key_id == public.key_id == HOUSE_KEY.public.key_id == PROOF.key_id
    assert signature_valid(sign(UNSIGNED_PROOF, again), public)


def test_what_is_no_ed25519_key_is_refused() -> None:
    other = generate_private_key(SECP256R1())
    private = other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    public = other.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    for pem in (b"", b"key", public, HOUSE_KEY.public.to_pem()):
        with pytest.raises(BadKey):
            SigningKey.from_pem(pem)
    for pem in (b"", b"key", private, public, HOUSE_KEY.to_pem()):
        with pytest.raises(BadKey):
            PublicKey.from_pem(pem)
    with pytest.raises(BadKey, match="32 bytes"):
        SigningKey.from_seed(bytes(31))


def test_a_key_does_not_show_itself() -> None:
    assert repr(HOUSE_KEY) == "SigningKey()"
