"""What is promised before a bet, and the seed that follows from it (design, section 5, steps 1, 5).

Here are the announcement of a coming round, its commitment, the round's seed and the form of a
client seed. Not here: drawing the secret (`rng.source`), keeping it (`rng.sealing`), or when it may
be published, which only a store with a durable commit can decide.
"""

import hashlib
import hmac
import re
from dataclasses import dataclass
from typing import Final

from rng.shoe import CARDS, PACKS_MAX, Shoe

SECRET_BYTES: Final = 32
NUMBER_MAX: Final = 2**53 - 1  # the largest integer that every JSON reader keeps (RFC 8785)
CLIENT_SEED_CHARACTERS_MIN: Final = 16
CLIENT_SEED_CHARACTERS_MAX: Final = 64
# Regular expressions without anchors: the whole of a text must match.
UUID_FORM: Final = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
SHA256_FORM: Final = r"[0-9a-f]{64}"
SHOE_FORM: Final = rf"[0-{PACKS_MAX}]{{{CARDS}}}"
CLIENT_SEED_FORM: Final = rf"[!-~]{{{CLIENT_SEED_CHARACTERS_MIN},{CLIENT_SEED_CHARACTERS_MAX}}}"

_COMMIT_FORMAT: Final = "pontoon/commit/1"
_ROUND_FORMAT: Final = "pontoon/round/1"
_UUID: Final = re.compile(UUID_FORM)
_SHA256_HEX: Final = re.compile(SHA256_FORM)
_SHOE: Final = re.compile(SHOE_FORM)
_RULES_ID: Final = re.compile(r"[!-~]{1,100}")
_CLIENT_SEED: Final = re.compile(CLIENT_SEED_FORM)


class BadAnnouncement(ValueError):
    """A fact of an announcement has another form than the commitment needs."""


class BadClientSeed(ValueError):
    """A client seed is not 16 to 64 characters from `!` to `~`."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """`next_round` as the player is told it; raises `BadAnnouncement` on a fact of a wrong form."""

    seat_id: str
    number: int
    round_id: str
    rules_id: str
    rules_sha256: str
    shoe_before: str
    commitment: str

    def __post_init__(self) -> None:
        _check_ids(self.seat_id, self.number, self.round_id)
        _check_form("rules id", self.rules_id, _RULES_ID)
        _check_form("hash of the rules", self.rules_sha256, _SHA256_HEX)
        _check_form("shoe", self.shoe_before, _SHOE)
        _check_form("commitment", self.commitment, _SHA256_HEX)


def announce(
    *,
    seat_id: str,
    number: int,
    round_id: str,
    rules_id: str,
    rules_sha256: str,
    shoe: Shoe,
    server_secret: bytes,
) -> Announcement:
    """The announcement of a coming round that commits to `server_secret` (32 bytes)."""
    commitment = commitment_of(
        seat_id=seat_id,
        number=number,
        round_id=round_id,
        rules_sha256=rules_sha256,
        shoe_before=str(shoe),
        server_secret=server_secret,
    )
    return Announcement(seat_id, number, round_id, rules_id, rules_sha256, str(shoe), commitment)


def commitment_of(
    *,
    seat_id: str,
    number: int,
    round_id: str,
    rules_sha256: str,
    shoe_before: str,
    server_secret: bytes,
) -> str:
    """SHA-256, 64 lower-case hex digits, over the seven lines of step 1.

    Ids are UUIDs in lower case with hyphens, `number` counts from 1, `shoe_before` is 52 digits,
    `server_secret` 32 bytes. Raises `BadAnnouncement` on another form.
    """
    _check_ids(seat_id, number, round_id)
    _check_form("hash of the rules", rules_sha256, _SHA256_HEX)
    _check_form("shoe", shoe_before, _SHOE)
    _check_secret(server_secret)
    lines = (
        _COMMIT_FORMAT,
        seat_id,
        str(number),
        round_id,
        rules_sha256,
        shoe_before,
        server_secret.hex(),
    )
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()


def round_seed(server_secret: bytes, commitment: str, client_seed: str | None) -> bytes:
    """The 48 bytes that decide the cards: HMAC-SHA-384 over the three lines of step 5.

    `client_seed` is None when the player brought none; the message then ends in a newline.
    Raises `BadAnnouncement` or `BadClientSeed` on a wrong form.
    """
    _check_secret(server_secret)
    _check_form("commitment", commitment, _SHA256_HEX)
    if client_seed is not None:
        check_client_seed(client_seed)
    message = "\n".join((_ROUND_FORMAT, commitment, client_seed or ""))
    return hmac.digest(server_secret, message.encode("ascii"), "sha384")


def check_client_seed(text: str) -> None:
    """Raise `BadClientSeed` unless `text` is 16 to 64 characters from `!` to `~`."""
    if not _CLIENT_SEED.fullmatch(text):
        raise BadClientSeed(
            f"a client seed is {CLIENT_SEED_CHARACTERS_MIN} to {CLIENT_SEED_CHARACTERS_MAX} "
            "characters from ! to ~, without spaces"
        )


def _check_ids(seat_id: str, number: int, round_id: str) -> None:
    _check_form("seat id", seat_id, _UUID)
    _check_form("round id", round_id, _UUID)
    if not 1 <= number <= NUMBER_MAX:
        raise BadAnnouncement(f"the number of a round is 1 to {NUMBER_MAX}, not {number}")


def _check_secret(server_secret: bytes) -> None:
    if len(server_secret) != SECRET_BYTES:
        raise BadAnnouncement(f"a server secret is {SECRET_BYTES} bytes, not {len(server_secret)}")


def _check_form(name: str, value: str, form: re.Pattern[str]) -> None:
    if not form.fullmatch(value):
        raise BadAnnouncement(f"the {name} does not have the form {form.pattern}")
