"""Double entry: every movement of money is an entry whose postings sum to zero, or is not built.

Here are accounts, postings and the entries that a round needs. Not here: balances, which the store
keeps, and whether a player can pay, which a wallet decides.
"""

from dataclasses import dataclass
from enum import StrEnum

from app.game.money import Pence


class AccountKind(StrEnum):
    """Whose money an account counts."""

    PLAYER = "player"
    STAKES = "stakes"
    HOUSE = "house"
    DEMO_FUNDS = "demo_funds"


class EntryKind(StrEnum):
    """Why money moved."""

    STAKE = "stake"
    SETTLEMENT = "settlement"
    VOID = "void"
    DEMO_GRANT = "demo_grant"


@dataclass(frozen=True, slots=True)
class Account:
    """An account by kind, and by player where each has one."""

    kind: AccountKind
    player_id: str | None = None

    @property
    def account_id(self) -> str:
        """`player:<id>`, or the kind alone."""
        return self.kind.value if self.player_id is None else f"{self.kind.value}:{self.player_id}"


STAKES = Account(AccountKind.STAKES)
"""Stakes of rounds that have not ended: neither the player's nor the house's."""
HOUSE = Account(AccountKind.HOUSE)
DEMO_FUNDS = Account(AccountKind.DEMO_FUNDS)
"""Where play money comes from: below zero by what guests were given."""


def player_account(player_id: str) -> Account:
    """The account of this player, whatever games they play."""
    return Account(AccountKind.PLAYER, player_id)


class Unbalanced(ValueError):
    """Postings that do not sum to zero, or that move nothing."""


@dataclass(frozen=True, slots=True)
class Posting:
    """An amount into an account, or out of it where negative; never zero."""

    account: Account
    amount: Pence


@dataclass(frozen=True, slots=True)
class Entry:
    """One movement; raises `Unbalanced` unless its postings sum to zero, each account once."""

    kind: EntryKind
    round_id: str | None
    postings: tuple[Posting, ...]

    def __post_init__(self) -> None:
        total = sum(posting.amount for posting in self.postings)
        if total:
            raise Unbalanced(f"the postings of a {self.kind.value} entry sum to {total} pence")
        if len(self.postings) < 2 or not all(posting.amount for posting in self.postings):
            raise Unbalanced(f"a {self.kind.value} entry moves nothing")
        if len({posting.account for posting in self.postings}) < len(self.postings):
            raise Unbalanced(f"a {self.kind.value} entry names an account twice")


def stake_entry(player_id: str, round_id: str, amount: Pence) -> Entry:
    """A stake leaves the player and waits for the end of the round."""
    moved = ((player_account(player_id), -amount), (STAKES, amount))
    return _entry(EntryKind.STAKE, round_id, moved)


def closing_entry(
    kind: EntryKind, player_id: str, round_id: str, staked: Pence, returned: Pence
) -> Entry:
    """The stakes of a round go to the player and the house; the house adds what is missing."""
    moved = (
        (STAKES, -staked),
        (player_account(player_id), returned),
        (HOUSE, staked - returned),
    )
    return _entry(kind, round_id, moved)


def grant_entry(player_id: str, amount: Pence) -> Entry:
    """Play money for a guest."""
    moved = ((DEMO_FUNDS, -amount), (player_account(player_id), amount))
    return _entry(EntryKind.DEMO_GRANT, None, moved)


def _entry(kind: EntryKind, round_id: str | None, moved: tuple[tuple[Account, int], ...]) -> Entry:
    postings = tuple(Posting(account, Pence(amount)) for account, amount in moved if amount)
    return Entry(kind, round_id, postings)
