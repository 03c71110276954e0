"""What the house does: it finishes rounds left alone, freezes what does not add up, and voids."""

import json

import pytest

from app.proof.judge import judge
from app.service import interrupted
from app.service.closing import StillInPlay, close
from app.service.history import history, round_view
from app.service.interrupted import finish_interrupted, sweep, void
from app.service.playing import load, locked_round
from app.service.proofs import proof, proofs
from app.service.refusals import (
    AnnouncementChanged,
    CannotVoid,
    Forbidden,
    RoundFrozen,
    RoundInPlay,
    SecretLost,
)
from app.service.sessions import open_demo_session
from app.store.engine import writing
from app.store.ids import RoundId
from tests.service.desk import Desk, Guest, books_balance, count, sit, tamper


def test_r8_the_house_finishes_a_round_as_the_rules_say(guest: Guest) -> None:
    played = guest.open_round(lambda r: r.hands[0].total < 15)
    finish_interrupted(guest.house, played.round_id)
    shown = round_view(guest.house, guest.player, played.round_id)
    document = proof(guest.house, guest.player, played.round_id)
    assert shown.status == "settled"
    assert shown.version == 1 + len(document.actions)
    assert document.house_played_from == 0
    assert set(document.actions) <= {"twist", "stick"}
    assert judge(document).verdict == "confirmed"
    assert books_balance(guest.house)


def test_the_proof_says_from_which_action_on_the_house_played(guest: Guest) -> None:
    played = guest.open_round(lambda r: r.hands[0].total < 12)
    after = guest.act(played, "twist").view
    finish_interrupted(guest.house, played.round_id)
    document = proof(guest.house, guest.player, played.round_id)
    assert document.house_played_from == (1 if after.status == "in_play" else None)


def test_finishing_a_round_that_has_ended_changes_nothing(guest: Guest) -> None:
    ended = guest.finish(guest.bet().view)
    finish_interrupted(guest.house, ended.round_id)
    assert round_view(guest.house, guest.player, ended.round_id).version == ended.version


def test_a_sweep_finishes_rounds_whose_sessions_have_expired_and_no_others(desk: Desk) -> None:
    house = desk.open()
    gone = sit(house)
    left = gone.open_round()
    assert sweep(house) == 0
    desk.clock.move(days=1)
    here = sit(house)
    kept = here.open_round()
    assert sweep(house) == 1
    assert count(house, "rounds", f"round_id = '{left.round_id}' AND status = 'settled'") == 1
    assert count(house, "rounds", f"round_id = '{kept.round_id}' AND status = 'in_play'") == 1
    assert sweep(house) == 0
    assert books_balance(house)


def test_r3_a_void_round_pays_back_every_stake_and_its_cards_stay_dealt(guest: Guest) -> None:
    played = guest.open_round(lambda r: "buy" in r.legal_actions)
    before = guest.session().balance + played.staked
    void(guest.house, played.round_id, "the table lost its light")
    shown = round_view(guest.house, guest.player, played.round_id)
    assert (shown.status, shown.version, shown.net) == ("void", played.version + 1, 0)
    assert [hand.outcome for hand in shown.hands] == ["void"]
    session = guest.session()
    assert session.balance == before
    assert session.shoe is not None
    assert session.next_round is not None
    assert session.next_round.number == played.number + 1
    document = proof(guest.house, guest.player, played.round_id)
    assert document.reason == "the table lost its light"
    assert judge(document).verdict == "confirmed"
    assert history(guest.house, guest.player, None, 1).rounds[0].status == "void"
    assert books_balance(guest.house)


def test_a_round_that_has_ended_cannot_be_made_void(guest: Guest) -> None:
    ended = guest.finish(guest.bet().view)
    with pytest.raises(CannotVoid):
        void(guest.house, ended.round_id, "too late")


def test_no_proof_before_the_end(guest: Guest) -> None:
    played = guest.open_round()
    with pytest.raises(RoundInPlay):
        proof(guest.house, guest.player, played.round_id)


def test_a_round_whose_events_were_changed_is_frozen_and_takes_no_action(
    sqlite_guest: Guest,
) -> None:
    guest = sqlite_guest
    played = guest.open_round()
    tamper(guest.house, "UPDATE steps SET events = replace(events, 'dealer_peeked', 'peeked')")
    with pytest.raises(RoundFrozen):
        guest.act(played, "twist")
    assert round_view(guest.house, guest.player, played.round_id).status == "frozen"
    with pytest.raises(RoundFrozen):
        guest.act(played, "twist")
    with pytest.raises(RoundFrozen):
        guest.bet(round_id="01890000-0000-7000-8000-000000000000")
    with pytest.raises(RoundFrozen):
        proof(guest.house, guest.player, played.round_id)
    shown = guest.session().round
    assert shown is not None
    assert (shown.status, shown.hands, shown.staked) == ("frozen", (), 1000)


