"""CTR_DRBG with AES-256 and no derivation function (NIST SP 800-90A Rev. 1, section 10.2.1).

Here are the mechanism's functions: instantiate, reseed, generate, uninstantiate, with their limits
and error states. Not here: where entropy comes from (`rng.entropy`), the known-answer tests
(`rng.self_test`), any lock (one owner per instance), and prediction resistance as a request (a
caller reseeds before it generates, which is the same thing).
"""

from enum import Enum
from typing import Final, NoReturn, Self

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR

# SP 800-90A Rev. 1, table 3, column AES-256; every length is in bytes.
KEY_BYTES: Final = 32
BLOCK_BYTES: Final = 16
SEED_BYTES: Final = KEY_BYTES + BLOCK_BYTES
ENTROPY_BYTES: Final = SEED_BYTES  # without df: exactly seedlen
PERSONALISATION_BYTES_MAX: Final = SEED_BYTES
ADDITIONAL_BYTES_MAX: Final = SEED_BYTES
REQUEST_BYTES_MAX: Final = 2**19 // 8  # max_number_of_bits_per_request = 2^19
RESEED_INTERVAL: Final = 2**48  # requests between reseeds
COUNTER_MODULUS: Final = 2**128  # ctr_len = 128, the whole block (10.2.1.2, step 2.1)

_NO_SEED_MATERIAL: Final = bytes(SEED_BYTES)
_ZEROS: Final = memoryview(bytes(REQUEST_BYTES_MAX))  # what CTR turns into its keystream


class DrbgError(Exception):
    """A DRBG function returned no bits. The message never holds state or input."""


class BadDrbgInput(DrbgError):
    """An input breaks a limit of the mechanism; the state is as it was."""


class ReseedRequired(DrbgError):
    """The reseed interval is used up (9.3.1, step 7); the state is as it was."""


class NotInstantiated(DrbgError):
    """The instance was uninstantiated: there is no state to draw from (9.4)."""


class CatastrophicDrbgError(DrbgError):
    """The mechanism failed inside; its state is gone and it never works again (11.3.6)."""


class _Status(Enum):
    READY = "ready"
    UNINSTANTIATED = "uninstantiated"
    BROKEN = "broken"


