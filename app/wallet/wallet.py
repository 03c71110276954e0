"""What a wallet must be able to do, and the one inside this database: the internal ledger.

A transfer is written down before, or with, the moving of its money. A wallet elsewhere leaves it
pending in `move`, and is asked in `ask` while no transaction and no lock is open; whatever happens
in between, the transfer stands there and is asked about again. Entries are not made here.
"""

from typing import Protocol

from sqlalchemy import Connection

from app.game.money import Pence
from app.store.entries import credit_balance, debit_balance
from app.store.rows import AccountRow, TransferRow
from app.store.statuses import TransferKind, TransferState


class WalletUnreachable(Exception):
    """The wallet gave no answer, so nothing is known of the transfer."""


class KeptElsewhere(Exception):
    """The internal wallet was asked about money that another wallet keeps."""


class Wallet(Protocol):
    """Where the player's money is."""

    def balance(self, tx: Connection, account: AccountRow) -> Pence:
        """What the player has, as far as is known here."""
        ...

    def covers(self, tx: Connection, account: AccountRow, amount: Pence) -> bool:
        """Whether there is any use in asking for so much; `move` or `ask` decide."""
        ...

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

    def balance(self, tx: Connection, account: AccountRow) -> Pence:
        """The balance as it was read. Raises `KeptElsewhere` where there is none."""
        if account.balance is None:
            raise KeptElsewhere(f"the money of player {account.player_id} is not kept here")
        return Pence(account.balance)

    def covers(self, tx: Connection, account: AccountRow, amount: Pence) -> bool:
        """Whether the balance is as much."""
        return amount <= self.balance(tx, account)

    def move(self, tx: Connection, transfer: TransferRow) -> TransferState:
        """Confirmed at once, or refused where the balance does not cover a debit."""
        if transfer.kind is not TransferKind.DEBIT:
            credit_balance(tx, transfer.player_id, transfer.amount)
            return TransferState.CONFIRMED
        covered = debit_balance(tx, transfer.player_id, transfer.amount)
        return TransferState.CONFIRMED if covered else TransferState.REFUSED

    def ask(self, transfer: TransferRow) -> TransferState:
        """Nothing of this wallet is ever pending, so another one was asked."""
        raise WalletUnreachable(
            f"transfer {transfer.transfer_id} waits for another wallet than the internal one"
        )
