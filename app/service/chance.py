"""From a stored round to its cards: the secret unsealed, the commitment kept, the draw.

The one place of a serving process where the secret of a round in play is in the clear.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from app.game.cards import DECK, Card
from app.service.house import House
from app.store.rows import AnnouncedRow
from rng.announcement import Announcement, commitment_of, round_seed
from rng.draw import RoundDraw
from rng.sealing import SealBroken, Sealed, unseal
from rng.shoe import Shoe


class Diverged(Exception):
    """What is stored of a round is not what follows from its inputs; `why` names no card."""

    def __init__(self, round_id: str, why: str) -> None:
        super().__init__(f"round {round_id}: {why}")
        self.round_id = round_id
        self.why = why


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of one round, as far as they are asked for."""

    secret: bytes = field(repr=False)
    draw: RoundDraw = field(repr=False)

    @property
    def card_at(self) -> Callable[[int], Card]:
        """The card at a position, for the game."""
        number = self.draw.card_number
        return lambda position: DECK[number(position)]


def deal_of(house: House, row: AnnouncedRow, client_seed: str | None) -> Deal:
    """The draw of a bound round. Raises `Diverged` where its secret is not what was promised."""
    try:
        secret = unsealed(house, row)
    except SealBroken:
        raise Diverged(row.round_id, "its secret cannot be unsealed") from None
    kept = commitment_of(
        seat_id=row.seat_id,
        number=row.number,
        round_id=row.round_id,
        rules_sha256=row.rules_sha256,
        shoe_before=row.shoe_before,
        server_secret=secret,
    )
    if kept != row.commitment:
        raise Diverged(row.round_id, "its commitment does not follow from what is stored")
    seed = round_seed(secret, row.commitment, client_seed)
    return Deal(secret, RoundDraw(seed, Shoe.parse(row.shoe_before)))


def unsealed(house: House, row: AnnouncedRow) -> bytes:
    """The secret of a round; raises `SealBroken`."""
    key = house.sealing_key
    if row.sealed_key_id != key.key_id:
        if row.sealed_key_id not in house.older_sealing_keys:
            raise SealBroken(f"the key {row.sealed_key_id} is not here")
        key = house.older_sealing_keys[row.sealed_key_id]
    sealed = Sealed(row.sealed_key_id, bytes(row.sealed_nonce), bytes(row.sealed_secret))
    return unseal(key, sealed, announcement_of(row))


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
