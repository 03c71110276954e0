"""R10 and what R6, R9 and R11 say of hands after a split."""

import pytest

from app.game.choices import IllegalAction
from app.game.events import CardDealt, Split
from app.game.money import Pence
from app.game.outcomes import DealerResult, HandState, Outcome
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
    held,
    legal,
    play,
    settled,
    stakes,
    states,
)

ACTIVE, WAITING, STUCK = HandState.ACTIVE, HandState.WAITING, HandState.STUCK
PONTOON, TRICK = HandState.PONTOON, HandState.FIVE_CARD_TRICK


def test_r10_a_card_is_dealt_to_the_first_of_the_two_then_to_the_new_one() -> None:
    state = play("8C 9D 8H 8D 9S 3D", SPLIT)
    assert held(state) == ("8C 9S", "8H 3D")
    assert states(state) == (ACTIVE, WAITING)
    assert stakes(state) == (STAKE, STAKE)
    assert state.active_hand == 0
    assert state.events[-3:] == (
        Split(0, STAKE),
        CardDealt(0, cards("9S")[0]),
        CardDealt(1, cards("3D")[0]),
    )


def test_r10_the_first_hand_is_played_out_before_the_next() -> None:
    state = play("8C 9D 8H 8D 2S 3D 4D 5H", SPLIT, TWIST, TWIST)
    assert held(state) == ("8C 2S 4D 5H", "8H 3D")
    assert states(state) == (ACTIVE, WAITING)
    state = play("8C 9D 8H 8D 2S 3D 4D 5H TD", SPLIT, TWIST, TWIST, STICK, TWIST)
    assert held(state) == ("8C 2S 4D 5H", "8H 3D TD")
    assert states(state) == (STUCK, ACTIVE)


@pytest.mark.parametrize("names", ["KC 9D TH 8D", "JC 9D QH 8D", "QC 9D KH 8D", "TC 9D JH 8D"])
def test_r10_two_ten_point_cards_of_different_ranks_are_no_pair(names: str) -> None:
    state = play(names)
    assert bars(state) == {SPLIT: "not-a-pair"}
    with pytest.raises(IllegalAction, match="same rank"):
        act(state, SPLIT, deal(f"{names} 2C 3C"))


@pytest.mark.parametrize("rank", "A23456789TJQK")
def test_r10_two_cards_of_the_same_rank_may_split(rank: str) -> None:
    assert SPLIT in legal(play(f"{rank}C 9D {rank}C 8D"))


def test_r10_three_cards_do_not_split() -> None:
    state = play("4C 9D 4H 8D 4S", TWIST)
    assert bars(state)[SPLIT] == "not-a-pair"


def test_r10_a_pair_in_the_first_hand_splits_again_and_the_new_hand_is_directly_after_it() -> None:
    state = play("8C 9D 8H 8D 8S 3D TS 2C", SPLIT, SPLIT)
    assert held(state) == ("8C TS", "8S 2C", "8H 3D")
    assert states(state) == (ACTIVE, WAITING, WAITING)
    assert state.events[-3:] == (
        Split(0, STAKE),
        CardDealt(0, cards("TS")[0]),
        CardDealt(1, cards("2C")[0]),
    )


def test_r10_a_pair_in_the_second_hand_splits_when_its_turn_comes() -> None:
    state = play("8C 9D 8H 8D TS 8S", SPLIT)
    assert bars(state) == {SPLIT: "not-a-pair"}
    state = play("8C 9D 8H 8D TS 8S", SPLIT, STICK)
    assert legal(state) == (TWIST, STICK, BUY, SPLIT)
    state = play("8C 9D 8H 8D TS 8S 3D 2C", SPLIT, STICK, SPLIT)
    assert held(state) == ("8C TS", "8H 3D", "8S 2C")
    assert states(state) == (STUCK, ACTIVE, WAITING)


def test_r10_there_are_three_hands_at_most() -> None:
    state = play("8C 9D 8H 8D 8S 3D 8C 2C", SPLIT, SPLIT)
    assert held(state)[0] == "8C 8C"
    assert bars(state) == {SPLIT: "hands-max"}
    with pytest.raises(IllegalAction, match="3 hands at most"):
        act(state, SPLIT, deal("8C 9D 8H 8D 8S 3D 8C 2C 4C 4D"))


