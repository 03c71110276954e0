"""The generator that serves players, in the place that is judged.

Its served path is `rng`'s own functions from secret to card. Its twin derives the same seeds from
the same bytes without their checks, takes a round's first 64 bytes and deals them in a kernel.
"""

import hmac
from hashlib import sha256
from typing import Final

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR, ECB

from certification.cards.dealer import (
    PACKS,
    REQUEST_BYTES,
    ROUND_CARDS,
    SECRET_BYTES,
    SHOE_CARDS,
    CardNumbers,
    Counts,
    Integers,
    Path,
)
from certification.cards.kernels import OUT_OF_WORDS, deal_rounds, deal_shoes, scale_words
from rng.announcement import commitment_of, round_seed
from rng.ctr_drbg import BLOCK_BYTES, KEY_BYTES, SEED_BYTES, CtrDrbg
from rng.draw import REQUEST_BYTES as ROUND_BYTES
from rng.draw import RoundDraw
from rng.shoe import Shoe

# The facts of a round that are no chance are the same in every round judged here; what makes the
# seeds differ is the secret. The client seed is a text as the page sends one.
SEAT_ID: Final = "00000000-0000-7000-8000-000000000001"
ROUND_ID: Final = "00000000-0000-7000-8000-000000000002"
RULES_SHA256: Final = sha256(b"pontoon/certify/1").hexdigest()
CLIENT_SEED: Final = sha256(RULES_SHA256.encode("ascii")).hexdigest()[:32]
NUMBER: Final = 1

# At a bound of 2 to 416 at most 415 of 65,536 words are passed over; this much more is never short.
WORDS_SPARE: Final = 1.01
WORDS_SPARE_LEAST: Final = 1_000


class OutOfWords(RuntimeError):
    """A generator's words were passed over far more often than any bound allows."""


class Production:
    """CTR_DRBG with AES-256, seeded and dealt as section 5 of the design says."""

    name = "production"

    def stream(self, seed: bytes, length: int) -> bytes:
        """As `Dealer.stream`: one instance, never reseeded."""
        drbg = CtrDrbg.instantiate(seed)
        sizes = [REQUEST_BYTES] * (length // REQUEST_BYTES)
        if length % REQUEST_BYTES:
            sizes.append(length % REQUEST_BYTES)
        return b"".join(map(drbg.generate, sizes))

    def secrets(self, seed: bytes, count: int) -> bytes:
        """As `Dealer.secrets`: the generator's bytes; in production the operating system's."""
        return self.stream(seed, count * SECRET_BYTES)

    def deal(self, secrets: bytes, counts: Counts, path: Path) -> CardNumbers:
        """As `Dealer.deal`."""
        each = [secrets[at : at + SECRET_BYTES] for at in range(0, len(secrets), SECRET_BYTES)]
        if path is Path.SERVED:
            return _served(each, counts)
        return _twin(each, counts)

    def shoes(self, seed: bytes, count: int) -> CardNumbers:
        """As `Dealer.shoes`."""
        dealt = deal_shoes(self._words(seed, count * SHOE_CARDS), PACKS, count)
        if len(dealt) != count:
            raise OutOfWords(f"{count} shoes were asked for and {len(dealt)} dealt")
        return dealt

    def integers(self, seed: bytes, bound: int, count: int) -> Integers:
        """As `Dealer.integers`."""
        scaled = scale_words(self._words(seed, count), bound, count)
        if len(scaled) != count:
            raise OutOfWords(f"{count} integers were asked for and {len(scaled)} found")
        return scaled

    def _words(self, seed: bytes, count: int) -> Integers:
        spare = int(count * WORDS_SPARE) + WORDS_SPARE_LEAST
        return words_of(self.stream(seed, 2 * spare))


def words_of(data: bytes) -> Integers:
    """Big-endian words of 16 bits."""
    return np.frombuffer(data, ">u2").astype(np.uint16)


def shoe_texts(counts: Counts) -> list[str]:
    """Each shoe as 52 digits."""
    digits = (counts + np.uint8(ord("0"))).tobytes().decode("ascii")
    width = counts.shape[1]
    return [digits[at : at + width] for at in range(0, len(digits), width)]


def _served(secrets: list[bytes], counts: Counts) -> CardNumbers:
    rows = [
        _served_round(secret, text)
        for secret, text in zip(secrets, shoe_texts(counts), strict=True)
    ]
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), ROUND_CARDS)


def _served_round(secret: bytes, shoe_text: str) -> bytes:
    commitment = commitment_of(
        seat_id=SEAT_ID,
        number=NUMBER,
        round_id=ROUND_ID,
        rules_sha256=RULES_SHA256,
        shoe_before=shoe_text,
        server_secret=secret,
    )
    draw = RoundDraw(round_seed(secret, commitment, CLIENT_SEED), Shoe.parse(shoe_text))
    return bytes(draw.card_number(k) for k in range(ROUND_CARDS))


def _twin(secrets: list[bytes], counts: Counts) -> CardNumbers:
    texts = shoe_texts(counts)
    stream = b"".join(map(_first_bytes, map(_twin_seed, secrets, texts)))
    words = words_of(stream).reshape(len(secrets), ROUND_BYTES // 2)
    dealt = deal_rounds(words, counts, ROUND_CARDS)
    for at in np.flatnonzero(dealt[:, -1] == OUT_OF_WORDS):  # 64 bytes were not enough
        dealt[at] = np.frombuffer(_served_round(secrets[at], texts[at]), np.uint8)
    return dealt


_BEFORE_SHOE: Final = f"pontoon/commit/1\n{SEAT_ID}\n{NUMBER}\n{ROUND_ID}\n{RULES_SHA256}\n"


def _twin_seed(secret: bytes, shoe_text: str) -> bytes:
    commitment = sha256(f"{_BEFORE_SHOE}{shoe_text}\n{secret.hex()}".encode("ascii")).hexdigest()
    message = f"pontoon/round/1\n{commitment}\n{CLIENT_SEED}".encode("ascii")
    return hmac.digest(secret, message, "sha384")


# Instantiation encrypts the counters 1, 2, 3 under a key of zeros (SP 800-90A 10.2.1.3.1): the same
# 48 bytes every time, to which the seed is added.
_COUNTERS: Final = b"".join(
    n.to_bytes(BLOCK_BYTES) for n in range(1, 1 + SEED_BYTES // BLOCK_BYTES)
)
_MASK: Final = int.from_bytes(Cipher(AES(bytes(KEY_BYTES)), ECB()).encryptor().update(_COUNTERS))


def _first_bytes(seed: bytes) -> bytes:
    state = (int.from_bytes(seed) ^ _MASK).to_bytes(SEED_BYTES)
    first = (int.from_bytes(state[KEY_BYTES:]) + 1) % 2**128
    encryptor = Cipher(AES(state[:KEY_BYTES]), CTR(first.to_bytes(BLOCK_BYTES))).encryptor()
    return encryptor.update(bytes(ROUND_BYTES))
