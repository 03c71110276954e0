"""The database itself refuses to change a fact: each guard, on both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.game.outcomes import Action
from app.service.house import House
from app.service.limits import set_table_max
from app.store.engine import writing
from app.store.ids import SeatId
from app.store.rows import TransferRow
from app.store.seats import add_seat
from app.store.statuses import TransferKind, TransferState
from app.store.transfers import add_transfer
from tests.service.desk import Desk, sit

EVERY_TABLE_OF_FACTS = (
    "rules_seen",
    "players",
    "seats",
    "sessions",
    "steps",
    "entries",
    "postings",
    "table_limits",
)
SETTLED = "WHERE status = 'settled'"
IN_PLAY = "WHERE status = 'in_play'"
ANNOUNCED = "WHERE status = 'announced'"
# Legal but for the column that is changed with it.
LAPSE = "status = 'lapsed', ended_at = 'x'"
STEP = (
    "INSERT INTO steps SELECT round_id, {step}, actor, action, events_format, events, at FROM steps"
    " WHERE step = 0 AND round_id = (SELECT MIN(round_id) FROM rounds WHERE status = '{status}')"
)
LAST_STEP = "(SELECT MAX(s.step) + 1 FROM steps s WHERE s.round_id = steps.round_id)"
ASKED_AGAIN = "attempts = attempts + 1 WHERE state = 'pending'"
REFUSED = (
    *((f"UPDATE {table} SET {column} = 'x'", "never changed") for table, column in (
        ("rules_seen", "sha256"), ("players", "operator_player"), ("seats", "game"),
        ("sessions", "expires_at"), ("steps", "events"), ("entries", "kind"),
        ("postings", "account_id"), ("table_limits", "changed_at"),
    )),
    *((f"DELETE FROM {table}", "never deleted") for table in (
        *EVERY_TABLE_OF_FACTS, "rounds", "transfers", "accounts",
    )),
    *((f"UPDATE rounds SET {column} = {value}, {LAPSE} {ANNOUNCED}", "announced is never")
      for column, value in (
        ("round_id", "'x'"), ("number", "99"), ("currency", "'x'"), ("jurisdiction_id", "'x'"),
        ("jurisdiction_sha256", "'x'"), ("rules_id", "'x'"), ("rules_sha256", "'x'"),
        ("shoe_before", "'x'"), ("commitment", "'x'"), ("sealed_key_id", "'x'"),
        ("announced_at", "'x'"),
    )),
    *((f"UPDATE rounds SET {column} = {value}, status = 'frozen' {IN_PLAY}", "bet bound is")
      for column, value in (
        ("stake", "1"), ("stake_requested", "1"), ("client_seed", "'x'"), ("opened_at", "'x'"),
        ("session_id", "NULL"),
    )),
    *((f"UPDATE rounds SET {column} = {value} {SETTLED}", "forwards only") for column, value in (
        ("version", "99"), ("server_secret", "'x'"), ("returned", "99"), ("result", "'x'"),
        ("status", "'in_play'"), ("reason", "'x'"),
    )),
    (f"UPDATE rounds SET status = 'announced' {IN_PLAY}", "forwards only"),
    (f"UPDATE rounds SET status = 'lapsed', ended_at = 'x' {IN_PLAY}", "forwards only|spent"),
    (f"UPDATE rounds SET status = 'settled', ended_at = 'x' {ANNOUNCED}", "forwards only|spent"),
    (f"UPDATE rounds SET {LAPSE}, opened_at = 'x' {ANNOUNCED}", "spent"),
    (f"UPDATE rounds SET status = 'in_play' {ANNOUNCED}", "spent"),
    (f"UPDATE rounds SET status = 'frozen', server_secret = 'x' {IN_PLAY}", "secret_stays"),
    (f"UPDATE rounds SET status = 'settled' {IN_PLAY}", "ended_at"),
    (f"UPDATE transfers SET amount = 1, {ASKED_AGAIN}", "asked is never changed"),
    ("UPDATE transfers SET state = 'refused', attempts = attempts + 1", "answered is never"),
    ("UPDATE accounts SET kind = 'house' WHERE kind = 'player'", "never changes hands"),
    ("UPDATE accounts SET balance = -1 WHERE kind = 'player'", "balance_not_negative"),
    ("UPDATE idempotency SET answer = 'x'", "kept is never changed"),
    ("UPDATE idempotency SET fingerprint = 'x'", "kept is never changed"),
    (STEP.format(step="step + 2", status="in_play"), "next one of a round in play"),
    (STEP.format(step=LAST_STEP, status="settled"), "next one of a round in play"),
    ("INSERT INTO postings SELECT entry_id, 'demo_funds', 0 FROM entries", "amount|never put over"),
)  # fmt: skip
COLUMNS = (
    "round_id, player_id, seat_id, number, rules_id, rules_sha256, currency, shoe_before, "
    "made_whole, commitment, sealed_key_id, sealed_nonce, sealed_secret, announced_at, status"
)
COPY = (
    "INSERT INTO rounds ({columns}) SELECT 'x', player_id, {seat}, {number}, rules_id, "
    "rules_sha256, currency, "
    "shoe_before, made_whole, {commitment}, sealed_key_id, sealed_nonce, sealed_secret, "
    "announced_at, '{status}' FROM rounds WHERE status = 'in_play'"
)


@pytest.fixture
def house(database_url: str, tmp_path: Path) -> Iterator[House]:
    """A house with a settled round, one in play, and another seat's announcement."""
    desk = Desk(database_url, tmp_path / "keys")
    house = desk.open()
    guest = sit(house)
    guest.finish(guest.bet(200).view)
    set_table_max(house, guest.player, 5000)
    played = guest.open_round()
    sit(house)
    player_id, round_id = guest.player.player_id, played.round_id
    buy = (TransferKind.DEBIT, 1000, Action.BUY, TransferState.PENDING, 0)
    with writing(house.engine) as tx:
        add_transfer(tx, TransferRow("t", player_id, round_id, 9, *buy), house.stamp())
        add_seat(tx, SeatId("bare"), player_id, "another game", house.stamp())
    yield house
    desk.close()


