"""What is simulated, block by block, and what identifies it: the same plan has one answer."""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from certification.rtp.strategy import Strategy
from certification.rtp.strategy_file import to_toml
from config.loader import RulesFile, ShoePolicy
from rng.ctr_drbg import ENTROPY_BYTES

BLOCK_ROUNDS: Final = 1_048_576  # design of the simulation: block b begins with a whole shoe
SEED_BYTES: Final = ENTROPY_BYTES  # of the plan, and of each block's generator
ROUNDS_MAX: Final = 10**15  # sums of squares of a shoe stay far below 2^63 in each unit of work

_BLOCK_FORMAT: Final = "pontoon/simulate/1\n"
_PLAN_FORMAT: Final = "pontoon/plan/1"


class Seeds(Enum):
    """Where the words of a round come from."""

    BLOCK = "one generator for each block"
    ROUND = "one for each round, from its own secret, as at the table"


@dataclass(frozen=True, slots=True)
class Block:
    """Rounds that follow one another from a whole shoe."""

    index: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Rules, strategy and seed (48 bytes), and how the shoe and the seeds are used."""

    file: RulesFile
    strategy: Strategy
    rounds: int
    seed: bytes
    shoe: ShoePolicy
    seeds: Seeds

    @property
    def shuffle_after(self) -> int:
        """Cards; the round that deals the last of them is its shoe's last. 0: every round is."""
        return 0 if self.shoe is ShoePolicy.FRESH else self.file.rules.shoe.reshuffle_after

    @property
    def blocks(self) -> int:
        """How many there are; the last may be cut short."""
        return -(-self.rounds // BLOCK_ROUNDS)

    def block(self, index: int) -> Block:
        """The block of this index."""
        return Block(index, min(BLOCK_ROUNDS, self.rounds - index * BLOCK_ROUNDS))

    @property
    def sha256(self) -> str:
        """Over everything that decides the answer."""
        lines = (
            _PLAN_FORMAT,
            self.file.rules.id,
            self.file.sha256,
            str(self.rounds),
            self.seed.hex(),
            self.shoe.name,
            self.seeds.name,
            to_toml(self.strategy),
        )
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Unit:
    """Blocks `first` to `first + count - 1`: what one process plays at a time."""

    first: int
    count: int


def block_entropy(seed: bytes, index: int) -> bytes:
    """Entropy input, 48 bytes, of the generator of a block."""
    return hmac.digest(seed, f"{_BLOCK_FORMAT}{index}".encode("ascii"), "sha384")


def units(plan: Plan, done: tuple[Unit, ...], size: int) -> Iterator[Unit]:
    """The plan in units of at most `size` blocks, without those that are done."""
    finished = sorted(done, key=lambda unit: unit.first)
    at = 0
    for unit in (*finished, Unit(plan.blocks, 0)):
        for first in range(at, unit.first, size):
            yield Unit(first, min(size, unit.first - first))
        at = unit.first + unit.count
