"""Every field of the rules that concerns play, changed: the engine obeys it.

The stakes are in `test_stakes`, `interrupted.finish` in `test_house_action`; the shoe is not the
round's business.
"""

import pytest

from app.game.choices import IllegalAction
from app.game.outcomes import Action, DealerResult, HandState, Outcome
from app.game.play import act
from tests.game.table import (
    BUY,
    SPLIT,
    STAKE,
    STICK,
    TWIST,
    bars,
    deal,
    dealer,
    held,
    house,
    legal,
    outcomes,
    play,
    settled,
    states,
)

ACTIVE, STUCK = HandState.ACTIVE, HandState.STUCK
PONTOON, TRICK = HandState.PONTOON, HandState.FIVE_CARD_TRICK


@pytest.mark.parametrize(("dealt", "more"), [("AH 6H", ""), ("AH 3H", "3S"), ("AH 2H", "2S 2D")])
def test_dealer_soft_17_stick_stops_the_dealer_on_it(dealt: str, more: str) -> None:
    first, second = dealt.split()
    state = play(f"TC {first} 8C {second} {more}", STICK, rules=house("dealer.soft_17=stick"))
    assert dealer(state) == (f"{dealt} {more}".strip(), DealerResult.STUCK)
    assert outcomes(state) == (Outcome.WIN,)


def test_dealer_soft_17_stick_still_twists_a_soft_16_and_a_hard_16() -> None:
    rules = house("dealer.soft_17=stick")
    assert dealer(play("TC AH 8C 5H AD", STICK, rules=rules))[1] is DealerResult.STUCK
    assert dealer(play("TC TH 8C 6H 6D", STICK, rules=rules))[1] is DealerResult.BUST


def test_without_the_dealers_trick_five_cards_below_17_go_on() -> None:
    rules = house("dealer.five_card_trick=false")
    state = play("TC 2H 9C 2S 2C 2D 3H 3S 4C", STICK, rules=rules)
    assert dealer(state) == ("2H 2S 2C 2D 3H 3S 4C", DealerResult.STUCK)
    assert (state.dealer.total.points, outcomes(state)) == (18, (Outcome.WIN,))


def test_without_the_dealers_trick_five_cards_are_worth_their_total_only() -> None:
    rules = house("dealer.five_card_trick=false")
    state = play("TC 2H 9C 3S 4C 4D 5H", STICK, rules=rules)
    assert dealer(state) == ("2H 3S 4C 4D 5H", DealerResult.STUCK)
    assert outcomes(state) == (Outcome.WIN,)
    state = play("TC 2H 9C 3S 4C 4D 6H", STICK, rules=rules)
    assert (state.dealer.total.points, outcomes(state)) == (19, (Outcome.LOSE,))


def test_without_the_dealers_trick_a_players_trick_beats_even_five_cards_of_21() -> None:
    rules = house("dealer.five_card_trick=false")
    state = play("2C 2H 2D 3H 3S 3C 4C 4D 4H 8C", TWIST, TWIST, TWIST, rules=rules)
    assert state.dealer.total.points == 21
    assert settled(state) == ((TRICK, Outcome.FIVE_CARD_TRICK, 3 * STAKE),)


def test_without_the_dealers_trick_a_long_hand_may_bust_and_twists_soft_17() -> None:
    rules = house("dealer.five_card_trick=false")
    state = play("TC AH 9C AS AC AD 3H TS", STICK, rules=rules)
    assert dealer(state) == ("AH AS AC AD 3H TS", DealerResult.STUCK)
    state = play("TC 3H 9C 3S 3C 3D 4C TS", STICK, rules=rules)
    assert dealer(state) == ("3H 3S 3C 3D 4C TS", DealerResult.BUST)
    assert outcomes(state) == (Outcome.WIN,)


def test_without_the_dealers_trick_and_sticking_on_soft_17_the_dealer_stops_there() -> None:
    rules = house("dealer.five_card_trick=false", "dealer.soft_17=stick")
    state = play("TC AH 9C AS AC AD 3H", STICK, rules=rules)
    assert dealer(state) == ("AH AS AC AD 3H", DealerResult.STUCK)


