"""The house: everything a function of the service needs, built once in `app.factory`."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Engine

from app.proof.document import Jurisdiction
from app.proof.instants import stamp
from app.service.clock import Clock
from app.service.keys import Keys
from app.service.log import Log
from app.store.ids import PlayerId, SeatId
from app.store.rows import SessionRow
from app.wallet.wallet import Wallet
from config.loader import RulesFile
from config.table import CurrencyCode, Table
from rng.source import RandomSource

OPERATOR = "house"
"""The operator of players that no outside platform brought: guests of the demo."""
GAME = "casino-pontoon"
"""The game of the seats here; at another game the same player has another seat."""

KnownSessions = Callable[[str], tuple[SessionRow, SeatId]]
"""The session and the seat that go with the hash of a token. Raises `NoSession`."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a player plays under: by which rules, with whose money, in which jurisdiction.

    `rules_file` and `currency` are those of new rounds and new accounts: what was announced, and
    an account that was opened, keep their own.
    """

    rules_file: RulesFile
    wallet: Wallet
    currency: CurrencyCode
    jurisdiction: Jurisdiction | None = None


@dataclass(frozen=True, slots=True)
class House:
    """One serving process: where it remembers, what it plays by, and whose money moves."""

    engine: Engine
    terms: Terms
    table: Table
    source: RandomSource
    keys: Keys = field(repr=False)
    clock: Clock
    demo: bool
    software: str
    log: Log = field(repr=False)
    session_of: KnownSessions = field(repr=False)
    work: ExitStack = field(repr=False, default_factory=ExitStack)
    """What the house does by itself, ended when it is closed."""

    @property
    def rules_file(self) -> RulesFile:
        """What the table plays by, as it is shown to everybody."""
        return self.terms.rules_file

    def terms_of(self, player_id: PlayerId) -> Terms:
        """What this player plays under: here the same for all."""
        return self.terms

    def stamp(self) -> str:
        """The present moment as it is stored."""
        return stamp(self.now())

    def now(self) -> datetime:
        """The present moment."""
        return self.clock.now()

    def close(self) -> None:
        """End its work, and let go of the database."""
        self.work.close()
        self.engine.dispose()
