"""What CAVP does not test of CTR_DRBG: counters, limits, error states, backtracking, the wrap."""

import copy

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB

from rng.ctr_drbg import (
    ADDITIONAL_BYTES_MAX,
    ENTROPY_BYTES,
    PERSONALISATION_BYTES_MAX,
    REQUEST_BYTES_MAX,
    RESEED_INTERVAL,
    SEED_BYTES,
    BadDrbgInput,
    CatastrophicDrbgError,
    CtrDrbg,
    NotInstantiated,
    ReseedRequired,
)

ENTROPY = bytes(range(ENTROPY_BYTES))


def state(drbg: CtrDrbg) -> tuple[bytes, bytes, int]:
    return drbg._key, drbg._v, drbg._reseed_counter


def slow_update(key: bytes, v: bytes, material: bytes) -> tuple[bytes, bytes]:
    """CTR_DRBG_Update (10.2.1.2) as the standard prints it, one block at a time."""
    temp = b""
    while len(temp) < SEED_BYTES:
        v = ((int.from_bytes(v) + 1) % 2**128).to_bytes(16)
        temp += Cipher(AES(key), ECB()).encryptor().update(v)
    mixed = bytes(a ^ b for a, b in zip(temp, material, strict=True))
    return mixed[:32], mixed[32:]


def slow_generate(key: bytes, v: bytes, length: int) -> tuple[bytes, bytes, bytes]:
    """CTR_DRBG_Generate (10.2.1.5.1) without additional input, as printed."""
    temp = b""
    while len(temp) < length:
        v = ((int.from_bytes(v) + 1) % 2**128).to_bytes(16)
        temp += Cipher(AES(key), ECB()).encryptor().update(v)
    return (temp[:length], *slow_update(key, v, bytes(SEED_BYTES)))


@pytest.mark.parametrize("length", [0, 1, 15, 16, 17, 64, 100, 1000])
def test_the_fast_path_is_the_standard_block_by_block(length: int) -> None:
    drbg = CtrDrbg.instantiate(ENTROPY)
    key, v = slow_update(bytes(32), bytes(16), ENTROPY)
    assert state(drbg) == (key, v, 1)
    expected, key, v = slow_generate(key, v, length)
    assert drbg.generate(length) == expected
    assert state(drbg) == (key, v, 2)


@pytest.mark.parametrize("below_the_wrap", range(1, 9))
def test_the_counter_block_wraps_at_2_to_the_128(below_the_wrap: int) -> None:
    drbg = CtrDrbg.instantiate(ENTROPY)
    key, v = drbg._key, (2**128 - below_the_wrap).to_bytes(16)
    drbg._v = v
    expected, key, v = slow_generate(key, v, 64)
    assert drbg.generate(64) == expected
    assert state(drbg)[:2] == (key, v)


def test_an_absent_additional_input_is_not_an_update_with_zeros() -> None:
    absent, zeros = CtrDrbg.instantiate(ENTROPY), CtrDrbg.instantiate(ENTROPY)
    assert absent.generate(32) != zeros.generate(32, bytes(1))


def test_short_inputs_are_padded_with_zeros_to_the_right() -> None:
    short, padded = (
        CtrDrbg.instantiate(ENTROPY, b"a"),
        CtrDrbg.instantiate(ENTROPY, b"a" + bytes(PERSONALISATION_BYTES_MAX - 1)),
    )
    assert short.generate(32, b"b") == padded.generate(32, b"b" + bytes(ADDITIONAL_BYTES_MAX - 1))


def test_the_reseed_counter_begins_at_one_and_counts_requests() -> None:
    drbg = CtrDrbg.instantiate(ENTROPY)
    assert drbg.reseed_counter == 1
    for expected in (2, 3, 4):
        drbg.generate(16)
        assert drbg.reseed_counter == expected
    drbg.reseed(ENTROPY)
    assert drbg.reseed_counter == 1


def test_the_reseed_interval_allows_2_to_the_48_requests_and_no_more() -> None:
    drbg = CtrDrbg.instantiate(ENTROPY)
    drbg._reseed_counter = RESEED_INTERVAL
    drbg.generate(16)
    before = state(drbg)
    with pytest.raises(ReseedRequired):
        drbg.generate(16)
    with pytest.raises(ReseedRequired):
        drbg.generate(0, b"additional input does not reseed")
    assert state(drbg) == before
    drbg.reseed(ENTROPY)
    assert len(drbg.generate(16)) == 16


def test_the_largest_request_is_2_to_the_19_bits() -> None:
    drbg, twin = CtrDrbg.instantiate(ENTROPY), CtrDrbg.instantiate(ENTROPY)
    assert REQUEST_BYTES_MAX * 8 == 2**19
    largest = drbg.generate(REQUEST_BYTES_MAX)
    assert largest == slow_generate(twin._key, twin._v, REQUEST_BYTES_MAX)[0]
    before = state(drbg)
    for length in (REQUEST_BYTES_MAX + 1, -1):
        with pytest.raises(BadDrbgInput):
            drbg.generate(length)
    assert state(drbg) == before


@pytest.mark.parametrize("length", [0, 1, 32, 47, 49, 96])
def test_entropy_input_of_another_length_is_refused_and_changes_nothing(length: int) -> None:
    with pytest.raises(BadDrbgInput):
        CtrDrbg.instantiate(bytes(length))
    drbg = CtrDrbg.instantiate(ENTROPY)
    before = state(drbg)
    with pytest.raises(BadDrbgInput):
        drbg.reseed(bytes(length))
    assert state(drbg) == before