@pytest.mark.parametrize(
    ("stick_min", "names", "allowed"),
    [
        (2, "AC 9D AH 8D", True),
        (2, "2C 9D 2H 8D", True),
        (12, "9C 9D 2H 8D", False),
        (12, "9C 9D 3H 8D", True),
        (16, "9C 9D 6H 8D", False),
        (16, "9C 9D 7H 8D", True),
        (21, "TC 9D QH 8D", False),
    ],
)
def test_player_stick_min_says_from_where_the_player_may_stick(
    stick_min: int, names: str, allowed: bool
) -> None:
    state = play(names, rules=house(f"player.stick_min={stick_min}"))
    assert (STICK in legal(state)) is allowed
    if not allowed:
        assert bars(state)[STICK] == "below-stick-min"
        with pytest.raises(IllegalAction, match=f"stick on {stick_min} or more"):
            act(state, STICK, deal(""))


def test_player_stick_min_21_lets_the_player_stick_on_21() -> None:
    rules = house("player.stick_min=21")
    state = play("TC 9D QH 8D AC", TWIST, STICK, rules=rules)
    assert settled(state) == ((STUCK, Outcome.WIN, 2 * STAKE),)


def test_without_twist_on_21_a_21_may_neither_twist_nor_buy_and_does_not_end_by_itself() -> None:
    rules = house("player.twist_on_21=false")
    state = play("7C 9D 7D 8H 7H", TWIST, rules=rules)
    assert (states(state), legal(state)) == ((ACTIVE,), (STICK,))
    assert bars(state) == {TWIST: "twenty-one", BUY: "twenty-one", SPLIT: "not-a-pair"}
    for action in (TWIST, BUY):
        with pytest.raises(IllegalAction, match="21"):
            act(state, action, deal(""))
    soft = play("AC 9D 4C 8H 3D 3H", TWIST, TWIST, rules=rules)
    assert legal(soft) == (STICK,)
    assert legal(play("TC 9D QC 8H", rules=rules)) == (TWIST, STICK, BUY)


def test_without_twist_on_21_a_bought_21_says_that_it_was_bought() -> None:
    state = play("7C 9D 7D 8H 7H", BUY, rules=house("player.twist_on_21=false"))
    assert bars(state) == {TWIST: "twenty-one", BUY: "already-bought", SPLIT: "not-a-pair"}


def test_buys_per_hand_0_means_no_buying() -> None:
    rules = house("player.buys_per_hand=0")
    state = play("5C 9D 5D 8H", rules=rules)
    assert legal(state) == (TWIST, SPLIT)
    assert bars(state)[BUY] == "already-bought"
    with pytest.raises(IllegalAction, match="no buying"):
        act(state, BUY, deal(""))
    assert BUY not in legal(play("5C 9D 5D 8H 2C 3C", SPLIT, rules=rules))


def test_hands_max_1_means_no_splitting() -> None:
    state = play("8C 9D 8D 8H", rules=house("player.hands_max=1"))
    assert bars(state) == {SPLIT: "hands-max"}
    state = play("8C 9D 7D 8H", rules=house("player.hands_max=1"))
    assert bars(state) == {SPLIT: "not-a-pair"}


def test_hands_max_2_splits_once() -> None:
    state = play("8C 9D 8D 8H 8S 3C", SPLIT, rules=house("player.hands_max=2"))
    assert bars(state) == {SPLIT: "hands-max"}


def test_hands_max_4_splits_three_times() -> None:
    rules = house("player.hands_max=4")
    state = play("8C 9D 8H 8D 8S 8C 8D 2C TS 3D", SPLIT, SPLIT, SPLIT, rules=rules)
    assert held(state) == ("8C TS", "8D 3D", "8S 2C", "8H 8C")
    assert state.staked == 4 * STAKE
    full = play("8C 9D 8H 8D 8S 8C 8D 2C 8S 3D", SPLIT, SPLIT, SPLIT, rules=rules)
    assert bars(full) == {SPLIT: "hands-max"}


@pytest.mark.parametrize("second", ["2C", "6C", "AC"])
def test_one_card_to_split_aces_ends_such_a_hand_with_its_second_card(second: str) -> None:
    rules = house("player.one_card_to_split_aces=true")
    state = play(f"AC TD AH 8D {second} 9C", SPLIT, rules=rules)
    assert state.ended
    assert states(state) == (STUCK, STUCK)
    assert outcomes(state)[1] is Outcome.WIN


