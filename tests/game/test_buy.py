"""R9: once in each hand, on two, three or four cards, 21 included."""

import pytest

from app.game.choices import IllegalAction, extra_stake
from app.game.events import Bought, CardDealt
from app.game.outcomes import Action, DealerResult, HandState, Outcome
from app.game.play import act
from tests.game.table import (
    BUY,
    SPLIT,
    STAKE,
    STICK,
    TWIST,
    bars,
    cards,
    deal,
    dealer,
    legal,
    play,
    settled,
    stakes,
    states,
)


@pytest.mark.parametrize(
    ("names", "before"),
    [
        ("2C 9D 2D 8H 3D", ()),
        ("2C 9D 2D 8H 3D 4H", (TWIST,)),
    ],
    ids=["two cards", "three cards"],
)
def test_r9_a_buy_doubles_the_stake_deals_one_card_and_the_hand_goes_on(
    names: str, before: tuple[Action, ...]
) -> None:
    state = play(names, *before, BUY)
    assert stakes(state) == (2 * STAKE,)
    assert states(state) == (HandState.ACTIVE,)
    assert state.events[-2:] == (Bought(0, STAKE), CardDealt(0, cards(names)[-1]))
    assert bars(state)[BUY] == "already-bought"


def test_r9_a_buy_on_four_cards_makes_a_trick_paid_on_the_bought_part_too() -> None:
    state = play("2C 9D 2D 8H 3D 4H 6S", TWIST, TWIST, BUY)
    assert settled(state) == ((HandState.FIVE_CARD_TRICK, Outcome.FIVE_CARD_TRICK, 6 * STAKE),)
    assert (state.staked, state.net) == (2 * STAKE, 4 * STAKE)


def test_r9_a_buy_on_four_cards_that_busts_loses_both_stakes() -> None:
    state = play("4C 9D 4D 8H 4H 4S 6S", TWIST, TWIST, BUY)
    assert settled(state) == ((HandState.BUST, Outcome.BUST, 0),)
    assert (state.staked, state.net) == (2 * STAKE, -2 * STAKE)


def test_r9_a_buy_that_busts_on_three_cards_loses_both_stakes() -> None:
    state = play("9C 9D 7H 8S 8D", BUY)
    assert settled(state) == ((HandState.BUST, Outcome.BUST, 0),)
    assert dealer(state) == ("9D 8S", DealerResult.NOT_PLAYED)
    assert state.net == -2 * STAKE


def test_r9_a_21_of_three_cards_may_be_bought() -> None:
    state = play("AC 9D 4C 8H 6D 3H", TWIST, BUY)
    assert (states(state), stakes(state)) == ((HandState.ACTIVE,), (2 * STAKE,))


def test_r9_a_soft_21_of_four_cards_may_be_bought_into_a_trick() -> None:
    state = play("AC 9D 4C 8H 3D 3H TS", TWIST, TWIST, BUY)
    assert settled(state) == ((HandState.FIVE_CARD_TRICK, Outcome.FIVE_CARD_TRICK, 6 * STAKE),)


def test_r9_buy_then_twist_then_stick() -> None:
    state = play("2C 9D 3D 8H 4H 9S", BUY, TWIST, STICK)
    assert settled(state) == ((HandState.STUCK, Outcome.WIN, 4 * STAKE),)


def test_r9_after_a_buy_the_player_may_stick_on_15_or_more_only() -> None:
    assert legal(play("5C 9D 5D 8H 4H", BUY)) == (TWIST,)
    assert legal(play("5C 9D 5D 8H 5H", BUY)) == (TWIST, STICK)


def test_r9_a_hand_buys_once() -> None:
    state = play("2C 9D 3D 8H 4H", BUY)
    with pytest.raises(IllegalAction, match="already bought"):
        act(state, BUY, deal("2C 9D 3D 8H 4H 5H"))
    state = play("2C 9D 3D 8H 4H 2H", BUY, TWIST)
    assert BUY not in legal(state)


def test_r9_a_buy_is_lost_with_its_hand() -> None:
    state = play("9C TD 2D QH 8H", BUY, STICK)
    assert settled(state) == ((HandState.STUCK, Outcome.LOSE, 0),)
    assert state.net == -2 * STAKE


def test_r9_each_hand_of_a_split_may_buy_for_a_stake_equal_to_its_own() -> None:
    state = play("8C 9D 8D 8H 3H 2S TD 9S", SPLIT, BUY, STICK, BUY)
    assert stakes(state) == (2 * STAKE, 2 * STAKE)
    assert state.staked == 4 * STAKE
    state = play("8C 9D 8D 8H 3H 2S TD 9S", SPLIT, BUY, STICK, BUY, STICK)
    assert settled(state) == (
        (HandState.STUCK, Outcome.WIN, 4 * STAKE),
        (HandState.STUCK, Outcome.WIN, 4 * STAKE),
    )


@pytest.mark.parametrize(
    ("action", "extra"), [(TWIST, 0), (STICK, 0), (BUY, STAKE), (SPLIT, STAKE)]
)
def test_r9_r10_what_an_action_adds_to_the_stake(action: Action, extra: int) -> None:
    assert extra_stake(play("8C 9D 8D 8H"), action) == extra


def test_an_ended_round_asks_for_no_more_stake() -> None:
    assert extra_stake(play("AC 5D JD 9H"), BUY) == 0