class CtrDrbg:
    """One instantiation, made by `CtrDrbg.instantiate`. Its state has no repr and no copy."""

    __slots__ = ("_key", "_reseed_counter", "_status", "_v")

    def __init__(self) -> None:
        self._key = bytes(KEY_BYTES)
        self._v = bytes(BLOCK_BYTES)
        self._reseed_counter = 0
        self._status = _Status.UNINSTANTIATED

    @classmethod
    def instantiate(cls, entropy_input: bytes, personalisation: bytes = b"") -> Self:
        """A fresh instance from 48 bytes of entropy input (9.1 and 10.2.1.3.1).

        `personalisation` is 0 to 48 bytes. Raises `BadDrbgInput` on another length.
        """
        _check_entropy(entropy_input)
        _check_length("personalisation string", personalisation, PERSONALISATION_BYTES_MAX)
        drbg = cls()
        drbg._status = _Status.READY
        drbg._mix(_xor(entropy_input, _padded(personalisation)))
        drbg._reseed_counter = 1
        return drbg

    @property
    def reseed_counter(self) -> int:
        """Requests since the last seeding, plus one: 1 after instantiate and after reseed."""
        return self._reseed_counter

    def reseed(self, entropy_input: bytes, additional: bytes = b"") -> None:
        """Mix in 48 fresh bytes of entropy input (9.2 and 10.2.1.4.1).

        `additional` is 0 to 48 bytes. Raises `BadDrbgInput` on another length,
        `NotInstantiated` or `CatastrophicDrbgError` when there is no usable state.
        """
        self._require_ready()
        _check_entropy(entropy_input)
        _check_length("additional input", additional, ADDITIONAL_BYTES_MAX)
        self._mix(_xor(entropy_input, _padded(additional)))
        self._reseed_counter = 1

    def generate(self, length: int, additional: bytes = b"") -> bytes:
        """`length` pseudorandom bytes, 0 to 65,536 (9.3 and 10.2.1.5.1).

        `additional` is 0 to 48 bytes. Raises `BadDrbgInput` on another length, `ReseedRequired`
        after 2^48 requests, `NotInstantiated` or `CatastrophicDrbgError` when there is no usable
        state. Either all bytes are returned or none.
        """
        self._require_ready()
        if not 0 <= length <= REQUEST_BYTES_MAX:
            raise BadDrbgInput(f"a request is 0 to {REQUEST_BYTES_MAX} bytes, not {length}")
        _check_length("additional input", additional, ADDITIONAL_BYTES_MAX)
        if self._reseed_counter > RESEED_INTERVAL:  # 10.2.1.5.1, step 1
            raise ReseedRequired("2^48 requests were answered since the last seeding")
        material = _NO_SEED_MATERIAL
        if additional:  # step 2
            material = _padded(additional)
            self._mix(material)
        # Steps 3 to 6 encrypt the blocks V+1, V+2, ... and the update of step 6 goes on counting
        # where the output stopped: one run of the cipher gives both.
        output_bytes = -(-length // BLOCK_BYTES) * BLOCK_BYTES
        output, key_and_v = self._keystream(output_bytes, SEED_BYTES)
        self._replace_state(_xor(key_and_v, material))
        self._reseed_counter += 1  # step 7
        return output[:length]

    def uninstantiate(self) -> None:
        """Forget the state (9.4); every later call raises `NotInstantiated`."""
        if self._status is not _Status.BROKEN:
            self._status = _Status.UNINSTANTIATED
        self._forget()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a generator is neither copied nor pickled: the copy would repeat its bits")

    def _mix(self, material: bytes) -> None:
        """CTR_DRBG_Update (10.2.1.2) with `material` of 48 bytes."""
        (key_and_v,) = self._keystream(SEED_BYTES)
        self._replace_state(_xor(key_and_v, material))

    def _replace_state(self, key_and_v: bytes) -> None:
        self._key, self._v = key_and_v[:KEY_BYTES], key_and_v[KEY_BYTES:]

    def _keystream(self, *lengths: int) -> tuple[bytes, ...]:
        """AES-256 of V+1, V+2, ... mod 2^128, cut into pieces of these lengths.

        Whatever interrupts it leaves the instance broken.
        """
        self._status = _Status.BROKEN
        first = (int.from_bytes(self._v) + 1) % COUNTER_MODULUS
        pieces = self._encrypt_counters(self._key, first.to_bytes(BLOCK_BYTES), lengths)
        if tuple(map(len, pieces)) != lengths:
            self._forget()
            raise CatastrophicDrbgError("the block cipher returned a wrong number of bytes")
        self._status = _Status.READY
        return pieces

    def _encrypt_counters(
        self, key: bytes, first: bytes, lengths: tuple[int, ...]
    ) -> tuple[bytes, ...]:
        """AES-256(key) over counter blocks from `first` on, wrapping at 2^128, piece by piece."""
        encrypt = Cipher(AES(key), CTR(first)).encryptor().update
        return tuple([encrypt(_ZEROS[:length]) for length in lengths])

    def _require_ready(self) -> None:
        if self._status is _Status.READY:
            return
        if self._status is _Status.BROKEN:
            self._forget()
            raise CatastrophicDrbgError("the generator failed before and must be made anew")
        raise NotInstantiated("the generator was uninstantiated")

    def _forget(self) -> None:
        self._key, self._v, self._reseed_counter = bytes(KEY_BYTES), bytes(BLOCK_BYTES), 0


def _check_entropy(entropy_input: bytes) -> None:
    if len(entropy_input) != ENTROPY_BYTES:
        raise BadDrbgInput(f"entropy input is {ENTROPY_BYTES} bytes, not {len(entropy_input)}")


def _check_length(name: str, value: bytes, length_max: int) -> None:
    if len(value) > length_max:
        raise BadDrbgInput(f"{name} is at most {length_max} bytes, not {len(value)}")


def _padded(value: bytes) -> bytes:
    """Zeros to the right up to seedlen (10.2.1.3.1, steps 1 and 2; reseed and generate alike)."""
    return value.ljust(SEED_BYTES, b"\0")


def _xor(left: bytes, right: bytes) -> bytes:
    return (int.from_bytes(left) ^ int.from_bytes(right)).to_bytes(SEED_BYTES)
