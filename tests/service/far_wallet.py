"""A wallet elsewhere: a small one of its own, outside of the database, that fails when told to."""

from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import Connection

from app.game.money import Pence
from app.store.rows import AccountRow, TransferRow
from app.store.statuses import TransferState
from app.wallet.wallet import WalletUnreachable

BALANCE = Pence(50_000)  # as the wallet last said


@dataclass
class FarWallet:
    """Remembers each transfer by its id, so that a repeat has no second effect."""

    moved: dict[str, TransferState] = field(default_factory=dict)
    reachable: bool = True
    answer_lost: bool = False
    refuses: bool = False
    while_asked: Callable[[], None] = lambda: None

    def balance(self, tx: Connection, account: AccountRow) -> Pence:
        return BALANCE

    def covers(self, tx: Connection, account: AccountRow, amount: Pence) -> bool:
        return True

    def move(self, tx: Connection, transfer: TransferRow) -> TransferState:
        return TransferState.PENDING

    def ask(self, transfer: TransferRow) -> TransferState:
        self.while_asked()
        if not self.reachable:
            raise WalletUnreachable("no route")
        state = TransferState.REFUSED if self.refuses else TransferState.CONFIRMED
        answer = self.moved.setdefault(transfer.transfer_id, state)
        if self.answer_lost:
            raise WalletUnreachable("the answer was lost")
        return answer