def test_to_be_frozen_and_to_be_voided_are_one_version_each(sqlite_guest: Guest) -> None:
    guest = sqlite_guest
    low = guest.open_round(lambda shown: shown.hands[0].total < 10)  # no twist ends it
    twisted = guest.act(low, "twist").view
    tamper(guest.house, "UPDATE steps SET events = replace(events, 'dealer_peeked', 'peeked')")
    shown = guest.session().round
    assert shown is not None
    assert (shown.status, shown.version) == ("frozen", twisted.version + 1)
    void(guest.house, twisted.round_id, "its events were damaged")
    ended = round_view(guest.house, guest.player, twisted.round_id)
    assert (ended.status, ended.version) == ("void", shown.version + 1)


def test_looking_at_a_round_that_differs_from_its_record_freezes_it_too(
    sqlite_guest: Guest,
) -> None:
    guest = sqlite_guest
    guest.open_round()
    tamper(guest.house, "UPDATE steps SET events = '[]'")
    shown = guest.session().round
    assert shown is not None
    assert shown.status == "frozen"


def test_a_frozen_round_is_voided_by_its_inputs_and_the_ledger(sqlite_guest: Guest) -> None:
    guest = sqlite_guest
    played = guest.open_round()
    tamper(guest.house, "UPDATE steps SET events = '[]'")
    guest.session()
    void(guest.house, played.round_id, "its events were damaged")
    assert guest.session().balance == played.balance + 1000
    assert judge(proof(guest.house, guest.player, played.round_id)).verdict == "confirmed"
    assert guest.bet(200).view.number == played.number + 1
    assert books_balance(guest.house)


def test_a_frozen_round_whose_stake_is_not_the_ledgers_cannot_be_voided(
    sqlite_guest: Guest,
) -> None:
    guest = sqlite_guest
    played = guest.open_round()
    tamper(guest.house, "UPDATE rounds SET stake = 50000 WHERE status = 'in_play'")
    guest.session()
    with pytest.raises(CannotVoid):
        void(guest.house, played.round_id, "too good to be true")


def test_an_announcement_whose_shoe_was_changed_lapses_instead_of_being_dealt(
    sqlite_guest: Guest,
) -> None:
    guest = sqlite_guest
    announced = guest.announced()
    tamper(guest.house, f"UPDATE rounds SET shoe_before = '{'7' * 52}'")
    with pytest.raises(Exception, match="does not name the coming round"):
        guest.bet(round_id=announced.round_id)
    assert guest.announced().number == announced.number + 1
    assert guest.session().balance == 100_000


def test_a_round_whose_client_seed_was_changed_to_none_at_all_is_frozen(
    sqlite_guest: Guest,
) -> None:
    played = sqlite_guest.open_round()
    tamper(sqlite_guest.house, "UPDATE rounds SET client_seed = 'not sixteen'")
    assert sqlite_guest.told(played) == "frozen"


def test_a_round_that_has_not_ended_is_paid_nothing(guest: Guest) -> None:
    played = guest.open_round()
    house = guest.house
    with writing(house.engine) as tx:
        row = locked_round(tx, played.round_id)
        assert row is not None
        unended = load(house, tx, row)
        with pytest.raises(StillInPlay):
            close(house, tx, unended, house.stamp())
    assert guest.finish(played).status == "settled"


def test_a_hand_that_the_house_cannot_play_to_its_end_is_frozen(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = guest.open_round(lambda r: r.hands[0].total < 15)
    monkeypatch.setattr(interrupted, "ACTIONS_MAX", 0)
    finish_interrupted(guest.house, played.round_id)
    assert round_view(guest.house, guest.player, played.round_id).status == "frozen"
    monkeypatch.undo()
    void(guest.house, played.round_id, "the house could not finish it")
    assert books_balance(guest.house)


def test_a_frozen_round_is_told_as_one_line_of_the_log_without_a_card(
    sqlite_guest: Guest, capfd: pytest.CaptureFixture[str]
) -> None:
    played = sqlite_guest.open_round()
    tamper(sqlite_guest.house, "UPDATE steps SET events = '[]'")
    sqlite_guest.session()
    (line,) = capfd.readouterr().err.splitlines()
    told = json.loads(line)
    assert (told["event"], told["level"]) == ("round frozen", "critical")
    assert (told["round_id"], told["why"]) == (
        played.round_id,
        "its events do not follow from its inputs",
    )


def test_a_number_that_lapsed_without_its_secret_has_no_proof_and_says_why(
    sqlite_guest: Guest,
) -> None:
    guest = sqlite_guest
    announced = guest.announced()
    tamper(guest.house, "UPDATE rounds SET sealed_secret = x'00'")
    with pytest.raises(AnnouncementChanged):
        guest.bet(round_id=announced.round_id)
    with pytest.raises(SecretLost, match="number 1 was spent"):
        proof(guest.house, guest.player, RoundId(announced.round_id))
    assert list(proofs(guest.house, guest.player)) == []


def test_a_demo_can_be_off(desk: Desk) -> None:
    with pytest.raises(Forbidden, match="started without guests"):
        open_demo_session(desk.open(demo=False))
