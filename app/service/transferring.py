"""Asking a wallet to move money: what is asked is written down with what it said.

A wallet elsewhere leaves the transfer pending; `resuming` asks it once the transaction is over.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from sqlalchemy import Connection
from uuid_utils import uuid7

from app.game.money import Pence
from app.game.outcomes import Action
from app.service.house import House
from app.service.refusals import NotDealing
from app.store.forms import BadAccount
from app.store.rows import AnnouncedRow, TransferRow
from app.store.statuses import TransferKind, TransferState
from app.store.transfers import add_transfer
from app.wallet.wallet import KeptElsewhere

ACCOUNT_UNREADABLE = "account unreadable"


@dataclass(frozen=True, slots=True)
class Ask:
    """Money of a round: at which step, and for which action where a later stake pays for one."""

    announced: AnnouncedRow
    step: int
    amount: Pence
    action: Action | None = None


def transfer(house: House, tx: Connection, kind: TransferKind, ask: Ask, at: str) -> TransferRow:
    """Have the wallet move it, or begin to; the transfer as it is written down."""
    player_id = ask.announced.player_id
    asked = TransferRow(
        transfer_id=str(uuid7()),
        player_id=player_id,
        round_id=ask.announced.round_id,
        step=ask.step,
        kind=kind,
        amount=ask.amount,
        action=ask.action,
        state=TransferState.PENDING,
        attempts=0,
    )
    state = house.terms_of(player_id).wallet.move(tx, asked)
    if state is not TransferState.PENDING:
        asked = replace(asked, state=state, attempts=1)
    add_transfer(tx, asked, at)
    return asked


@contextmanager
def readable_account(house: House) -> Iterator[None]:
    """An account that is not as it was written is dealt nothing to, and the log says whose."""
    try:
        yield
    except (BadAccount, KeptElsewhere) as why:
        house.log.critical(ACCOUNT_UNREADABLE, why=str(why))
        raise NotDealing(house.table.retry_after_seconds) from None
