"""What a dealer is asked for: rounds, shoes, integers, rounds in play, secrets, one long stream.

Each collection has a seed of its own, so any of them can be repeated alone. How large it is stands
in the plan before anything is dealt.
"""

import hmac
from enum import StrEnum

import numpy as np

from certification.cards.compensated import Played
from certification.cards.dealer import (
    BOUNDS,
    CARDS,
    PACKS,
    SECRET_BYTES,
    SEED_BYTES,
    SHOE_CARDS,
    CardNumbers,
    Counts,
    Dealer,
    Integers,
    Path,
    whole_shoes,
)
from certification.cards.duplicates import BLOCK_BYTES
from certification.cards.fixed_play import moves
from certification.cards.play import COLUMNS, USED, play_rounds
from config.certification_plan import CardSizes
from config.loader import load_rules


class Source(StrEnum):
    """A collection; also the label of its seed."""

    ROUNDS = "rounds"
    SHOES = "shoes"
    INTEGERS = "integers"
    PLAYED = "played"
    SECRETS = "secrets"
    BLOCKS = "blocks"


def derive(seed: bytes, *labels: object) -> bytes:
    """A seed of 48 bytes for one purpose: HMAC-SHA-384 over the labels, joined by a newline."""
    return hmac.digest(seed, "\n".join(map(str, labels)).encode("ascii"), "sha384")[:SEED_BYTES]


def rounds(dealer: Dealer, seed: bytes, sizes: CardSizes) -> CardNumbers:
    """Rounds from whole shoes, 20 cards dealt through: first by the served path, then the twin."""
    served, twin = sizes.rounds_served, sizes.rounds_twin
    secrets = dealer.secrets(seed, served + twin)
    cut = served * SECRET_BYTES
    return np.concatenate(
        (
            dealer.deal(secrets[:cut], whole_shoes(served), Path.SERVED),
            dealer.deal(secrets[cut:], whole_shoes(twin), Path.TWIN),
        )
    )


def served_again_by_twin(dealer: Dealer, seed: bytes, sizes: CardSizes) -> CardNumbers:
    """The rounds of the served path, dealt by the twin: the same cards, or the twin is none."""
    secrets = dealer.secrets(seed, sizes.rounds_served + sizes.rounds_twin)
    served = secrets[: sizes.rounds_served * SECRET_BYTES]
    return dealer.deal(served, whole_shoes(sizes.rounds_served), Path.TWIN)


def shoes(dealer: Dealer, seed: bytes, sizes: CardSizes) -> CardNumbers:
    """Shoes dealt to the last card from one long stream."""
    return dealer.shoes(seed, sizes.shoes)


def integers(dealer: Dealer, seed: bytes, sizes: CardSizes) -> dict[int, Integers]:
    """Scaled integers for each bound, each from a stream of its own."""
    return {
        bound: dealer.integers(derive(seed, "bound", bound), bound, sizes.integers)
        for bound in BOUNDS
    }


def played(dealer: Dealer, seed: bytes, sizes: CardSizes) -> Played:
    """Seats that play the fixed strategy on from shoe to shoe, as R3 has it."""
    seats, each = sizes.seats, sizes.rounds_a_seat
    fixed, cut = moves(), load_rules().rules.shoe.reshuffle_after
    secrets = dealer.secrets(seed, seats * each)
    now = whole_shoes(seats)
    cards = np.zeros((each, seats, 20), np.uint8)
    counts = np.zeros((each, seats, CARDS), np.uint8)
    told = np.zeros((each, seats, COLUMNS), np.int16)
    width = seats * SECRET_BYTES
    for at in range(each):
        counts[at] = now
        cards[at] = dealer.deal(secrets[at * width : (at + 1) * width], now, Path.TWIN)
        told[at] = play_rounds(cards[at], fixed.actions, fixed.pairs)
        now = _after(now, cards[at], told[at, :, USED], cut)
    return Played(cards, counts, told)


def secrets(dealer: Dealer, seed: bytes, sizes: CardSizes) -> bytes:
    """Server secrets."""
    return dealer.secrets(seed, sizes.secrets)


def blocks(dealer: Dealer, seed: bytes, sizes: CardSizes) -> bytes:
    """One long stream of the generator."""
    return dealer.stream(seed, sizes.blocks * BLOCK_BYTES)


def _after(
    before: Counts, cards: CardNumbers, used: "np.ndarray[tuple[int], np.dtype[np.int16]]", cut: int
) -> Counts:
    """The shoes after a round: its cards gone, whole again where R3 says so."""
    left = before.astype(np.int16)
    for k in range(cards.shape[1]):
        rows = np.flatnonzero(used > k)
        left[rows, cards[rows, k]] -= 1
    # A bad dealer may deal a card that the shoe lacks; there is then none of it left.
    np.maximum(left, 0, out=left)
    dealt = SHOE_CARDS - left.sum(axis=1)
    left[dealt >= cut] = PACKS
    return left.astype(np.uint8)
