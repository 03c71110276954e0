"""Known-answer tests of everything chance is made with (NIST SP 800-90A Rev. 1, section 11.3).

Each answer is also compared after one of its bits was turned, which must be noticed, so that a
comparison that always agrees is caught. When the tests run is decided in `rng.source`; the large
sets of vectors are in the test suite.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cryptography.exceptions import InternalError, UnsupportedAlgorithm
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from rng.ctr_drbg import (
    ADDITIONAL_BYTES_MAX,
    ENTROPY_BYTES,
    REQUEST_BYTES_MAX,
    BadDrbgInput,
    CtrDrbg,
    DrbgError,
    NotInstantiated,
)


class SelfTestFailure(Exception):
    """A mechanism does not give its known answer. The message names the test only."""


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """A computation with fixed inputs, and what it must give."""

    name: str
    compute: Callable[[], bytes]
    answer: bytes


def run_self_tests(drbg: type[CtrDrbg] = CtrDrbg) -> None:
    """Run every test against `drbg`; raises `SelfTestFailure` on the first that fails.

    SP 800-90A Rev. 1, 11.3.1: instantiate, reseed, generate and their errors, before any output.
    """
    try:
        for test in _known_answers(drbg):
            judge(test, test.compute())
        _check_refusals(drbg)
    except (DrbgError, UnsupportedAlgorithm, InternalError) as error:
        raise SelfTestFailure(f"a mechanism failed: {type(error).__name__}") from None


def judge(test: KnownAnswer, computed: bytes) -> None:
    """Raise `SelfTestFailure` unless `computed` is the answer and differs from a wrong one."""
    if not _same(computed, test.answer):
        raise SelfTestFailure(f"{test.name}: not the known answer")
    wrong = bytes((test.answer[0] ^ 1, *test.answer[1:]))
    if _same(computed, wrong):
        raise SelfTestFailure(f"{test.name}: a wrong answer was accepted")


def _same(computed: bytes, answer: bytes) -> bool:
    return hmac.compare_digest(computed, answer)


def _known_answers(drbg: type[CtrDrbg]) -> Iterator[KnownAnswer]:
    """The answers of the DRBG are cases of `ctr_drbg.json`, counted from 0."""
    yield KnownAnswer("CTR_DRBG instantiate", lambda: _instantiate(drbg), _INSTANTIATE[-1])
    yield KnownAnswer("CTR_DRBG reseed", lambda: _reseed(drbg), _RESEED[-1])
    yield KnownAnswer("CTR_DRBG generate", lambda: _generate(drbg), _GENERATE[-1])
    yield KnownAnswer("SHA-256", lambda: hashlib.sha256(b"abc").digest(), _SHA256_ABC)
    yield KnownAnswer("HMAC-SHA-384", _hmac_sha384, _HMAC_SHA384)
    yield KnownAnswer("AES-256-GCM", _aes_gcm, _AES_GCM)


def _instantiate(drbg: type[CtrDrbg]) -> bytes:
    entropy_input, personalisation, answer = _INSTANTIATE
    return drbg.instantiate(entropy_input, personalisation).generate(len(answer))


def _reseed(drbg: type[CtrDrbg]) -> bytes:
    first, personalisation, second, additional, answer = _RESEED
    generator = drbg.instantiate(first, personalisation)
    generator.generate(64)
    generator.reseed(second, additional)
    return generator.generate(len(answer))


def _generate(drbg: type[CtrDrbg]) -> bytes:
    entropy_input, additional, answer = _GENERATE
    generator = drbg.instantiate(entropy_input)
    first = generator.generate(16)
    return first + generator.generate(len(answer) - len(first), additional)


def _hmac_sha384() -> bytes:
    return hmac.digest(b"Jefe", b"what do ya want for nothing?", "sha384")


def _aes_gcm() -> bytes:
    return AESGCM(bytes(32)).encrypt(bytes(12), bytes(16), None)


def _check_refusals(drbg: type[CtrDrbg]) -> None:
    """The error paths are tested too (11.3.2 to 11.3.5): each of these must be refused."""
    seeded = drbg.instantiate(bytes(ENTROPY_BYTES))
    forgotten = drbg.instantiate(bytes(ENTROPY_BYTES))
    forgotten.uninstantiate()
    short = bytes(ENTROPY_BYTES - 1)
    _must_refuse("instantiate", BadDrbgInput, lambda: drbg.instantiate(short))
    _must_refuse("reseed", BadDrbgInput, lambda: seeded.reseed(short))
    _must_refuse("generate", BadDrbgInput, lambda: seeded.generate(REQUEST_BYTES_MAX + 1))
    long = bytes(ADDITIONAL_BYTES_MAX + 1)
    _must_refuse("generate", BadDrbgInput, lambda: seeded.generate(1, long))
    _must_refuse("uninstantiate", NotInstantiated, lambda: forgotten.generate(1))


def _must_refuse(name: str, refusal: type[DrbgError], call: Callable[[], object]) -> None:
    try:
        call()
    except refusal:
        return
    raise SelfTestFailure(f"CTR_DRBG {name}: a forbidden call was answered")


# ctr_drbg.json, its case 37: entropy input, personalisation, 64 bytes returned
_INSTANTIATE = (
    bytes.fromhex(
        "f79bb4a10e4f2a696bc87d3f74bbd3cf3ac21aa0ae5a44c49e2d9f673d01680a"
        "dc3325609a37ec087305cc762c3d0510"
    ),
    bytes.fromhex(
        "c16e1a32d9356a5f9ca5a18ac4c564eb7cd44372122a6a311b64c452ce693f5d"
        "98fdc0bc795ba1e538157b799c90c007"
    ),
    bytes.fromhex(
        "1847d6d6f31deb30cffb6bcd7e508c325f5d2861decc7ec7a6188068d5567540"
        "fd6f4cc62cf6576f9beb0a45e1597aa91491d3e22eeb9ed4f83d8a6a3f52ba94"
    ),
)
# ctr_drbg.json, its case 28: entropy input, personalisation, (64 bytes asked for,)
# entropy input of the reseed, its additional input, 16 bytes returned
_RESEED = (
    bytes.fromhex(
        "681cb72b700ee17871b3346ae549fa5731822048fcc63a4cc65b7841ee3b31bd"
        "12691ebdc88beef9b2111fa779709a42"
    ),
    bytes.fromhex(
        "3f026b9dc5d9aec0457d7923c557fda46d2a96decef2444903a64e7c01c0890c"
        "3f9f72e9ba4241ed18e4d38c8c799720"
    ),
    bytes.fromhex(
        "88a2ac8efe743bab6949f5642872a71ee94cd62ad015a9a4c859622953613e13"
        "35223735a2a227800cfdece772ddd3cf"
    ),
    bytes.fromhex(
        "ef21e68c3d9353383de5f673909d00e834a0345533fe18ff4f115ec2959b3073"
        "7a986b6d5291bc2359a83b8c75974131"
    ),
    bytes.fromhex("e4cd9d6f10af45caa29f425a37598f3b"),
)
# ctr_drbg.json, its case 56: entropy input, additional input of the second request,
# 16 + 64 bytes returned
_GENERATE = (
    bytes.fromhex(
        "d6e24fb1e758bfa458d645a29bdeea0a28196fb2cf275d1199f59dbca7d0f30b"
        "14fed510867343dbb0392997154503c3"
    ),
    bytes.fromhex(
        "73f26b1b41b21f3f204aaa34a6520234480caa1c1517ab083c32d008c52402f3"
        "4dff03d907973ee9637ae0cfad21f6c0"
    ),
    bytes.fromhex(
        "e8f9818c8bbe96b7b49dbb51294c587b"
        "930ca551369debc9c92ad9c29716c4b32c5e8aa982c3c549c046db28a0a976e1"
        "e83cc8a4f2f990604b03272492e758048c0dba1775202fba0dfbc6dc4ccbdc60"
    ),
)
# FIPS 180-4, example "abc"
_SHA256_ABC = bytes.fromhex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
# RFC 4231, test case 2
_HMAC_SHA384 = bytes.fromhex(
    "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e"
    "8e2240ca5e69e2c78b3239ecfab21649"
)
# McGrew and Viega, The Galois/Counter Mode of Operation, test case 14: ciphertext and tag
_AES_GCM = bytes.fromhex("cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919")
