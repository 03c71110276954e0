"""Accounts, entries and their postings, and the check that the books balance.

A posting is never changed; a correction is a new entry. Balances of players are kept beside their
postings so that the database itself can refuse one below zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, and_, bindparam, func, insert, select, update
from sqlalchemy.sql.elements import ColumnElement
from uuid_utils import uuid7

from app.ledger.entries import STAKES, AccountKind, Entry, player_account
from app.store.forms import PENCE_MAX, BadAccount, account_fits
from app.store.ids import PlayerId, RoundId
from app.store.prepared import Prepared
from app.store.rows import AccountRow, columns
from app.store.statuses import TransferKind, TransferState
from app.store.tables import accounts, entries, postings, rounds, transfers

FINDINGS_MAX = 100
"""Findings of one kind that a check lists."""

_ENTRY = Prepared(insert(entries))
_POSTINGS = Prepared(insert(postings))
_ACCOUNT = insert(accounts)
_DEBIT = Prepared(
    update(accounts)
    .where(
        accounts.c.account_id == bindparam("of_account"),
        accounts.c.balance.between(bindparam("by"), PENCE_MAX),
    )
    .values(balance=accounts.c.balance - bindparam("by"))
)
_CREDIT = Prepared(
    update(accounts)
    .where(
        accounts.c.account_id == bindparam("of_account"), accounts.c.balance.between(0, PENCE_MAX)
    )
    .values(balance=accounts.c.balance + bindparam("by"))
)
ACCOUNT_COLUMNS: tuple[ColumnElement[Any], ...] = (
    accounts.c.account_id,
    accounts.c.kind,
    accounts.c.player_id,
    accounts.c.currency,
    accounts.c.balance,
)
_OF_PLAYER = select(*ACCOUNT_COLUMNS).where(accounts.c.player_id == bindparam("player"))


@dataclass(frozen=True, slots=True)
class BookFinding:
    """Something in the books that does not add up; in words where it is no whole number."""

    where: str
    expected: int | str
    found: int | str


def open_account(tx: Connection, row: AccountRow) -> None:
    """A player's account; without a balance where a wallet elsewhere keeps the money."""
    account = player_account(row.player_id)
    facts = {"account_id": account.account_id, "kind": account.kind.value}
    tx.execute(_ACCOUNT, {**facts, **columns(row)})


def post(tx: Connection, entry: Entry, at: str) -> None:
    """Add a balanced entry. The balances it changes are changed by whoever moves the money."""
    entry_id = str(uuid7())
    facts = {"entry_id": entry_id, "kind": entry.kind.value, "round_id": entry.round_id, "at": at}
    _ENTRY.change(tx, facts)
    _POSTINGS.change_each(
        tx,
        [
            {"entry_id": entry_id, "account_id": p.account.account_id, "amount": p.amount}
            for p in entry.postings
        ],
    )


def debit_balance(tx: Connection, player_id: PlayerId, amount: int) -> bool:
    """Take from the player's balance; False, and nothing taken, where it does not cover it."""
    facts = {"of_account": player_account(player_id).account_id, "by": amount}
    return _DEBIT.change(tx, facts) == 1


def credit_balance(tx: Connection, player_id: PlayerId, amount: int) -> None:
    """Give to the player's balance. Raises `BadAccount` where there is none to give to."""
    facts = {"of_account": player_account(player_id).account_id, "by": amount}
    if _CREDIT.change(tx, facts) != 1:
        raise BadAccount(player_id)


def account_of(tx: Connection, player_id: PlayerId) -> AccountRow:
    """The player's account. Raises `BadAccount`."""
    row = tx.execute(_OF_PLAYER, {"player": player_id}).first()
    if row is None:
        raise BadAccount(player_id)
    return account_row(player_id, row)


def account_row(player_id: PlayerId, values: Sequence[Any]) -> AccountRow:
    """This player's account in a row of `ACCOUNT_COLUMNS`. Raises `BadAccount`."""
    if not account_fits(values) or values[0] != player_account(player_id).account_id:
        raise BadAccount(player_id)
    return AccountRow(*values[2:])


def stakes_held(tx: Connection, round_id: RoundId) -> int:
    """What the ledger holds for a round that has not ended."""
    held = (
        select(func.coalesce(func.sum(postings.c.amount), 0))
        .select_from(entries.join(postings))
        .where(entries.c.round_id == round_id, postings.c.account_id == STAKES.account_id)
    )
    return int(tx.execute(held).scalar_one())


def check_books(tx: Connection) -> tuple[BookFinding, ...]:
    """All that does not add up: entries, balances, stakes held, and wallet against ledger."""
    return (
        *_unbalanced_entries(tx),
        *_wrong_balances(tx),
        *_wrong_stakes(tx),
        *_wrong_rounds(tx),
        *_wrong_transfers(tx),
    )


