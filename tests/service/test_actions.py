"""Actions: the version seen, what the rules allow, what the balance covers, and repeats."""

import pytest

from app.game.outcomes import Action
from app.service.actions import take_action
from app.service.history import round_view
from app.service.house import House
from app.service.refusals import (
    IllegalAction,
    InsufficientFunds,
    KeyReused,
    NotFound,
    StaleVersion,
)
from app.service.requests import ActionRequest
from app.service.views import PlayedRound
from app.store.ids import RoundId
from rng.announcement import Announcement
from tests.service.desk import ROUNDS_MAX, Guest, books_balance, count, leave_pence, sit


def test_an_action_adds_one_to_the_version_and_one_step(guest: Guest) -> None:
    played = guest.open_round(lambda r: "twist" in r.legal_actions)
    assert played.version == 1
    after = guest.act(played, "twist").view
    assert after.version == 2
    assert count(guest.house, "steps", f"round_id = '{played.round_id}'") == 2


def test_a_stale_version_is_refused_with_the_round_as_it_is(guest: Guest) -> None:
    played = guest.open_round(lambda r: "twist" in r.legal_actions)
    after = guest.act(played, "twist").view
    with pytest.raises(StaleVersion) as refused:
        guest.act(played, "twist")
    assert refused.value.current.version == after.version
    assert refused.value.current.hands == after.hands


def test_r8_an_illegal_action_is_refused_with_the_legal_ones(guest: Guest) -> None:
    played = guest.open_round(lambda r: r.hands[0].total < 15)
    with pytest.raises(IllegalAction) as refused:
        guest.act(played, "stick")
    assert [action.value for action in refused.value.legal_actions] == list(played.legal_actions)
    assert refused.value.current.version == played.version
    assert played.barred["stick"].code == "below-stick-min"


def test_an_action_on_somebody_elses_round_finds_nothing(house: House) -> None:
    first, second = sit(house), sit(house)
    played = first.open_round()
    with pytest.raises(NotFound):
        second.act(played, "twist")


def test_an_action_on_a_round_that_has_ended_is_stale_or_illegal(guest: Guest) -> None:
    opened = guest.open_round(lambda r: "stick" in r.legal_actions)
    ended = guest.act(opened, "stick").view
    with pytest.raises(StaleVersion):
        guest.act(opened, "stick")
    with pytest.raises(IllegalAction) as refused:
        guest.act(ended, "twist")
    assert refused.value.legal_actions == ()


def test_an_action_on_the_announced_number_finds_nothing(guest: Guest) -> None:
    asked = ActionRequest(Action.TWIST, 1)
    coming = RoundId(guest.announced().round_id)
    with pytest.raises(NotFound):
        take_action(guest.house, guest.player, coming, asked, guest.request())


def test_r9_a_buy_takes_a_second_stake(guest: Guest) -> None:
    played = guest.open_round(lambda r: "buy" in r.legal_actions)
    bought = guest.act(played, "buy").view
    assert bought.staked == 2 * played.staked
    assert bought.balance == played.balance - played.staked + (bought.returned or 0)
    guest.finish(bought)
    assert books_balance(guest.house)


def test_r10_a_split_takes_a_second_stake(guest: Guest) -> None:
    played = guest.open_round(lambda r: "split" in r.legal_actions)
    split = guest.act(played, "split").view
    assert (len(split.hands), split.staked) == (2, 2 * played.staked)
    guest.finish(split)
    assert books_balance(guest.house)


def test_a_buy_that_the_balance_does_not_cover_is_refused_and_the_round_goes_on(
    guest: Guest,
) -> None:
    played = guest.open_round(lambda r: "buy" in r.legal_actions)
    leave_pence(guest, 999)
    with pytest.raises(InsufficientFunds) as refused:
        guest.act(played, "buy")
    assert (refused.value.needed, refused.value.balance) == (1000, 999)
    assert guest.finish(guest.act(played, "twist").view).status == "settled"
    assert books_balance(guest.house)


def test_a_repeated_action_gets_its_answer_again(guest: Guest) -> None:
    played = guest.open_round(lambda r: "twist" in r.legal_actions)
    first, again = guest.act(played, "twist", "key"), guest.act(played, "twist", "key")
    assert (first.body, again.replayed) == (again.body, True)


def test_a_key_of_a_bet_is_no_key_of_an_action(guest: Guest) -> None:
    played = guest.bet(key="one").view
    asked = ActionRequest(Action.TWIST, 1)
    request = guest.request("one", "another body")
    with pytest.raises(KeyReused):
        take_action(guest.house, guest.player, RoundId(played.round_id), asked, request)


def test_the_round_is_there_after_a_reload_exactly_as_it_was(guest: Guest) -> None:
    played = guest.open_round()
    shown = guest.session().round
    assert shown is not None
    assert shown == round_view(guest.house, guest.player, played.round_id)
    assert (shown.hands, shown.version, shown.legal_actions) == (
        played.hands,
        played.version,
        played.legal_actions,
    )


def test_nothing_tells_the_dealers_cards_before_the_end(guest: Guest) -> None:
    announced, played = _announced_and_dealt(guest)
    while played.status == "in_play":
        assert set(played.dealer.cards) == {"??"}
        session = guest.session()
        assert session.next_round is None
        assert session.shoe is not None
        assert session.shoe.counts == announced.shoe_before
        action = "stick" if "stick" in played.legal_actions else "twist"
        played = guest.act(played, action).view
    assert "??" not in played.dealer.cards


def _announced_and_dealt(guest: Guest) -> tuple[Announcement, PlayedRound]:
    for _ in range(ROUNDS_MAX):
        announced = guest.announced()
        played = guest.bet(round_id=announced.round_id).view
        if played.status == "in_play":
            return announced, played
    raise AssertionError(f"no round goes on after its deal in {ROUNDS_MAX}")
