"""The internal wallet: confirms at once, refuses what the balance does not cover."""

from pathlib import Path

import pytest
from uuid_utils import uuid7

from app.service.house import House
from app.store.engine import reading, writing
from app.store.entries import balance_of
from app.store.rows import TransferRow
from app.wallet.wallet import InternalWallet, TransferKind, TransferState, WalletUnreachable
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
    coming = guest.announced().round_id
    seat_id = guest.player.seat_id
    return TransferRow(str(uuid7()), seat_id, coming, 0, kind.value, amount, None, "pending", 0)


def _balance(house: House, guest: Guest) -> int:
    with reading(house.engine) as tx:
        return balance_of(tx, guest.player.seat_id)
