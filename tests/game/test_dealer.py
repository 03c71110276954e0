"""R13: what the dealer draws, and when the dealer draws nothing."""

import pytest

from app.game.events import CardDealt, DealerRevealed
from app.game.outcomes import Action, DealerResult, HandState, Outcome
from tests.game.table import SPLIT, STICK, TWIST, cards, dealer, play, settled, states

STUCK, BUST, TRICK = DealerResult.STUCK, DealerResult.BUST, DealerResult.FIVE_CARD_TRICK


@pytest.mark.parametrize(
    ("first", "second", "drawn", "result"),
    [
        ("TH", "7H", "", STUCK),
        ("TH", "8H", "", STUCK),
        ("9H", "TH", "", STUCK),
        ("KH", "QH", "", STUCK),
        ("TH", "6H", "5S", STUCK),
        ("TH", "6H", "AS", STUCK),
        ("TH", "6H", "6S", BUST),
        ("AH", "6H", "4S", STUCK),
        ("AH", "6H", "TS", STUCK),
        ("AH", "6H", "AS", STUCK),
        ("AH", "6H", "9S TC", BUST),
        ("AH", "7H", "", STUCK),
        ("AH", "8H", "", STUCK),
        ("AH", "5H", "AS TC", STUCK),
        ("3H", "3S", "AS TC", STUCK),
        ("2H", "2S", "2C AD TS", TRICK),
        ("2H", "3S", "2C 4D 5D", TRICK),
        ("2H", "3S", "2C 4D TD", TRICK),
        ("AH", "AS", "AC AD 2D", TRICK),
        ("AH", "AS", "AC AD AC", TRICK),
        ("2H", "3S", "TC AD 6D", BUST),
        ("2H", "2S", "3C 4D 6D", TRICK),
        ("4H", "4S", "4C 4D 6D", BUST),
        ("2H", "2S", "3C TD", STUCK),
    ],
)
def test_r13_the_dealer_twists_on_16_or_less_and_on_soft_17(
    first: str, second: str, drawn: str, result: DealerResult
) -> None:
    state = play(f"TC {first} 9C {second} {drawn}", STICK)
    assert dealer(state) == (f"{first} {second} {drawn}".strip(), result)


def test_r13_a_soft_17_of_three_cards_is_twisted_too() -> None:
    assert dealer(play("TC AH 9C 3H 3S 4C", STICK)) == ("AH 3H 3S 4C", STUCK)


def test_r13_a_17_with_every_ace_counted_as_1_is_hard() -> None:
    assert dealer(play("TC 5H 9C AS TS AC", STICK)) == ("5H AS TS AC", STUCK)


def test_r13_the_drawn_cards_come_after_both_are_turned_over() -> None:
    state = play("TC TH 9C 6H 5S", STICK)
    assert state.events[-3:-1] == (
        DealerRevealed(cards("TH 6H")),
        CardDealt(None, cards("5S")[0]),
    )


@pytest.mark.parametrize(
    ("names", "actions"),
    [
        ("9C 2H 5C 3H 8D", (TWIST,)),
        ("8C 2H 8D 3H 6S 7S TD KD", (SPLIT, TWIST, TWIST)),
        ("AC 2H KC 3H", ()),
        ("AC 2H AD 3H KS QS", (SPLIT,)),
        ("AC 2H AD 3H KS 4S 7D TD", (SPLIT, TWIST, TWIST)),
    ],
    ids=["bust", "both bust", "pontoon", "two pontoons", "pontoon and bust"],
)
def test_r13_the_dealer_draws_nothing_when_every_hand_is_bust_or_a_pontoon(
    names: str, actions: tuple[Action, ...]
) -> None:
    state = play(names, *actions)
    assert dealer(state) == ("2H 3H", DealerResult.NOT_PLAYED)
    assert DealerRevealed(cards("2H 3H")) in state.events


def test_r13_the_dealer_draws_against_a_trick_alone() -> None:
    state = play("2C 2H 2D 3H 3C 4C 5C TH 9H", TWIST, TWIST, TWIST)
    assert states(state) == (HandState.FIVE_CARD_TRICK,)
    assert dealer(state) == ("2H 3H TH 9H", BUST)


def test_r13_one_live_hand_among_dead_ones_makes_the_dealer_draw() -> None:
    state = play("AC TH AD 6H KS 9S 5H", SPLIT, STICK)
    assert dealer(state) == ("TH 6H 5H", STUCK)
    assert settled(state) == (
        (HandState.PONTOON, Outcome.PONTOON, 3000),
        (HandState.STUCK, Outcome.LOSE, 0),
    )
