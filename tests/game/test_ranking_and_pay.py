"""R14 and R15: who wins, and what it pays."""

import pytest

from app.game.money import Pence
from app.game.outcomes import Action, DealerResult, HandState, Outcome
from tests.game.table import (
    BUY,
    SPLIT,
    STAKE,
    STICK,
    TWIST,
    dealer,
    outcomes,
    play,
    settled,
)

WIN, LOSE = Outcome.WIN, Outcome.LOSE
TRICK, PONTOON = Outcome.FIVE_CARD_TRICK, Outcome.PONTOON
THREE_TWISTS = (TWIST, TWIST, TWIST)


@pytest.mark.parametrize(
    ("player", "dealt", "expected"),
    [
        ("TC 9D", "TH 8H", WIN),
        ("TC 9D", "TH 9H", LOSE),
        ("TC 9D", "TH QH", LOSE),
        ("TC 7D", "TH 7H", LOSE),
        ("TC 8D", "TH 7H", WIN),
        ("TC JD", "QH KH", LOSE),
        ("AC 9D", "QH KH", LOSE),
        ("AC 9D", "AH 8H", WIN),
        ("9C 6D", "TH 7H", LOSE),
    ],
)
def test_r14_the_higher_total_wins_and_the_dealer_wins_ties(
    player: str, dealt: str, expected: Outcome
) -> None:
    (first, second), (third, fourth) = player.split(), dealt.split()
    state = play(f"{first} {third} {second} {fourth}", STICK)
    assert outcomes(state) == (expected,)
    assert state.returned == (2 * STAKE if expected is WIN else 0)


def test_r14_any_hand_not_over_21_wins_when_the_dealer_busts() -> None:
    state = play("9C TH 6D 6H KS", STICK)
    assert settled(state) == ((HandState.STUCK, WIN, 2 * STAKE),)


def test_r14_21_against_21_goes_to_the_dealer() -> None:
    state = play("7C TH 7D 6H 7S 5S", TWIST, STICK)
    assert state.hands[0].total.points == state.dealer.total.points == 21
    assert outcomes(state) == (LOSE,)


def test_r14_a_five_card_trick_beats_a_dealers_21() -> None:
    state = play("2C TH 2D 6H 3S 3C 4C 5S", *THREE_TWISTS)
    assert (state.dealer.total.points, outcomes(state)) == (21, (TRICK,))


def test_r14_a_five_card_trick_is_paid_2_to_1_when_the_dealer_busts() -> None:
    state = play("2C TH 2D 6H 3S 3C 4C KS", *THREE_TWISTS)
    assert settled(state) == ((HandState.FIVE_CARD_TRICK, TRICK, 3 * STAKE),)


def test_r14_dealer_wins_when_both_have_a_five_card_trick() -> None:
    state = play("2C 2H 2D 3H 3S 3C 4C 3D 4D 4H", *THREE_TWISTS)
    assert dealer(state) == ("2H 3H 3D 4D 4H", DealerResult.FIVE_CARD_TRICK)
    assert settled(state) == ((HandState.FIVE_CARD_TRICK, LOSE, 0),)


def test_r14_dealer_wins_trick_against_trick_even_with_the_lower_total() -> None:
    state = play("2C AH 4D 2H 5S 4C 6C AD AS AC", *THREE_TWISTS)
    assert (state.hands[0].total.points, state.dealer.total.points) == (21, 16)
    assert settled(state) == ((HandState.FIVE_CARD_TRICK, LOSE, 0),)


def test_r14_a_dealers_five_card_trick_beats_21() -> None:
    state = play("7C 2H 7D 3H 7S 3D 4D 2D", TWIST, STICK)
    assert dealer(state) == ("2H 3H 3D 4D 2D", DealerResult.FIVE_CARD_TRICK)
    assert settled(state) == ((HandState.STUCK, LOSE, 0),)


def test_r14_a_dealers_five_card_trick_does_not_beat_a_pontoon() -> None:
    state = play("AC 2H AD 3H KS 9S 3D 4D 2D", SPLIT, STICK)
    assert dealer(state)[1] is DealerResult.FIVE_CARD_TRICK
    assert settled(state) == (
        (HandState.PONTOON, PONTOON, 3 * STAKE),
        (HandState.STUCK, LOSE, 0),
    )


def test_r14_a_pontoon_after_a_split_beats_a_dealers_21() -> None:
    state = play("AC TH AD 6H KS 9S 5D", SPLIT, STICK)
    assert state.dealer.total.points == 21
    assert outcomes(state) == (PONTOON, LOSE)


@pytest.mark.parametrize(
    ("names", "actions", "staked", "paid"),
    [
        ("TC 9D 9C 8D", (STICK,), 1, 2),
        ("AC 9D KC 8D", (), 1, 3),
        ("2C 9D 2D 8H 3D 4H 6S", THREE_TWISTS, 1, 3),
        ("5C 9D 6D 8H 9S", (BUY, STICK), 2, 4),
        ("2C 9D 2D 8H 3D 4H 6S", (BUY, TWIST, TWIST), 2, 6),
        ("2C 9D 2D 8H 3D 4H 6S", (TWIST, BUY, TWIST), 2, 6),
        ("2C 9D 2D 8H 3D 4H 6S", (TWIST, TWIST, BUY), 2, 6),
    ],
    ids=["win", "pontoon", "trick", "bought win", "trick 2", "trick 3", "trick 4"],
)
@pytest.mark.parametrize("stake", [Pence(200), Pence(1_300), Pence(100_000)])
def test_r15_the_whole_stake_of_the_hand_is_paid_bought_part_included(
    names: str, actions: tuple[Action, ...], staked: int, paid: int, stake: Pence
) -> None:
    state = play(names, *actions, stake=stake)
    assert (state.staked, state.returned) == (staked * stake, paid * stake)
    assert state.net == (paid - staked) * stake


def test_r14_three_hands_come_to_three_different_ends() -> None:
    # Aces split twice: a pontoon; A 7 and twists to bust; A 8 that beats the dealer's 18.
    state = play("AC TH AD 8H AS 8S KS 7S 9C 5C", SPLIT, SPLIT, TWIST, TWIST, STICK)
    assert settled(state) == (
        (HandState.PONTOON, PONTOON, 3 * STAKE),
        (HandState.BUST, Outcome.BUST, 0),
        (HandState.STUCK, WIN, 2 * STAKE),
    )
    assert (state.staked, state.net) == (3 * STAKE, 2 * STAKE)
