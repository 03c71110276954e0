"""`interrupted.finish`: how the house ends a hand that its player left."""

import pytest

from app.game.choices import house_action
from app.game.outcomes import Action
from app.game.play import act, open_round
from tests.game.table import SHIPPED, SPLIT, STAKE, STICK, TWIST, deal, held, house, play


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("9C 9D 5H 8S", TWIST),
        ("9C 9D 6H 8S", STICK),
        ("AC 9D 3H 8S", TWIST),
        ("AC 9D 4H 8S", STICK),
        ("7C 9D 7H 8S", TWIST),
        ("8C 9D 8H 8S", STICK),
        ("AC 9D AH 8S", TWIST),
        ("2C 9D 3H 8S", TWIST),
    ],
)
def test_r8_the_house_sticks_on_15_or_more_else_twists(names: str, expected: Action) -> None:
    assert house_action(play(names)) is expected


def test_the_house_sticks_as_soon_as_the_field_allows() -> None:
    assert house_action(play("TC 9D 9H 8S", rules=house("player.stick_min=20"))) is TWIST
    assert house_action(play("2C 9D 3H 8S", rules=house("player.stick_min=2"))) is STICK


def test_the_house_sticks_on_21_where_twisting_is_not_allowed() -> None:
    rules = house("player.stick_min=21", "player.twist_on_21=false")
    assert house_action(play("7C 9D 7H 8S 7D", TWIST, rules=rules)) is STICK


def test_the_house_finishes_every_hand_of_a_split_and_neither_buys_nor_splits() -> None:
    card_at = deal("2C TD 2H 8D 2S 3D TS 6H TC")
    state = act(open_round(SHIPPED, STAKE, card_at), SPLIT, card_at)
    taken = []
    while not state.ended:
        taken.append(house_action(state))
        state = act(state, taken[-1], card_at)
    assert taken == [TWIST, TWIST, STICK, TWIST, STICK]
    assert held(state) == ("2C 2S TS 6H", "2H 3D TC")
    assert state.staked == 2 * STAKE
