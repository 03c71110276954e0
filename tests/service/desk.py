"""A house on an empty database, a clock that a test sets, and a guest who plays at it."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import monotonic, sleep

from sqlalchemy import text

from app.factory import build_house
from app.game.money import Pence
from app.game.outcomes import Action
from app.ledger.entries import DEMO_FUNDS, Entry, EntryKind, Posting, player_account
from app.service.actions import take_action
from app.service.bets import place_bet
from app.service.history import round_view
from app.service.house import House
from app.service.refusals import RoundFrozen
from app.service.requests import ActionRequest, Answer, BetRequest, Player, Request
from app.service.sessions import authenticate, open_demo_session, session_view
from app.service.views import PlayedRound, SessionView
from app.settings import Settings
from app.store.engine import open_engine, reading, writing
from app.store.entries import check_books, debit_balance, post
from app.store.ids import RoundId
from app.store.schema import migrate
from app.wallet.wallet import Wallet
from config.loader import RulesFile
from rng.announcement import Announcement
from rng.entropy import EntropySource
from rng.source import RandomSource

ROUNDS_MAX = 2000  # rounds played in search of a rare one before a test gives up
WAIT_SECONDS = 20.0
START = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)  # a Wednesday


class SetClock:
    """A clock that stands until it is moved."""

    def __init__(self, now: datetime = START) -> None:
        self._now = now

    def now(self) -> datetime:
        return self._now

    def move(self, **by: float) -> None:
        self._now += timedelta(**by)


class Tap:
    """Bytes of a seeded generator, which a test can break for good."""

    def __init__(self, seed: int = 1) -> None:
        self._random = Random(seed)
        self.broken = False

    def read(self, size: int) -> bytes:
        return bytes(size) if self.broken else self._random.randbytes(size)


def settings(url: str, keys: Path) -> Settings:
    """Settings for this database, migrated as an operator would."""
    if not url.startswith("sqlite"):
        engine = open_engine(url)
        migrate(engine)
        engine.dispose()
    return Settings(database=url, keys=keys)


@dataclass
class Guest:
    """A guest at a seat, whose requests come under keys of their own."""

    house: House
    player: Player
    token: str
    keys: "itertools.count[int]" = field(default_factory=itertools.count)
    seeds: Random = field(default_factory=lambda: Random(7))

    def request(self, key: str | None = None, body: str = "body") -> Request:
        return Request(key or f"key-{next(self.keys)}", "POST", "/v1/rounds", body)

    def session(self) -> SessionView:
        return session_view(self.house, self.player)

    def told(self, played: PlayedRound) -> str:
        """The round's status as it is shown, or as the refusal to show it says."""
        try:
            return round_view(self.house, self.player, played.round_id).status
        except RoundFrozen:
            return "frozen"

    def announced(self) -> Announcement:
        coming = self.session().next_round
        assert coming is not None
        return coming

    def seed(self) -> str:
        return f"{self.seeds.getrandbits(128):032x}"

    def bet(
        self,
        stake: object = 1000,
        *,
        round_id: str | None = None,
        client_seed: str | None = None,
        key: str | None = None,
    ) -> Answer:
        named = RoundId(round_id or self.announced().round_id)
        bet = BetRequest(named, stake, client_seed or self.seed())
        return place_bet(self.house, self.player, bet, self.request(key))

    def act(self, played: PlayedRound, action: str, key: str | None = None) -> Answer:
        asked = ActionRequest(Action(action), played.version)
        return take_action(self.house, self.player, played.round_id, asked, self.request(key))

    def open_round(
        self, fits: Callable[[PlayedRound], bool] = lambda _: True, stake: int = 1000
    ) -> PlayedRound:
        """A round in play that fits; others on the way there are played out."""
        for _ in range(ROUNDS_MAX):
            played = self.bet(stake).view
            if played.status == "in_play" and fits(played):
                return played
            self.finish(played)
        raise AssertionError(f"no such round in {ROUNDS_MAX}")

    def ended_round(
        self, fits: Callable[[PlayedRound], bool] = lambda _: True, stake: int = 1000
    ) -> PlayedRound:
        """A round that was played out and fits, after others that do not."""
        for _ in range(ROUNDS_MAX):
            played = self.finish(self.bet(stake).view)
            if fits(played):
                return played
        raise AssertionError(f"no such round in {ROUNDS_MAX}")

    def finish(self, played: PlayedRound) -> PlayedRound:
        """The round played out: stick as soon as that is allowed."""
        while played.status == "in_play":
            action = "stick" if "stick" in played.legal_actions else "twist"
            played = self.act(played, action).view
        return played


def sit(house: House) -> Guest:
    """A new guest."""
    opened = open_demo_session(house)
    return Guest(house, authenticate(house, opened.token), opened.token)


@dataclass
class Desk:
    """Where a house can be opened again on the same database, as a restarted process would."""

    url: str
    keys: Path
    clock: SetClock = field(default_factory=SetClock)
    tap: Tap = field(default_factory=Tap)
    houses: list[House] = field(default_factory=list)

    def open(
        self,
        *,
        wallet: Wallet | None = None,
        rules_file: RulesFile | None = None,
        demo: bool = True,
    ) -> House:
        house = build_house(
            replace(settings(self.url, self.keys), demo=demo),
            clock=self.clock,
            source=RandomSource(EntropySource(self.tap.read)),
            wallet=wallet,
            rules_file=rules_file,
        )
        self.houses.append(house)
        return house

    def close(self) -> None:
        for house in self.houses:
            house.close()


def books_balance(house: House) -> bool:
    """Whether nothing at all is wrong in the books."""
    with reading(house.engine) as tx:
        return check_books(tx) == ()


def count(house: House, table: str, where: str = "1 = 1") -> int:
    """Rows of a table."""
    with reading(house.engine) as tx:
        return int(tx.execute(text(f"SELECT COUNT(*) FROM {table} WHERE {where}")).scalar_one())


def leave_pence(guest: Guest, pence: int) -> None:
    """Set the balance as an operator's correction would, entry and all."""
    away = guest.session().balance - pence
    taken = (
        Posting(player_account(guest.player.player_id), Pence(-away)),
        Posting(DEMO_FUNDS, Pence(away)),
    )
    with writing(guest.house.engine) as tx:
        assert debit_balance(tx, guest.player.player_id, away)
        post(tx, Entry(EntryKind.DEMO_GRANT, None, taken), guest.house.stamp())


def tamper(house: House, statement: str) -> None:
    """Change what the guards protect, as somebody with the SQLite file in their hands could."""
    with writing(house.engine) as tx:
        guards = tx.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars()
        for name in list(guards):
            tx.execute(text(f"DROP TRIGGER {name}"))
        tx.execute(text(statement))


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether it holds before a test gives up waiting for another thread."""
    until = monotonic() + WAIT_SECONDS
    while monotonic() < until:
        if holds():
            return True
        sleep(0.02)
    return False