def test_one_card_to_split_aces_leaves_a_pontoon_a_pontoon_and_other_pairs_alone() -> None:
    rules = house("player.one_card_to_split_aces=true")
    state = play("AC TD AH 8D KC 9C", SPLIT, rules=rules)
    assert settled(state) == (
        (PONTOON, Outcome.PONTOON, 3 * STAKE),
        (STUCK, Outcome.WIN, 2 * STAKE),
    )
    state = play("8C TD 8H 8D AC 2C", SPLIT, rules=rules)
    assert states(state) == (ACTIVE, HandState.WAITING)
    state = play("TC TD TH 8D AC 2C", SPLIT, rules=rules)
    assert states(state) == (PONTOON, ACTIVE)


def test_pontoon_after_split_21_is_an_ordinary_soft_21_paid_1_to_1() -> None:
    rules = house("player.pontoon_after_split=21")
    state = play("AC TD AH 8D KC 9C", SPLIT, rules=rules)
    assert states(state) == (ACTIVE, HandState.WAITING)
    assert legal(state) == (TWIST, STICK, BUY)
    state = play("AC TD AH 8D KC 9C", SPLIT, STICK, STICK, rules=rules)
    assert settled(state) == (
        (STUCK, Outcome.WIN, 2 * STAKE),
        (STUCK, Outcome.WIN, 2 * STAKE),
    )


def test_pontoon_after_split_21_is_playable_like_any_other() -> None:
    rules = house("player.pontoon_after_split=21")
    state = play("AC TD AH 8D KC 9C 5S", SPLIT, TWIST, rules=rules)
    assert (held(state)[0], states(state)[0]) == ("AC KC 5S", ACTIVE)
    state = play("TC TD TH 8D AC 9C 5S", SPLIT, BUY, rules=rules)
    assert state.staked == 3 * STAKE


def test_pontoon_after_split_21_ties_with_a_dealers_21_and_loses_to_a_dealers_trick() -> None:
    rules = house("player.pontoon_after_split=21")
    state = play("AC TH AD 6H KS 9S 5D", SPLIT, STICK, STICK, rules=rules)
    assert outcomes(state) == (Outcome.LOSE, Outcome.LOSE)
    state = play("AC 2H AD 3H KS 9S 3D 4D 2D", SPLIT, STICK, STICK, rules=rules)
    assert outcomes(state) == (Outcome.LOSE, Outcome.LOSE)


def test_pontoon_after_split_21_leaves_the_first_two_cards_a_pontoon() -> None:
    state = play("AC 5D JD 9H", rules=house("player.pontoon_after_split=21"))
    assert outcomes(state) == (Outcome.PONTOON,)


def test_pontoon_after_split_21_with_one_card_to_split_aces_sticks_on_21() -> None:
    rules = house("player.pontoon_after_split=21", "player.one_card_to_split_aces=true")
    state = play("AC TD AH 8D KC 9C", SPLIT, rules=rules)
    assert settled(state)[0] == (STUCK, Outcome.WIN, 2 * STAKE)


def test_pontoon_after_split_21_without_twist_on_21_only_sticks() -> None:
    rules = house("player.pontoon_after_split=21", "player.twist_on_21=false")
    assert legal(play("AC TD AH 8D KC 9C", SPLIT, rules=rules)) == (STICK,)


@pytest.mark.parametrize(
    ("field", "names", "actions"),
    [
        ("win", "TC 9D 9C 8D", (STICK,)),
        ("pontoon", "AC 9D KC 8D", ()),
        ("five_card_trick", "2C 9D 2D 8H 3D 4H 6S", (TWIST, TWIST, TWIST)),
    ],
)
@pytest.mark.parametrize(("odds", "paid"), [("3:2", 2_500), ("6:5", 2_200), ("3:1", 4_000)])
def test_each_of_the_pays_is_paid_by_its_own_field(
    field: str, names: str, actions: tuple[Action, ...], odds: str, paid: int
) -> None:
    shipped = play(names, *actions)
    assert play(names, *actions, rules=house(f"pays.{field}={odds}")).returned == paid
    others = {"win", "pontoon", "five_card_trick"} - {field}
    changed = house(*(f"pays.{other}={odds}" for other in sorted(others)))
    assert play(names, *actions, rules=changed).returned == shipped.returned
