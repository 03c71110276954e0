"""The self-tests catch what they are there for: wrong ciphers, forgotten inputs, lax comparison."""

import pytest
from cryptography.exceptions import UnsupportedAlgorithm

import rng.self_test
from rng.ctr_drbg import SEED_BYTES, CtrDrbg
from rng.self_test import KnownAnswer, SelfTestFailure, judge, run_self_tests


class WrongCipher(CtrDrbg):
    """One bit of the block cipher's output is turned."""

    def _encrypt_counters(
        self, key: bytes, first: bytes, lengths: tuple[int, ...]
    ) -> tuple[bytes, ...]:
        piece, *others = super()._encrypt_counters(key, first, lengths)
        return (bytes((piece[0] ^ 1, *piece[1:])), *others)


class MissingCipher(CtrDrbg):
    """The library has no such cipher."""

    def _encrypt_counters(
        self, key: bytes, first: bytes, lengths: tuple[int, ...]
    ) -> tuple[bytes, ...]:
        raise UnsupportedAlgorithm(f"no AES-{8 * len(key)} for {lengths} bytes after {len(first)}")


class ShortCipher(CtrDrbg):
    """The block cipher loses its last byte."""

    def _encrypt_counters(
        self, key: bytes, first: bytes, lengths: tuple[int, ...]
    ) -> tuple[bytes, ...]:
        *others, last = super()._encrypt_counters(key, first, lengths)
        return (*others, last[:-1])


class ForgetsReseed(CtrDrbg):
    """Reseeding checks its input and does nothing."""

    def reseed(self, entropy_input: bytes, additional: bytes = b"") -> None:
        CtrDrbg.instantiate(bytes(SEED_BYTES)).reseed(entropy_input, additional)


class ForgetsAdditional(CtrDrbg):
    """Additional input is checked and ignored."""

    def generate(self, length: int, additional: bytes = b"") -> bytes:
        CtrDrbg.instantiate(bytes(SEED_BYTES)).generate(0, additional)
        return super().generate(length)


class StandsStill(CtrDrbg):
    """The state does not move on after a request."""

    def generate(self, length: int, additional: bytes = b"") -> bytes:
        before = self._key, self._v
        output = super().generate(length, additional)
        self._key, self._v = before
        return output


class AnswersAll(CtrDrbg):
    """Limits are not kept."""

    def generate(self, length: int, additional: bytes = b"") -> bytes:
        return super().generate(min(length, 64), additional)


class NeverForgets(CtrDrbg):
    """Uninstantiating leaves a usable state."""

    def uninstantiate(self) -> None:
        self._v = bytes(len(self._v))


def test_the_generator_in_use_passes() -> None:
    run_self_tests()


@pytest.mark.parametrize(
    ("mechanism", "why"),
    [
        (WrongCipher, "instantiate: not the known answer"),
        (MissingCipher, "a mechanism failed: UnsupportedAlgorithm"),
        (ShortCipher, "a mechanism failed: CatastrophicDrbgError"),
        (ForgetsReseed, "reseed: not the known answer"),
        (ForgetsAdditional, "generate: not the known answer"),
        (StandsStill, "reseed: not the known answer"),
        (AnswersAll, "generate: a forbidden call was answered"),
        (NeverForgets, "uninstantiate: a forbidden call was answered"),
    ],
)
def test_a_broken_generator_is_caught(mechanism: type[CtrDrbg], why: str) -> None:
    with pytest.raises(SelfTestFailure, match=why):
        run_self_tests(mechanism)


@pytest.mark.parametrize("wrong", [b"answeR", b"answe", b"answer!", b""])
def test_a_wrong_answer_fails(wrong: bytes) -> None:
    test = KnownAnswer("a test", lambda: b"answer", b"answer")
    judge(test, test.compute())
    with pytest.raises(SelfTestFailure, match="a test: not the known answer"):
        judge(test, wrong)


def test_a_comparison_that_always_agrees_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rng.self_test, "_same", lambda *_: True)
    with pytest.raises(SelfTestFailure, match="a wrong answer was accepted"):
        run_self_tests()
