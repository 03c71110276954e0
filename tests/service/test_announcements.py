"""Numbers of a seat: announced, spent or lapsed, never dropped; and the shoe with them."""

from pathlib import Path

import pytest

from app.proof.judge import judge
from app.service.history import round_view
from app.service.house import House
from app.service.proofs import proof, proofs
from app.service.refusals import AnnouncementChanged, NotDealing
from app.store.ids import RoundId
from config.loader import load_rules
from rng.shoe import Shoe
from tests.service.desk import Desk, Guest, books_balance, count, sit


def test_a_seat_begins_with_a_whole_shoe_and_number_one(guest: Guest) -> None:
    session = guest.session()
    assert session.next_round is not None
    assert session.next_round.number == 1
    assert session.next_round.shoe_before == "8" * 52
    assert session.shoe is not None
    assert (session.shoe.remaining, session.shoe.made_whole) == (416, False)


def test_r3_the_shoe_goes_on_from_round_to_round_and_is_made_whole_after_the_cut(
    guest: Guest,
) -> None:
    whole = 0
    for _ in range(40):
        before = guest.announced()
        ended = guest.finish(guest.bet(200, round_id=before.round_id).view)
        cards = [card for hand in ended.hands for card in hand.cards] + list(ended.dealer.cards)
        left = Shoe.parse(before.shoe_before).remaining - len(cards)
        session = guest.session()
        assert session.shoe is not None
        if 416 - left >= 139:
            whole += 1
            assert (session.shoe.remaining, session.shoe.made_whole) == (416, True)
        else:
            assert (session.shoe.remaining, session.shoe.made_whole) == (left, False)
    assert whole >= 1


def test_numbers_have_no_gaps_and_commitments_are_unique(guest: Guest) -> None:
    numbers = [guest.finish(guest.bet(200).view).number for _ in range(5)]
    assert numbers == [1, 2, 3, 4, 5]
    assert count(guest.house, "rounds", "status = 'announced'") == 1


def test_changed_rules_lapse_the_announcement_and_start_a_whole_shoe(desk: Desk) -> None:
    old = sit(desk.open())
    old.finish(old.bet(200).view)
    announced = old.announced()
    guest = _same_guest(old, desk.open(rules_file=load_rules(changes=["dealer.soft_17=stick"])))
    session = guest.session()
    assert session.next_round is not None
    assert session.next_round.number == announced.number + 1
    assert session.next_round.shoe_before == "8" * 52
    assert session.next_round.rules_sha256 != announced.rules_sha256
    lapsed = proof(guest.house, guest.player, RoundId(announced.round_id))
    assert (lapsed.status, lapsed.stake, lapsed.opened_at) == ("lapsed", None, None)
    assert lapsed.reason == "the rules of the table have changed"
    assert judge(lapsed, None, guest.house.keys.signing.public).verdict == "confirmed"
    assert round_view(guest.house, guest.player, RoundId(announced.round_id)).status == "lapsed"


def test_a_bet_on_an_announcement_of_old_rules_gets_the_new_one(desk: Desk) -> None:
    old = sit(desk.open())
    announced = old.announced()
    guest = _same_guest(old, desk.open(rules_file=load_rules(changes=["dealer.soft_17=stick"])))
    with pytest.raises(AnnouncementChanged) as refused:
        guest.bet(round_id=announced.round_id)
    assert refused.value.next_round == guest.announced()
    assert guest.session().balance == 100_000


def test_a_changed_sealing_key_lapses_what_was_sealed_under_the_old_one(
    desk: Desk, tmp_path: Path
) -> None:
    old = sit(desk.open())
    announced = old.announced()
    keys = tmp_path / "keys"
    (keys / "sealing.key").rename(keys / "sealing-2026.key")
    (keys / "sealing.key").touch(mode=0o600)
    (keys / "sealing.key").write_text("ab" * 32)
    guest = _same_guest(old, desk.open())
    assert guest.announced().number == announced.number + 1
    lapsed = proof(guest.house, guest.player, RoundId(announced.round_id))
    assert lapsed.reason == "the key that seals secrets has changed"
    assert judge(lapsed).verdict == "confirmed"


def test_a_round_in_play_goes_on_under_the_sealing_key_it_began_with(
    desk: Desk, tmp_path: Path
) -> None:
    old = sit(desk.open())
    played = old.open_round()
    keys = tmp_path / "keys"
    (keys / "sealing.key").rename(keys / "sealing-2026.key")
    (keys / "sealing.key").touch(mode=0o600)
    (keys / "sealing.key").write_text("ab" * 32)
    guest = _same_guest(old, desk.open())
    assert guest.finish(played).status == "settled"
    assert books_balance(guest.house)


def test_a_settlement_stands_when_the_source_refuses_and_nothing_is_announced(desk: Desk) -> None:
    guest = sit(desk.open())
    played = guest.open_round()
    desk.tap.broken = True
    ended = guest.finish(played)
    assert (ended.status, ended.next_round) == ("settled", None)
    session = guest.session()
    assert (session.round, session.next_round) == (None, None)
    assert session.shoe is not None
    assert session.balance == ended.balance
    with pytest.raises(NotDealing):
        guest.bet(round_id=played.round_id, stake=400)
    assert books_balance(guest.house)


def test_the_next_session_of_a_healthy_process_makes_the_missing_announcement(desk: Desk) -> None:
    guest = sit(desk.open())
    played = guest.open_round()
    desk.tap.broken = True
    ended = guest.finish(played)
    desk.tap.broken = False
    assert guest.session().next_round is None  # this process stays in its error state
    healthy = _same_guest(guest, desk.open())
    assert healthy.announced().number == ended.number + 1
    assert healthy.bet(200).view.number == ended.number + 1


def test_a_process_in_its_error_state_takes_no_bet_on_what_was_announced(desk: Desk) -> None:
    guest = sit(desk.open())
    announced = guest.announced()
    desk.tap.broken = True
    with pytest.raises(NotDealing):
        sit(guest.house)
    with pytest.raises(NotDealing):
        guest.bet(round_id=announced.round_id)
    assert guest.session().balance == 100_000


def test_proofs_of_a_seat_follow_each_other_without_a_gap(desk: Desk) -> None:
    old = sit(desk.open())
    for _ in range(3):
        old.finish(old.bet(200).view)
    old.announced()
    guest = _same_guest(old, desk.open(rules_file=load_rules(changes=["dealer.soft_17=stick"])))
    guest.session()
    assert [(p.number, p.status) for p in proofs(guest.house, guest.player)] == [
        (1, "settled"),
        (2, "settled"),
        (3, "settled"),
        (4, "lapsed"),
    ]


def _same_guest(guest: Guest, house: House) -> Guest:
    return Guest(house, guest.player, guest.token, guest.keys, guest.seeds)