def test_r10_both_hands_of_a_split_may_be_pairs_but_only_one_splits() -> None:
    state = play("8C 9D 8H 8D 8S 8C TS TC", SPLIT, SPLIT, STICK, STICK)
    assert held(state) == ("8C TS", "8S TC", "8H 8C")
    assert bars(state) == {SPLIT: "hands-max"}


def test_r10_split_aces_may_twist_stick_and_buy() -> None:
    state = play("AC 9D AH 8D 4S 3D", SPLIT)
    assert legal(state) == (TWIST, STICK, BUY)
    state = play("AC 9D AH 8D 4S 3D 2D 5H", SPLIT, TWIST, STICK, BUY)
    assert held(state) == ("AC 4S 2D", "AH 3D 5H")
    assert stakes(state) == (STAKE, 2 * STAKE)


def test_r10_aces_split_again_like_any_pair() -> None:
    state = play("AC 9D AH 8D AS 3D 5C 6C", SPLIT, SPLIT)
    assert held(state) == ("AC 5C", "AS 6C", "AH 3D")


def test_r6_r10_an_ace_and_a_ten_after_a_split_are_a_pontoon_paid_2_to_1() -> None:
    state = play("AC 9D AH 8D KS 9C", SPLIT)
    assert states(state) == (PONTOON, ACTIVE)
    assert state.active_hand == 1
    state = play("AC 9D AH 8D KS 9C", SPLIT, STICK)
    assert settled(state) == (
        (PONTOON, Outcome.PONTOON, 3 * STAKE),
        (STUCK, Outcome.WIN, 2 * STAKE),
    )


def test_r6_r10_a_split_ten_that_catches_an_ace_is_a_pontoon() -> None:
    state = play("KC 9D KH 8D AS 9C", SPLIT)
    assert states(state) == (PONTOON, ACTIVE)


def test_r6_r10_a_waiting_hand_that_is_a_pontoon_ends_at_once() -> None:
    state = play("AC 9D AH 8D 5S KC", SPLIT)
    assert states(state) == (ACTIVE, PONTOON)
    state = play("AC 9D AH 8D 5S KC 4C", SPLIT, TWIST, STICK)
    assert settled(state) == (
        (STUCK, Outcome.WIN, 2 * STAKE),
        (PONTOON, Outcome.PONTOON, 3 * STAKE),
    )


def test_r6_r10_two_pontoons_after_a_split_end_the_round_and_the_dealer_does_not_draw() -> None:
    state = play("AC 9D AH 4D KS JC", SPLIT)
    assert settled(state) == (
        (PONTOON, Outcome.PONTOON, 3 * STAKE),
        (PONTOON, Outcome.PONTOON, 3 * STAKE),
    )
    assert dealer(state) == ("9D 4D", DealerResult.NOT_PLAYED)


def test_r10_the_turn_passes_over_a_pontoon_between_two_hands() -> None:
    state = play("AC 9D AH 8D AS 3D 5C KC 2C", SPLIT, SPLIT, TWIST, STICK)
    assert states(state) == (STUCK, PONTOON, ACTIVE)
    assert state.active_hand == 2


def test_r9_r10_hands_of_different_stakes_are_each_paid_on_their_own() -> None:
    state = play("8C 9D 8H 8D 3S 2D TD 9S KC", SPLIT, BUY, STICK, TWIST, TWIST)
    assert stakes(state) == (2 * STAKE, STAKE)
    assert settled(state) == (
        (STUCK, Outcome.WIN, 4 * STAKE),
        (HandState.BUST, Outcome.BUST, 0),
    )
    assert (state.staked, state.returned, state.net) == (3 * STAKE, 4 * STAKE, STAKE)


def test_r17_the_most_at_risk_is_6000_pounds_and_the_most_won_12000() -> None:
    most = Pence(100_000)
    # Threes to three hands of 3 2 2 A and one card more, each bought: three tricks.
    state = play(
        "3C TD 3H 7D 3S 2C 2D 2H 2S AC 4C 2S AD 4D 2C AH 4H",
        SPLIT,
        SPLIT,
        *(TWIST, TWIST, BUY) * 3,
        stake=most,
    )
    assert states(state) == (TRICK,) * 3
    assert (state.staked, state.returned, state.net) == (600_000, 1_800_000, 1_200_000)
