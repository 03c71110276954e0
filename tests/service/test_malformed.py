"""Rows that hold what was never written there: the round is frozen, and no other one suffers."""

import json
from pathlib import Path

import pytest
from uuid_utils import uuid7

from app.service.each_round import NOT_GONE_ON
from app.service.history import history, round_view
from app.service.interrupted import sweep
from app.service.proofs import proof, proofs
from app.service.refusals import RoundFrozen
from app.service.restored import Stopped, treat_as_restored
from app.service.views import PlayedRound
from tests.service.desk import Desk, Guest, count, sit, tamper

MALFORMED = (
    "rounds SET client_seed = 'a space'",
    "rounds SET client_seed = x'00'",
    "rounds SET commitment = 'x' || substr(round_id, -12)",
    "rounds SET rules_sha256 = 'x'",
    "rounds SET sealed_key_id = sealed_key_id, sealed_nonce = 'x'",
    "rounds SET sealed_secret = 'x'",
    "rounds SET shoe_before = '0000000000000000000000000000000000000000000000000001'",
    "rounds SET rules_sha256 = x'00'",
    "rounds SET shoe_before = 'x'",
    "rounds SET shoe_before = x'00'",
    "rounds SET stake = 1e300",
    "rounds SET stake = 9223372036854775807",
    "rounds SET stake = x'00'",
    "rounds SET stake = 'x'",
    "steps SET events = 'x'",
    "steps SET events = x'00'",
    "steps SET events_format = x'00'",
    "steps SET action = 'x' WHERE step = 0",
    "steps SET action = x'00'",
)


def _of(played: PlayedRound) -> str:
    return f"round_id = '{played.round_id}'"


@pytest.fixture
def guest(sqlite_guest: Guest) -> Guest:
    return sqlite_guest


def test_a_session_whose_shoe_cannot_be_read_says_that_its_round_is_frozen(guest: Guest) -> None:
    guest.open_round()
    tamper(guest.house, "UPDATE rounds SET shoe_before = 'x'")
    with pytest.raises(RoundFrozen):
        guest.session()
    with pytest.raises(RoundFrozen):
        guest.bet(200)


@pytest.mark.parametrize("change", MALFORMED)
def test_a_malformed_round_in_play_is_frozen_when_it_is_read(guest: Guest, change: str) -> None:
    played = guest.open_round()
    tamper(guest.house, f"UPDATE {change}")
    assert guest.told(played) == "frozen"
    assert count(guest.house, "rounds", "status = 'frozen'") == 1
    with pytest.raises(RoundFrozen):
        guest.act(played, "stick")


@pytest.mark.parametrize("change", MALFORMED)
def test_a_malformed_round_does_not_stand_in_the_way_of_those_behind_it(
    sqlite_url: str, tmp_path: Path, change: str
) -> None:
    desk = Desk(sqlite_url, tmp_path / "keys")
    house = desk.open()
    broken, sound = sit(house).open_round(), sit(house).open_round()
    desk.clock.move(days=1)
    what, _, further = change.partition(" WHERE ")
    tamper(house, f"UPDATE {what} WHERE {_of(broken)} AND {further or 'TRUE'}")
    sweep(house)
    assert count(house, "rounds", f"{_of(broken)} AND status = 'frozen'") == 1
    assert count(house, "rounds", f"{_of(sound)} AND status = 'settled'") == 1
    desk.close()


