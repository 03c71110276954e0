"""`check_books` finds each thing in the books that does not add up."""

from pathlib import Path

import pytest
from sqlalchemy import text

from app.store.engine import reading, writing
from app.store.entries import check_books
from tests.service.desk import Desk, sit

LOSE_SETTLEMENTS = """
    DELETE FROM postings
    WHERE entry_id IN (SELECT entry_id FROM entries WHERE kind = 'settlement')
"""
WRONG = (
    ("UPDATE accounts SET balance = balance + 1 WHERE kind = 'player'", "balance of player:"),
    ("UPDATE postings SET amount = amount + 1 WHERE account_id = 'house'", "entry "),
    ("UPDATE rounds SET returned = returned + 1 WHERE status = 'settled'", "net of round "),
    ("UPDATE transfers SET amount = amount + 1 WHERE kind = 'debit'", "debits of round "),
    ("UPDATE accounts SET balance = 'abc' WHERE kind = 'player'", "balance of player:"),
    ("UPDATE accounts SET balance = x'00' WHERE kind = 'player'", "balance of player:"),
    ("UPDATE accounts SET balance = balance + 0.5 WHERE kind = 'player'", "balance of player:"),
    ("UPDATE postings SET amount = 'abc' WHERE account_id = 'house'", "entry "),
    ("UPDATE rounds SET returned = NULL WHERE status = 'settled'", "net of round "),
    ("UPDATE rounds SET staked = 'abc' WHERE status = 'settled'", "net of round "),
    ("UPDATE transfers SET amount = 'abc' WHERE kind = 'debit'", "debits of round "),
    (LOSE_SETTLEMENTS, "stakes of round "),
)


@pytest.mark.parametrize(("change", "finding"), WRONG)
def test_a_changed_penny_is_found(
    sqlite_url: str, tmp_path: Path, change: str, finding: str
) -> None:
    desk = Desk(sqlite_url, tmp_path / "keys")
    house = desk.open()
    guest = sit(house)
    guest.ended_round(lambda r: r.net != 0, stake=200)
    with reading(house.engine) as tx:
        assert check_books(tx) == ()
    with writing(house.engine) as tx:
        guards = tx.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars()
        for name in list(guards):
            tx.execute(text(f"DROP TRIGGER {name}"))
        tx.execute(text(change))
    with reading(house.engine) as tx:
        assert any(one.where.startswith(finding) for one in check_books(tx))
    desk.close()
