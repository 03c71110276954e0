"""Rounds with seeds of their own: all of section 5 of the design, as the table serves players.

For each round 64 bytes are taken in this order from the block's generator, in whole requests: seat
id, 16 bytes; round id, 16; server secret, 32. Ids are written as UUIDs are, the bytes as they came.
Numbers count from 1 in each block; the client seed is absent; the shoe is carried on to its cut.
Cards come from `rng`, play from the automaton.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from certification.rtp.simulation.blocks import tables_of
from certification.rtp.simulation.plan import Block, Plan, block_entropy
from certification.rtp.simulation.tally import ShoeTally, Tally
from certification.rtp.simulation.walk import RankAt, Walked, Walker
from rng.announcement import SECRET_BYTES, commitment_of, round_seed
from rng.ctr_drbg import REQUEST_BYTES_MAX, CtrDrbg
from rng.draw import RoundDraw
from rng.shoe import Shoe

ID_BYTES: Final = 16
ROUND_BYTES: Final = 2 * ID_BYTES + SECRET_BYTES
ROUNDS_A_REQUEST: Final = REQUEST_BYTES_MAX // ROUND_BYTES  # 1,024, with nothing left over
_SUITS: Final = 4  # card number = 4 * rank + suit

Noted = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class SeededRound:
    """A round as it was dealt, from the shoe it began with."""

    number: int
    shoe: Shoe
    draw: RoundDraw
    walked: Walked
    last_of_shoe: bool


def seeded_rounds(plan: Plan, block: Block) -> Iterator[SeededRound]:
    """The rounds of a block, one by one."""
    walker = Walker(tables_of(plan))
    whole = Shoe.whole(plan.file.rules.shoe.packs)
    shoe = whole
    for number, taken in enumerate(_taken(plan.seed, block), start=1):
        draw = RoundDraw(_seed(plan, number, taken, shoe), shoe)
        walked = walker.walk(_ranks_of(draw))
        after = draw.shoe_after(walked.cards)
        last = whole.remaining - after.remaining >= plan.shuffle_after
        yield SeededRound(number, shoe, draw, walked, last)
        shoe = whole if last else after


def play_seeded(plan: Plan, block: Block, noted: Noted) -> Tally:
    """What a block adds up to; `noted` is told of every so many rounds."""
    sums = ShoeTally()
    for played in seeded_rounds(plan, block):
        sums.add_round(played.walked.net, played.walked.stake)
        if played.last_of_shoe:
            sums.end_shoe()
        if played.number % ROUNDS_A_REQUEST == 0:
            noted(ROUNDS_A_REQUEST)
    sums.end_shoe()
    return sums.tally()


def _taken(seed: bytes, block: Block) -> Iterator[bytes]:
    """For each round its 64 bytes."""
    drbg = CtrDrbg.instantiate(block_entropy(seed, block.index))
    for first in range(0, block.rounds, ROUNDS_A_REQUEST):
        request = drbg.generate(REQUEST_BYTES_MAX)
        for number in range(min(ROUNDS_A_REQUEST, block.rounds - first)):
            yield request[number * ROUND_BYTES : (number + 1) * ROUND_BYTES]


def _ranks_of(draw: RoundDraw) -> RankAt:
    return lambda k: draw.card_number(k) // _SUITS


def _seed(plan: Plan, number: int, taken: bytes, shoe: Shoe) -> bytes:
    secret = taken[2 * ID_BYTES :]
    commitment = commitment_of(
        seat_id=str(UUID(bytes=taken[:ID_BYTES])),
        number=number,
        round_id=str(UUID(bytes=taken[ID_BYTES : 2 * ID_BYTES])),
        rules_sha256=plan.file.sha256,
        shoe_before=str(shoe),
        server_secret=secret,
    )
    return round_seed(secret, commitment, None)
