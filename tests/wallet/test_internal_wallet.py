"""The internal wallet: confirms at once, refuses what the balance does not cover."""

from pathlib import Path

import pytest
from uuid_utils import uuid7

from app.service.house import House
from app.store.engine import reading, writing
from app.store.entries import account_of
from app.store.ids import RoundId
from app.store.rows import TransferRow
from app.store.statuses import TransferKind, TransferState
from app.wallet.wallet import InternalWallet, WalletUnreachable
from tests.service.desk import Desk, Guest, sit


@pytest.mark.parametrize(
    ("kind", "amount", "state", "balance"),
    [
        (TransferKind.DEBIT, 100_000, TransferState.CONFIRMED, 0),
        (TransferKind.DEBIT, 100_001, TransferState.REFUSED, 100_000),
        (TransferKind.CREDIT, 1, TransferState.CONFIRMED, 100_001),
        (TransferKind.ROLLBACK, 1, TransferState.CONFIRMED, 100_001),
    ],
)
def test_money_is_moved_within_the_transaction(
    database_url: str,
    tmp_path: Path,
    kind: TransferKind,
    amount: int,
    state: TransferState,
    balance: int,
) -> None:
    desk = Desk(database_url, tmp_path / "keys")
    guest = sit(desk.open())
    with writing(guest.house.engine) as tx:
        assert InternalWallet().move(tx, _transfer(guest, kind, amount)) is state
    assert _balance(guest.house, guest) == balance
    desk.close()


def test_it_knows_nothing_of_another_wallets_transfers(sqlite_url: str, tmp_path: Path) -> None:
    desk = Desk(sqlite_url, tmp_path / "keys")
    guest = sit(desk.open())
    with pytest.raises(WalletUnreachable):
        InternalWallet().ask(_transfer(guest, TransferKind.DEBIT, 1))
    desk.close()


def _transfer(guest: Guest, kind: TransferKind, amount: int) -> TransferRow:
    coming = RoundId(guest.announced().round_id)
    asked = (kind, amount, None, TransferState.PENDING, 0)
    return TransferRow(str(uuid7()), guest.player.player_id, coming, 0, *asked)


def _balance(house: House, guest: Guest) -> int:
    with reading(house.engine) as tx:
        return InternalWallet().balance(tx, account_of(tx, guest.player.player_id))
