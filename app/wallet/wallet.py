"""What a wallet must be able to do, and the one inside this database: the internal ledger.

A transfer is written down before, or with, the moving of its money. A wallet elsewhere leaves it
pending in `move`, and is asked in `ask` while no transaction and no lock is open; whatever happens
in between, the transfer stands there and is asked about again. Entries are not made here.
"""

from enum import StrEnum
from typing import Protocol

from sqlalchemy import Connection

from app.store.entries import credit_balance, debit_balance
from app.store.rows import TransferRow


class TransferKind(StrEnum):
    """Which way the money goes, seen from the player; a rollback undoes a debit."""

    DEBIT = "debit"
    CREDIT = "credit"
    ROLLBACK = "rollback"


class TransferState(StrEnum):
    """What is known of a transfer."""

    PENDING = "pending"
    CONFIRMED = "confirmed"
    REFUSED = "refused"
    UNKNOWN = "unknown"


class WalletUnreachable(Exception):
    """The wallet gave no answer, so nothing is known of the transfer."""


class Wallet(Protocol):
    """Where the player's money is."""

    def move(self, tx: Connection, transfer: TransferRow) -> TransferState:
        """Move it within `tx`, or say PENDING where that is for `ask`."""
        ...

    def ask(self, transfer: TransferRow) -> TransferState:
        """Have it moved elsewhere, with no transaction open; a repeat has no second effect.

        Raises `WalletUnreachable`.
        """
        ...


class InternalWallet:
    """The balances of this database: play money, demos, small operators."""

    def move(self, tx: Connection, transfer: TransferRow) -> TransferState:
        """Confirmed at once, or refused where the balance does not cover a debit."""
        if transfer.kind != TransferKind.DEBIT:
            credit_balance(tx, transfer.seat_id, transfer.amount)
            return TransferState.CONFIRMED
        covered = debit_balance(tx, transfer.seat_id, transfer.amount)
        return TransferState.CONFIRMED if covered else TransferState.REFUSED

    def ask(self, transfer: TransferRow) -> TransferState:
        """Nothing of this wallet is ever pending, so another one was asked."""
        raise WalletUnreachable(
            f"transfer {transfer.transfer_id} waits for another wallet than the internal one"
        )
