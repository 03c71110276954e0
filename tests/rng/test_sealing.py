"""Seals: they open for their own key and round, and for nothing else."""

from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from rng.sealing import BadSealInput, SealBroken, Sealed, SealingKey, seal, unseal
from tests.rng.test_announcement import ANNOUNCED, SECRET

KEY = SealingKey("2026-01", b"\x5a" * 32)
NONCE = bytes(range(12))
SEALED = seal(KEY, SECRET, NONCE, ANNOUNCED)


def test_a_seal_opens_for_its_key_and_round() -> None:
    assert unseal(KEY, SEALED, ANNOUNCED) == SECRET
    assert SECRET not in SEALED.ciphertext


def test_a_seal_is_aes_256_gcm_bound_to_five_lines() -> None:
    bound_to = (
        b"2026-01\n01890000-0000-7000-8000-00000000a11c\n17\n"
        b"01890000-0000-7000-8000-000000000011\n" + ANNOUNCED.commitment.encode()
    )
    assert Sealed("2026-01", NONCE, AESGCM(KEY.key).encrypt(NONCE, SECRET, bound_to)) == SEALED
    assert len(SEALED.ciphertext) == 48


@pytest.mark.parametrize(
    "other",
    [SealingKey("2026-01", b"\x5b" * 32), SealingKey("2026-02", KEY.key)],
    ids=["other bytes", "other name"],
)
def test_another_key_does_not_open_it(other: SealingKey) -> None:
    with pytest.raises(SealBroken):
        unseal(other, SEALED, ANNOUNCED)


def test_a_seal_renamed_to_another_key_does_not_open() -> None:
    renamed = SealingKey("2026-02", KEY.key)
    with pytest.raises(SealBroken):
        unseal(renamed, replace(SEALED, key_id="2026-02"), ANNOUNCED)


@pytest.mark.parametrize(
    "moved",
    [
        replace(ANNOUNCED, seat_id=ANNOUNCED.round_id),
        replace(ANNOUNCED, number=18),
        replace(ANNOUNCED, round_id=ANNOUNCED.seat_id),
        replace(ANNOUNCED, commitment="0" * 64),
    ],
    ids=["seat", "number", "round", "commitment"],
)
def test_a_seal_moved_to_another_round_does_not_open(moved: object) -> None:
    assert isinstance(moved, type(ANNOUNCED))
    with pytest.raises(SealBroken):
        unseal(KEY, SEALED, moved)


@pytest.mark.parametrize("at", range(48))
def test_a_seal_with_any_byte_changed_does_not_open(at: int) -> None:
    changed = bytes(byte ^ (index == at) for index, byte in enumerate(SEALED.ciphertext))
    with pytest.raises(SealBroken):
        unseal(KEY, replace(SEALED, ciphertext=changed), ANNOUNCED)


@pytest.mark.parametrize("nonce", [bytes(12), b"", bytes(11), NONCE + b"\0"])
def test_a_seal_with_another_nonce_does_not_open(nonce: bytes) -> None:
    with pytest.raises(SealBroken):
        unseal(KEY, replace(SEALED, nonce=nonce), ANNOUNCED)


@pytest.mark.parametrize("length", [0, 15, 16, 47, 49])
def test_a_seal_of_another_length_does_not_open(length: int) -> None:
    with pytest.raises(SealBroken):
        unseal(KEY, replace(SEALED, ciphertext=bytes(length)), ANNOUNCED)


def test_keys_nonces_and_secrets_of_another_form_are_refused() -> None:
    for key_id, key in (("k", bytes(16)), ("", bytes(32)), ("a\nb", bytes(32)), ("é", bytes(32))):
        with pytest.raises(BadSealInput):
            SealingKey(key_id, key)
    with pytest.raises(BadSealInput):
        seal(KEY, SECRET[:-1], NONCE, ANNOUNCED)
    with pytest.raises(BadSealInput):
        seal(KEY, SECRET, NONCE[:-1], ANNOUNCED)


def test_no_repr_and_no_refusal_shows_the_key() -> None:
    with pytest.raises(SealBroken) as refusal:
        unseal(KEY, replace(SEALED, ciphertext=bytes(48)), ANNOUNCED)
    shown = repr(KEY) + str(refusal.value)
    assert "5a5a" not in shown
    assert "ZZ" not in shown
    assert refusal.value.__suppress_context__