def test_longer_personalisation_and_additional_input_are_refused_and_change_nothing() -> None:
    with pytest.raises(BadDrbgInput):
        CtrDrbg.instantiate(ENTROPY, bytes(PERSONALISATION_BYTES_MAX + 1))
    drbg = CtrDrbg.instantiate(ENTROPY, bytes(PERSONALISATION_BYTES_MAX))
    before = state(drbg)
    with pytest.raises(BadDrbgInput):
        drbg.reseed(ENTROPY, bytes(ADDITIONAL_BYTES_MAX + 1))
    with pytest.raises(BadDrbgInput):
        drbg.generate(16, bytes(ADDITIONAL_BYTES_MAX + 1))
    assert state(drbg) == before


@pytest.mark.parametrize("changed", range(SEED_BYTES))
def test_every_byte_of_all_seed_material_reaches_the_output(changed: int) -> None:
    turned = bytes(byte ^ (index == changed) for index, byte in enumerate(ENTROPY))

    def output(first: bytes, personalisation: bytes, second: bytes, additional: bytes) -> bytes:
        drbg = CtrDrbg.instantiate(first, personalisation)
        drbg.reseed(second, additional)
        return drbg.generate(64)

    as_before = output(ENTROPY, ENTROPY, ENTROPY, ENTROPY)
    assert output(turned, ENTROPY, ENTROPY, ENTROPY) != as_before
    assert output(ENTROPY, turned, ENTROPY, ENTROPY) != as_before
    assert output(ENTROPY, ENTROPY, turned, ENTROPY) != as_before
    assert output(ENTROPY, ENTROPY, ENTROPY, turned) != as_before


def test_a_reseed_keeps_what_the_old_state_knew() -> None:
    one, other = CtrDrbg.instantiate(ENTROPY), CtrDrbg.instantiate(ENTROPY[::-1])
    one.reseed(ENTROPY)
    other.reseed(ENTROPY)
    assert one.generate(32) != other.generate(32)


def test_a_captured_state_does_not_give_back_earlier_output() -> None:
    drbg = CtrDrbg.instantiate(ENTROPY)
    key_before, v_before, _ = state(drbg)
    output = drbg.generate(64)
    key, v, _ = state(drbg)
    assert key != key_before
    assert v != v_before
    # Counting back under the captured key, as would do if only V had moved on.
    blocks = (((int.from_bytes(v) - back) % 2**128).to_bytes(16) for back in range(64))
    backwards = b"".join(Cipher(AES(key), ECB()).encryptor().update(block) for block in blocks)
    assert all(output[at : at + 16] not in backwards for at in range(0, 64, 16))


def test_after_uninstantiate_nothing_works_and_no_state_is_left() -> None:
    drbg = CtrDrbg.instantiate(ENTROPY)
    drbg.uninstantiate()
    assert state(drbg) == (bytes(32), bytes(16), 0)
    with pytest.raises(NotInstantiated):
        drbg.generate(16)
    with pytest.raises(NotInstantiated):
        drbg.reseed(ENTROPY)
    drbg.uninstantiate()


def test_an_instance_that_was_never_instantiated_gives_nothing() -> None:
    with pytest.raises(NotInstantiated):
        CtrDrbg().generate(16)


class ShortCipher(CtrDrbg):
    """Its block cipher loses a byte once `broken` is set."""

    broken = False

    def _encrypt_counters(
        self, key: bytes, first: bytes, lengths: tuple[int, ...]
    ) -> tuple[bytes, ...]:
        *others, last = super()._encrypt_counters(key, first, lengths)
        return (*others, last[:-1] if self.broken else last)


class InterruptedCipher(CtrDrbg):
    """Its block cipher is interrupted once `broken` is set."""

    broken = False

    def _encrypt_counters(
        self, key: bytes, first: bytes, lengths: tuple[int, ...]
    ) -> tuple[bytes, ...]:
        if self.broken:
            raise KeyboardInterrupt
        return super()._encrypt_counters(key, first, lengths)


@pytest.mark.parametrize(
    ("mechanism", "raised"),
    [(ShortCipher, CatastrophicDrbgError), (InterruptedCipher, KeyboardInterrupt)],
)
def test_a_failure_inside_is_final_and_leaves_no_state(
    mechanism: type[ShortCipher] | type[InterruptedCipher], raised: type[BaseException]
) -> None:
    drbg = mechanism.instantiate(ENTROPY)
    drbg.broken = True
    with pytest.raises(raised):
        drbg.generate(16)
    drbg.broken = False
    for call in (lambda: drbg.generate(16), lambda: drbg.reseed(ENTROPY)):
        with pytest.raises(CatastrophicDrbgError):
            call()
    assert state(drbg) == (bytes(32), bytes(16), 0)
    drbg.uninstantiate()
    with pytest.raises(CatastrophicDrbgError):
        drbg.generate(16)


def test_a_block_cipher_that_fails_leaves_no_state_at_once() -> None:
    drbg = ShortCipher.instantiate(ENTROPY)
    drbg.broken = True
    with pytest.raises(CatastrophicDrbgError):
        drbg.generate(16)
    assert state(drbg) == (bytes(32), bytes(16), 0)


def test_no_repr_and_no_refusal_shows_the_state() -> None:
    drbg = CtrDrbg.instantiate(ENTROPY)
    key, v, _ = state(drbg)
    with pytest.raises(BadDrbgInput) as refusal:
        drbg.generate(1, ENTROPY + b"!")
    shown = repr(drbg) + str(drbg) + repr(refusal.value) + str(refusal.value)
    for secret in (key, v, ENTROPY):
        assert secret.hex() not in shown
        assert repr(secret)[2:-1] not in shown
    assert not hasattr(drbg, "__dict__")


def test_two_copies_of_one_state_would_repeat_so_none_can_be_made() -> None:
    with pytest.raises(TypeError):
        copy.copy(CtrDrbg.instantiate(ENTROPY))
