"""From a stored round to its cards: the secret unsealed, the commitment kept, the draw.

The one place of a serving process where the secret of a round in play is in the clear.
"""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.game.cards import CardAt
from app.proof.dealing import cards_of
from app.service.house import House
from app.service.refusals import NotDealing, RoundFrozen
from app.service.results import BadResult
from app.store.forms import Diverged
from app.store.ids import RoundId
from app.store.rows import AnnouncedRow
from config.loader import UnknownRules
from rng.announcement import Announcement, commitment_of, round_seed
from rng.ctr_drbg import DrbgError
from rng.draw import RoundDraw
from rng.sealing import SealBroken, Sealed, unseal
from rng.shoe import Shoe

MALFORMED = (
    BadResult,
    DrbgError,
    SealBroken,
    TypeError,
    UnknownRules,
    ValueError,
)
"""What our own functions raise when a row holds what was never written there.

ValueError is all that `game`, `rng` and enums say of bad input, and TypeError what comes of a value
of another type, which SQLite keeps in any column. A fault of ours may be either too: so no more is
read within `as_stored` than it takes, and the log names the place.
"""


UNREADABLE = "round unreadable"


@contextmanager
def as_stored(round_id: RoundId) -> Iterator[None]:
    """Reading what is stored of a round: `Diverged`, and not a fault, where it cannot be read."""
    try:
        yield
    except SealBroken:
        raise Diverged(round_id, "its secret cannot be unsealed") from None
    except MALFORMED as fault:
        why = "something of it has not the form it was stored in"
        raise Diverged(round_id, why, place_of(fault)) from None


def place_of(fault: BaseException) -> str:
    """The kind of a fault and where it was raised, never its text, which could quote a row."""
    frame = traceback.extract_tb(fault.__traceback__, limit=-1)[0]
    return f"{type(fault).__name__} at {Path(frame.filename).name}:{frame.lineno}"


def tell_unreadable(house: House, found: Diverged) -> None:
    """Alarm: a round that is not in play, and whose stored facts cannot be read."""
    house.log.critical(UNREADABLE, round_id=found.round_id, why=found.why, place=found.place)


def unreadable(house: House, found: Diverged) -> RoundFrozen:
    """Alarm, and the refusal to go on with such a round."""
    tell_unreadable(house, found)
    return RoundFrozen(found.round_id)


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of one round, as far as they are asked for."""

    secret: bytes = field(repr=False)
    draw: RoundDraw = field(repr=False)

    @property
    def card_at(self) -> CardAt:
        """The card at a position, for the game."""
        return cards_of(self.draw)


def deal_of(house: House, row: AnnouncedRow, client_seed: str | None) -> Deal:
    """The draw of a bound round. Raises `Diverged` where its secret is not what was promised.

    `NotDealing` where this process lacks the key that sealed it: another one has it.
    """
    require_key(house, row)
    with as_stored(row.round_id):
        secret = _unsealed(house, row)
        if _commitment(row, secret) != row.commitment:
            why = "its commitment does not follow from what is stored"
            raise Diverged(row.round_id, why)
        seed = round_seed(secret, row.commitment, client_seed)
        return Deal(secret, RoundDraw(seed, Shoe.parse(row.shoe_before)))


def require_key(house: House, row: AnnouncedRow) -> None:
    """Raises `NotDealing` where a key was changed, and this process has only the other one."""
    if not house.keys.has(row.sealed_key_id):
        raise NotDealing(house.table.retry_after_seconds)


def secret_or_reason(house: House, row: AnnouncedRow, reason: str) -> tuple[str | None, str]:
    """The secret to be published with `reason`; None, and the reason says so, where it is lost.

    Raises `NotDealing` where this process lacks its key: that is no loss.
    """
    require_key(house, row)
    try:
        return _unsealed(house, row).hex(), reason
    except (SealBroken, TypeError, ValueError):
        return None, f"{reason}; its secret can no longer be unsealed"


def announcement_of(row: AnnouncedRow) -> Announcement:
    """What the player was promised."""
    return Announcement(
        row.seat_id,
        row.number,
        row.round_id,
        row.rules_id,
        row.rules_sha256,
        row.shoe_before,
        row.commitment,
    )


def _unsealed(house: House, row: AnnouncedRow) -> bytes:
    key = house.keys.sealing_named(row.sealed_key_id)
    sealed = Sealed(row.sealed_key_id, bytes(row.sealed_nonce), bytes(row.sealed_secret))
    return unseal(key, sealed, announcement_of(row))


def _commitment(row: AnnouncedRow, secret: bytes) -> str:
    return commitment_of(
        seat_id=row.seat_id,
        number=row.number,
        round_id=row.round_id,
        rules_sha256=row.rules_sha256,
        shoe_before=row.shoe_before,
        server_secret=secret,
    )