def _figure(found: Any) -> int | str:
    """A sum as the database has it: SQLite adds whatever it finds, PostgreSQL says Decimal."""
    if isinstance(found, int | Decimal) and found == int(found):
        return int(found)
    return f"no whole number of pence ({type(found).__name__})"


def _unbalanced_entries(tx: Connection) -> list[BookFinding]:
    total = func.coalesce(func.sum(postings.c.amount), 0)
    found = (
        select(entries.c.entry_id, total)
        .select_from(entries.outerjoin(postings))
        .group_by(entries.c.entry_id)
        .having((total != 0) | (func.count(postings.c.amount) < 2))
        .limit(FINDINGS_MAX)
    )
    return [
        BookFinding(f"entry {entry_id}", 0, _figure(sum_)) for entry_id, sum_ in tx.execute(found)
    ]


def _wrong_balances(tx: Connection) -> list[BookFinding]:
    total = func.coalesce(func.sum(postings.c.amount), 0)
    found = (
        select(accounts.c.account_id, total, accounts.c.balance)
        .select_from(accounts.outerjoin(postings))
        # Where a wallet elsewhere keeps the money there is no balance here to compare.
        .where(accounts.c.kind == AccountKind.PLAYER.value, accounts.c.balance.is_not(None))
        .group_by(accounts.c.account_id, accounts.c.balance)
        .having(total != accounts.c.balance)
        .limit(FINDINGS_MAX)
    )
    return [BookFinding(f"balance of {a}", _figure(t), _figure(b)) for a, t, b in tx.execute(found)]


def _wrong_stakes(tx: Connection) -> list[BookFinding]:
    """No stakes are held any more for a round that has ended."""
    held = func.coalesce(func.sum(postings.c.amount), 0)
    in_ledger = (
        select(entries.c.round_id, held.label("held"))
        .select_from(
            entries.join(
                postings,
                and_(
                    postings.c.entry_id == entries.c.entry_id,
                    postings.c.account_id == STAKES.account_id,
                ),
            )
        )
        .group_by(entries.c.round_id)
        .subquery()
    )
    found = (
        select(rounds.c.round_id, in_ledger.c.held)
        .select_from(rounds.join(in_ledger, in_ledger.c.round_id == rounds.c.round_id))
        .where(rounds.c.ended_at.is_not(None), in_ledger.c.held != 0)
        .limit(FINDINGS_MAX)
    )
    return [BookFinding(f"stakes of round {r}", 0, _figure(h)) for r, h in tx.execute(found)]


def _wrong_rounds(tx: Connection) -> list[BookFinding]:
    """What a settled round says it staked and returned is what the player's account saw."""
    moved = func.coalesce(func.sum(postings.c.amount), 0)
    net = rounds.c.returned - rounds.c.staked
    found = (
        select(rounds.c.round_id, net, moved)
        .select_from(
            rounds.join(accounts, accounts.c.player_id == rounds.c.player_id)
            .outerjoin(entries, entries.c.round_id == rounds.c.round_id)
            .outerjoin(
                postings,
                and_(
                    postings.c.entry_id == entries.c.entry_id,
                    postings.c.account_id == accounts.c.account_id,
                ),
            )
        )
        .where(rounds.c.ended_at.is_not(None))
        .group_by(rounds.c.round_id, rounds.c.returned, rounds.c.staked)
        .having((moved != net) | net.is_(None))
        .limit(FINDINGS_MAX)
    )
    return [
        BookFinding(f"net of round {r}", _figure(n), _figure(m)) for r, n, m in tx.execute(found)
    ]


def _wrong_transfers(tx: Connection) -> list[BookFinding]:
    """Stakes that the wallet confirmed are the stakes that the ledger took, round by round."""
    taken = (
        select(entries.c.round_id, func.sum(postings.c.amount).label("taken"))
        .select_from(entries.join(postings))
        .where(postings.c.account_id == STAKES.account_id, postings.c.amount > 0)
        .group_by(entries.c.round_id)
        .subquery()
    )
    confirmed = (
        select(transfers.c.round_id, func.sum(transfers.c.amount).label("confirmed"))
        .where(transfers.c.kind == TransferKind.DEBIT, transfers.c.state == TransferState.CONFIRMED)
        .group_by(transfers.c.round_id)
        .subquery()
    )
    expected = func.coalesce(confirmed.c.confirmed, 0)
    found_ = func.coalesce(taken.c.taken, 0)
    found = (
        select(rounds.c.round_id, expected, found_)
        .select_from(
            rounds.outerjoin(confirmed, confirmed.c.round_id == rounds.c.round_id).outerjoin(
                taken, taken.c.round_id == rounds.c.round_id
            )
        )
        .where(expected != found_)
        .limit(FINDINGS_MAX)
    )
    return [
        BookFinding(f"debits of round {r}", _figure(e), _figure(f)) for r, e, f in tx.execute(found)
    ]
