"""The house: everything a function of the service needs, built once in `app.factory`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Engine

from app.proof.signing import SigningKey
from app.service.clock import Clock, stamp
from app.wallet.wallet import Wallet
from config.loader import RulesFile
from config.table import Table
from rng.sealing import SealingKey
from rng.source import RandomSource

OPERATOR = "house"
"""The operator of seats that no outside platform brought: guests of the demo."""


@dataclass(frozen=True, slots=True)
class House:
    """One serving process: where it remembers, what it plays by, and whose money moves.

    `rules_file` is what new rounds are announced under; a round in play keeps its own.
    """

    engine: Engine
    rules_file: RulesFile
    table: Table
    source: RandomSource
    sealing_key: SealingKey = field(repr=False)
    older_sealing_keys: Mapping[str, SealingKey] = field(repr=False)
    signing_key: SigningKey = field(repr=False)
    wallet: Wallet
    clock: Clock
    demo: bool
    software: str

    def stamp(self) -> str:
        """The present moment as it is stored."""
        return stamp(self.now())

    def now(self) -> datetime:
        """The present moment."""
        return self.clock.now()

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()