def test_a_round_that_the_database_refuses_does_not_stand_in_the_way(
    sqlite_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = Desk(sqlite_url, tmp_path / "keys")
    house = desk.open()
    refused, sound = sit(house).open_round(), sit(house).open_round()
    desk.clock.move(days=1)
    tamper(
        house,
        "CREATE TRIGGER no BEFORE INSERT ON steps"
        f" WHEN NEW.round_id = '{refused.round_id}' BEGIN SELECT RAISE(ABORT, 'no'); END",
    )
    sweep(house)
    assert count(house, "rounds", f"round_id = '{sound.round_id}' AND status = 'settled'") == 1
    assert count(house, "rounds", f"round_id = '{refused.round_id}' AND status = 'in_play'") == 1
    (line,) = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert (told["event"], told["round_id"]) == (NOT_GONE_ON, refused.round_id)
    desk.close()


@pytest.mark.parametrize("result", ["x", "{}", '{"cards": 1}', "[]", "null"])
def test_an_ended_round_that_cannot_be_read_is_told_as_frozen_and_left_out_of_the_stream(
    guest: Guest, result: str
) -> None:
    first, broken, last = (guest.finish(guest.bet(200).view) for _ in range(3))
    tamper(guest.house, f"UPDATE rounds SET result = '{result}' WHERE number = {broken.number}")
    shown = history(guest.house, guest.player, None, 20).rounds
    told = {view.number: view.status for view in shown}
    assert told == {first.number: "settled", broken.number: "frozen", last.number: "settled"}
    assert round_view(guest.house, guest.player, broken.round_id).status == "frozen"
    with pytest.raises(RoundFrozen):
        proof(guest.house, guest.player, broken.round_id)
    streamed = [one.number for one in proofs(guest.house, guest.player)]
    assert streamed == [first.number, last.number]


NEGATIVE = """result = replace(result, '"words_passed_over":', '"words_passed_over":-1')"""


@pytest.mark.parametrize("change", [NEGATIVE, "house_played_from = 64"])
def test_a_proof_that_no_program_could_read_is_not_given_out(guest: Guest, change: str) -> None:
    ended = guest.finish(guest.bet(200).view)
    assert proof(guest.house, guest.player, ended.round_id).number == ended.number
    tamper(guest.house, f"UPDATE rounds SET {change} WHERE status = 'settled'")
    with pytest.raises(RoundFrozen):
        proof(guest.house, guest.player, ended.round_id)
    assert list(proofs(guest.house, guest.player)) == []


@pytest.mark.parametrize("change", [*MALFORMED[:15], "rounds SET currency = x'00'"])
def test_a_malformed_round_stops_no_start_and_no_treatment_of_a_restore(
    sqlite_url: str, tmp_path: Path, change: str
) -> None:
    desk = Desk(sqlite_url, tmp_path / "keys")
    house = desk.open()
    broken, sound = sit(house).open_round(), sit(house)
    what, _, further = change.partition(" WHERE ")
    tamper(house, f"UPDATE {what} WHERE {_of(broken)} AND {further or 'TRUE'}")
    again = desk.open()
    assert treat_as_restored(again) == Stopped(lapsed=1, frozen=1)
    assert sound.announced().number == 2
    desk.close()


@pytest.mark.parametrize("column", ["sealed_key_id", "rules_sha256", "announced_at"])
def test_a_malformed_announcement_stops_its_own_seat_alone(
    sqlite_url: str, tmp_path: Path, column: str
) -> None:
    desk = Desk(sqlite_url, tmp_path / "keys")
    house = desk.open()
    broken, sound = sit(house), sit(house)
    of_broken = f"seat_id = '{broken.player.seat_id}'"
    tamper(house, f"UPDATE rounds SET {column} = x'00' WHERE {of_broken}")
    again = desk.open()
    assert treat_as_restored(again) == Stopped(lapsed=1, frozen=0)
    with pytest.raises(RoundFrozen):
        broken.session()
    assert sound.finish(sound.bet(200).view).status == "settled"
    desk.close()


def test_a_seat_whose_last_result_cannot_be_read_goes_no_further(guest: Guest) -> None:
    guest.finish(guest.bet(200).view)
    tamper(guest.house, "UPDATE rounds SET result = 'x' WHERE status = 'settled'")
    tamper(guest.house, "DELETE FROM rounds WHERE status = 'announced'")
    with pytest.raises(RoundFrozen):
        guest.session()
    with pytest.raises(RoundFrozen):
        guest.bet(200, round_id=str(uuid7()))
