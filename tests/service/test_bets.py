"""Bets: what is taken, what is refused, in which order, and that a refusal changes nothing."""

from dataclasses import replace

import pytest

from app.service.bets import place_bet
from app.service.house import House
from app.service.limits import set_table_max
from app.service.refusals import (
    AnnouncementChanged,
    InsufficientFunds,
    InvalidField,
    KeyReused,
    NotWholePounds,
    Refusal,
    RoundOpen,
    StakeAboveLimit,
    Unauthorised,
)
from app.service.requests import BetRequest
from app.store.ids import RoundId
from tests.service.desk import Desk, Guest, books_balance, count, leave_pence, sit

BAD_STAKES = (
    (0, InvalidField),
    (-5, InvalidField),
    (1.5, InvalidField),
    ("5", InvalidField),
    (True, InvalidField),
    (None, InvalidField),
    (float("inf"), InvalidField),
    ([200], InvalidField),
    (150, NotWholePounds),
    (2**63, NotWholePounds),
    (2**63 - 8, StakeAboveLimit),
    (100_100, StakeAboveLimit),
)


@pytest.mark.parametrize(("stake", "refusal"), BAD_STAKES)
def test_r17_a_bad_stake_is_refused_and_nothing_changes(
    sqlite_guest: Guest, stake: object, refusal: type[Refusal]
) -> None:
    before = replace(sqlite_guest.session(), server_time="")
    with pytest.raises(refusal):
        sqlite_guest.bet(stake)
    assert replace(sqlite_guest.session(), server_time="") == before
    assert count(sqlite_guest.house, "idempotency") == 0


def test_r17_one_pound_is_raised_to_two_and_the_answer_says_so(guest: Guest) -> None:
    played = guest.bet(100).view
    assert (played.stake_requested, played.stake) == (100, 200)
    assert guest.session().last_stake == 200


def test_r17_the_balance_is_judged_on_the_raised_stake(guest: Guest) -> None:
    leave_pence(guest, 100)
    with pytest.raises(InsufficientFunds) as refused:
        guest.bet(100)
    assert (refused.value.needed, refused.value.balance) == (200, guest.session().balance)


def test_r18_the_players_own_limit_binds_every_session_of_the_seat(guest: Guest) -> None:
    set_table_max(guest.house, guest.player, 500)
    with pytest.raises(StakeAboveLimit) as refused:
        guest.bet(600)
    assert refused.value.limit == 500
    assert guest.bet(500).view.stake == 500


@pytest.mark.parametrize(
    "seed", ["x" * 15, "x" * 65, "with a space inside", "line\nfeed" * 2, "é" * 16]
)
def test_a_client_seed_of_another_form_is_refused(sqlite_guest: Guest, seed: str) -> None:
    with pytest.raises(InvalidField) as refused:
        sqlite_guest.bet(client_seed=seed)
    assert refused.value.name == "client_seed"


def test_a_bet_may_bring_no_client_seed(guest: Guest) -> None:
    bet = BetRequest(RoundId(guest.announced().round_id), 200, None)
    assert place_bet(guest.house, guest.player, bet, guest.request()).view.client_seed is None


def test_a_bet_takes_the_stake_and_repeats_commitment_and_client_seed(guest: Guest) -> None:
    announced, seed = guest.announced(), guest.seed()
    played = guest.bet(1000, client_seed=seed).view
    assert (played.round_id, played.number) == (announced.round_id, announced.number)
    assert (played.commitment, played.client_seed) == (announced.commitment, seed)
    assert played.balance == 100_000 - 1000 + (played.returned or 0)
    assert (played.next_round is None) == (played.status == "in_play")
    assert books_balance(guest.house)


def test_a_bet_on_another_announcement_gets_the_current_one(guest: Guest) -> None:
    announced = guest.announced()
    with pytest.raises(AnnouncementChanged) as refused:
        guest.bet(round_id="01890000-0000-7000-8000-000000000000")
    assert refused.value.next_round == announced


def test_a_bet_on_somebody_elses_announcement_gets_ones_own(house: House) -> None:
    first, second = sit(house), sit(house)
    with pytest.raises(AnnouncementChanged) as refused:
        second.bet(round_id=first.announced().round_id)
    assert refused.value.next_round == second.announced()


def test_a_bet_while_a_round_is_in_play_gets_that_round(guest: Guest) -> None:
    played = guest.open_round()
    with pytest.raises(RoundOpen) as refused:
        guest.bet(round_id="01890000-0000-7000-8000-000000000000")
    assert refused.value.current.round_id == played.round_id
    with pytest.raises(RoundOpen):
        guest.bet(2000, round_id=played.round_id)


def test_the_same_key_gets_the_same_answer_to_the_byte(guest: Guest) -> None:
    announced, seed = guest.announced(), guest.seed()
    first = guest.bet(round_id=announced.round_id, client_seed=seed, key="one")
    guest.finish(first.view)
    again = guest.bet(round_id=announced.round_id, client_seed=seed, key="one")
    assert (again.body, again.view) == (first.body, first.view)
    assert (first.replayed, again.replayed) == (False, True)


def test_a_key_that_stands_for_another_request_is_refused(guest: Guest) -> None:
    guest.finish(guest.bet(key="one").view)
    bet = BetRequest(RoundId(guest.announced().round_id), 200, None)
    with pytest.raises(KeyReused):
        place_bet(guest.house, guest.player, bet, guest.request("one", "another body"))


def test_a_refused_request_leaves_its_key_free(guest: Guest) -> None:
    with pytest.raises(NotWholePounds):
        guest.bet(150, key="one")
    assert not guest.bet(200, key="one").replayed


def test_keys_of_two_players_do_not_meet(house: House) -> None:
    first, second = sit(house), sit(house)
    one, other = first.bet(key="one"), second.bet(key="one")
    assert one.view.round_id != other.view.round_id


def test_the_same_bet_gives_the_same_round_under_any_key_after_any_time(desk: Desk) -> None:
    guest = sit(desk.open())
    announced, seed = guest.announced(), guest.seed()
    first = guest.bet(1000, round_id=announced.round_id, client_seed=seed)
    ended = guest.finish(first.view)
    balance = guest.session().balance
    desk.clock.move(hours=11)
    again = guest.bet(1000, round_id=announced.round_id, client_seed=seed)
    assert again.replayed
    assert (again.view.round_id, again.view.hands) == (ended.round_id, ended.hands)
    assert guest.session().balance == balance == again.view.balance
    assert again.view.next_round == guest.announced()


def test_another_bet_on_a_round_that_has_ended_gets_the_coming_announcement(guest: Guest) -> None:
    ended = guest.finish(guest.bet().view)
    with pytest.raises(AnnouncementChanged) as refused:
        guest.bet(2000, round_id=ended.round_id)
    assert refused.value.next_round == guest.announced()


def test_true_is_not_a_stake_of_one_penny_in_a_repeat_either(guest: Guest) -> None:
    seed = guest.seed()
    ended = guest.finish(guest.bet(100, client_seed=seed).view)
    with pytest.raises(AnnouncementChanged):
        guest.bet(100.0, round_id=ended.round_id, client_seed=seed)


def test_an_expired_session_bets_no_more(desk: Desk) -> None:
    guest = sit(desk.open())
    announced = guest.announced()
    desk.clock.move(days=1)
    with pytest.raises(Unauthorised):
        guest.bet(round_id=announced.round_id)
