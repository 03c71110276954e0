"""The live part: secrets from the production entropy path, kept with their hash, and their tests.

Nothing here can be repeated from a seed; the file is what is kept. Its secrets were never announced
for a round and decide none.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from math import fsum
from pathlib import Path as FilePath
from typing import Final, Protocol

import numpy as np

from certification.cards import duplicates, total_distribution
from certification.cards.classes import CLASSES, View
from certification.cards.dealer import SECRET_BYTES, Path, whole_shoes
from certification.cards.outcome import Outcome, Subject, chi_square, goodness_of_fit
from certification.cards.production import Production
from certification.judgement.results import Live
from rng.entropy import TAKE_BYTES_MAX

TEST: Final = "live_secrets"
ROUNDS_MAX: Final = 200_000  # dealt from live secrets, by the functions that serve players

_BYTES_LAW: Final = "Pearson's chi-square; bytes independent and uniform"
_PLACES_LAW: Final = "chi-square; each bit of a secret is 1 half the time, bits independent"


class LostSecrets(Exception):
    """The secrets kept by a run are not there any more, or are others."""


class LiveSecrets(Protocol):
    """Where the live secrets of a stage come from."""

    def of_stage(self, stage: int, count: int) -> tuple[bytes, Live]:
        """`count` secrets of 32 bytes, and what is said of them."""
        ...


@dataclass(frozen=True, slots=True)
class Drawn:
    """Fresh secrets by `take` (that of `rng.source.RandomSource`), kept in `folder`."""

    take: Callable[[int], bytes]
    folder: FilePath

    def of_stage(self, stage: int, count: int) -> tuple[bytes, Live]:
        """As `LiveSecrets.of_stage`."""
        sizes = [TAKE_BYTES_MAX] * (count * SECRET_BYTES // TAKE_BYTES_MAX)
        if rest := count * SECRET_BYTES % TAKE_BYTES_MAX:
            sizes.append(rest)
        data = b"".join(map(self.take, sizes))
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / file_name(stage)).write_bytes(data)
        return data, _facts(stage, data)


@dataclass(frozen=True, slots=True)
class Kept:
    """The secrets that an earlier run kept; `LostSecrets` unless they are what it said."""

    folder: FilePath
    said: tuple[Live, ...]

    def of_stage(self, stage: int, count: int) -> tuple[bytes, Live]:
        """As `LiveSecrets.of_stage`."""
        try:
            data = (self.folder / file_name(stage)).read_bytes()
        except OSError as error:
            raise LostSecrets(f"{file_name(stage)} cannot be read: {error}") from error
        found = _facts(stage, data)
        if found not in self.said or found.secrets != count:
            raise LostSecrets(f"{file_name(stage)} does not hold the secrets of that run")
        return data, found


def file_name(stage: int) -> str:
    """Where the secrets of a stage are kept, in the folder of the report."""
    return f"live_secrets_stage_{stage}.bin"


def tests_of(secrets: bytes) -> tuple[Outcome, ...]:
    """Repetitions, bytes, each bit's place, and the cards that players would have been dealt."""
    n = len(secrets) // SECRET_BYTES
    octets = np.frombuffer(secrets, np.uint8)
    bytes_of = Subject(TEST, "bytes", len(octets), "bytes", _BYTES_LAW)
    places = Subject(TEST, "places_of_bits", n, "secrets", _PLACES_LAW)
    ones = np.unpackbits(octets.reshape(n, SECRET_BYTES), axis=1).sum(axis=0, dtype=np.int64)
    value = fsum(((2 * ones - n) ** 2 / n).tolist())
    repeated = replace(duplicates.of_secrets(secrets)[0], test=TEST)
    return (
        repeated,
        goodness_of_fit(bytes_of, np.bincount(octets, minlength=256), [1 / 256] * 256),
        chi_square(places, value, len(ones)),
        *_dealt(secrets[: ROUNDS_MAX * SECRET_BYTES]),
    )


def _dealt(secrets: bytes) -> list[Outcome]:
    n = len(secrets) // SECRET_BYTES
    cards = Production().deal(secrets, whole_shoes(n), Path.SERVED)
    found = []
    for view in (View.CARD, View.RANK):
        classes = CLASSES[view]
        table = total_distribution.counts_by_position(cards, classes)
        value, degrees = total_distribution.by_position(table, classes, n)
        subject = Subject(TEST, f"{view}.by_position", n, "rounds", total_distribution.LAW)
        found.append(chi_square(subject, value, degrees))
    return found


def _facts(stage: int, data: bytes) -> Live:
    return Live(file_name(stage), len(data) // SECRET_BYTES, sha256(data).hexdigest())