def test_every_guard_refuses(house: House) -> None:
    taken = [statement for statement, why in REFUSED if not _refused(house, statement, why)]
    assert taken == []


@pytest.mark.parametrize(
    ("seat", "number", "commitment", "status", "why"),
    [
        (
            "seat_id",
            "number + 1",
            "'c'",
            "announced",
            "one_live_round|seat_id|put over",
        ),
        ("seat_id", "number + 2", "'c'", "announced", "number after the last|never put over"),
        ("seat_id", "number", "'c'", "announced", "number after the last|never put over"),
        ("seat_id", "number + 1", "'c'", "in_play", "begins announced|never put over"),
        ("'bare'", "1", "commitment", "announced", "commitment|never put over"),
    ],
)
def test_a_number_begins_announced_once_and_without_a_gap(
    house: House, seat: str, number: str, commitment: str, status: str, why: str
) -> None:
    facts = {"seat": seat, "number": number, "commitment": commitment, "status": status}
    assert _refused(house, COPY.format(columns=COLUMNS, **facts), why)


def test_facts_are_not_truncated(postgresql_url: str, tmp_path: Path) -> None:
    desk = Desk(postgresql_url, tmp_path / "keys")
    house = desk.open()
    tables = (*EVERY_TABLE_OF_FACTS, "rounds", "transfers", "accounts")
    assert all(_refused(house, f"TRUNCATE {table} CASCADE", "never deleted") for table in tables)
    desk.close()


def _refused(house: House, statement: str, why: str) -> bool:
    """Whether the database refuses, for this reason; the statement must have found a row."""
    try:
        with writing(house.engine) as tx:
            changed = tx.execute(text(statement)).rowcount
            tx.rollback()
    except DBAPIError as error:
        said = str(error.orig)
        assert any(word in said for word in why.split("|")), f"{statement}: {said}"
        return True
    raise AssertionError(f"{statement}: taken, {changed} rows")
