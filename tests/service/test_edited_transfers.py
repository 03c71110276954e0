"""Transfers to a wallet elsewhere that were edited: no stake is entered, or dealt for, twice."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.service.resuming import resume_all
from tests.service.desk import Desk, Guest, count, sit, tamper
from tests.service.far_wallet import FarWallet


@pytest.fixture
def guest(sqlite_url: str, tmp_path: Path) -> Iterator[Guest]:
    desk = Desk(sqlite_url, tmp_path / "keys")
    yield sit(desk.open(wallet=FarWallet()))
    desk.close()


@pytest.mark.parametrize("step", [0, 1])
@pytest.mark.parametrize("state", ["pending", "unknown"])
def test_a_confirmed_stake_that_is_made_to_wait_again_is_not_entered_twice(
    guest: Guest, step: int, state: str
) -> None:
    house = guest.house
    while True:
        played = guest.open_round(lambda r: "buy" in r.legal_actions)
        bought = guest.act(played, "buy").view
        if bought.status == "in_play":
            break
    entered = count(house, "entries")
    where = f"round_id = '{played.round_id}' AND step = {step}"
    tamper(house, f"UPDATE transfers SET state = '{state}', answered_at = NULL WHERE {where}")
    assert resume_all(house) == 1
    assert resume_all(house) == 0
    assert (count(house, "entries"), guest.told(bought)) == (entered, "frozen")
    assert count(house, "transfers", f"{where} AND state = 'confirmed'") == 1


def test_an_unreadable_transfer_freezes_its_round_and_no_other_waits_for_that(
    guest: Guest,
) -> None:
    house, other = guest.house, sit(guest.house)
    first, second = guest.open_round(), other.open_round()
    waits = "state = 'pending', answered_at = NULL"
    tamper(house, f"UPDATE transfers SET {waits} WHERE round_id = '{second.round_id}'")
    of_first = f"round_id = '{first.round_id}'"
    tamper(house, f"UPDATE transfers SET {waits}, amount = x'00' WHERE {of_first}")
    assert resume_all(house) == 2
    assert (guest.told(first), other.told(second)) == ("frozen", "frozen")
    assert count(house, "transfers", f"state = 'pending' AND {of_first}") == 1
