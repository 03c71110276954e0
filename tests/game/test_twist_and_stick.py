"""R7, R8, R11 and R12: twisting, sticking, the five-card trick and the bust hand."""

import pytest

from app.game.cards import RANKS
from app.game.choices import IllegalAction
from app.game.events import Bust, CardDealt, DealerRevealed, HandSettled, Stuck, Twisted
from app.game.hands import Total
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
    states,
)

# Ace, 4, 3, 3: a soft 21 of four cards, against a dealer of hard 17.
SOFT_21_OF_FOUR = "AC 9D 4C 8H 3D 3H"


def test_r7_a_twist_deals_one_card_to_the_hand_and_leaves_it_active() -> None:
    state = play("2C 9D 4C 8H 3D", TWIST)
    assert held(state) == ("2C 4C 3D",)
    assert states(state) == (HandState.ACTIVE,)
    assert state.events[-2:] == (Twisted(0), CardDealt(0, cards("3D")[0]))


def test_r7_a_hand_of_four_cards_may_twist() -> None:
    assert legal(play("2C 9D 2D 8H 3D 4H", TWIST, TWIST)) == (TWIST, BUY)


def test_r7_a_21_of_three_cards_does_not_end_by_itself() -> None:
    state = play("7C 9D 7D 8H 7H", TWIST)
    assert states(state) == (HandState.ACTIVE,)
    assert legal(state) == (TWIST, STICK, BUY)
    state = play("7C 9D 7D 8H 7H", TWIST, STICK)
    assert settled(state) == ((HandState.STUCK, Outcome.WIN, 2 * STAKE),)


def test_r7_a_hard_21_may_be_twisted_and_busts() -> None:
    state = play("7C 9D 7D 8H 7H AC", TWIST, TWIST)
    assert settled(state) == ((HandState.BUST, Outcome.BUST, 0),)


def test_r7_a_soft_21_of_three_cards_may_be_twisted_and_goes_on() -> None:
    state = play("AC 9D 4C 8H 6D TH", TWIST, TWIST)
    assert (states(state), state.hands[0].total) == ((HandState.ACTIVE,), Total(21, soft=False))


def test_r7_a_21_of_four_cards_does_not_end_by_itself() -> None:
    state = play(SOFT_21_OF_FOUR, TWIST, TWIST)
    assert (states(state), state.hands[0].total) == ((HandState.ACTIVE,), Total(21, soft=True))
    assert legal(state) == (TWIST, STICK, BUY)


@pytest.mark.parametrize("rank", RANKS)
def test_r7_a_soft_21_of_four_cards_is_sure_to_make_a_five_card_trick(rank: str) -> None:
    state = play(f"{SOFT_21_OF_FOUR} {rank}S", TWIST, TWIST, TWIST)
    assert settled(state) == ((HandState.FIVE_CARD_TRICK, Outcome.FIVE_CARD_TRICK, 3 * STAKE),)
    assert dealer(state) == ("9D 8H", DealerResult.STUCK)


@pytest.mark.parametrize(
    ("names", "total"),
    [("9C 9D 5H 8S", Total(14, False)), ("AC 9D 3H 8S", Total(14, True))],
    ids=["hard", "soft"],
)
def test_r8_nobody_sticks_on_14(names: str, total: Total) -> None:
    state = play(names)
    assert state.hands[0].total == total
    assert legal(state) == (TWIST, BUY)
    assert bars(state) == {STICK: "below-stick-min", SPLIT: "not-a-pair"}
    with pytest.raises(IllegalAction, match="You may stick on 15 or more"):
        act(state, STICK, deal(""))


def test_r8_on_a_pair_of_sevens_the_player_must_twist_buy_or_split() -> None:
    assert legal(play("7C 9D 7H 8S")) == (TWIST, BUY, SPLIT)


@pytest.mark.parametrize("names", ["9C 9D 6H 8S", "AC 9D 4H 8S"], ids=["hard", "soft"])
def test_r8_a_player_may_stick_on_15(names: str) -> None:
    state = play(names, STICK)
    assert settled(state) == ((HandState.STUCK, Outcome.LOSE, 0),)
    assert state.events[-3:] == (
        Stuck(0),
        DealerRevealed(cards("9D 8S")),
        HandSettled(0, Outcome.LOSE, Pence(0)),
    )


def test_r8_a_soft_hand_that_turns_hard_below_15_must_go_on() -> None:
    state = play("AC 9D 4C 8H TD", TWIST)
    assert state.hands[0].total == Total(15, soft=False)
    state = play("AC 9D 4C 8H 8D", TWIST)
    assert state.hands[0].total == Total(13, soft=False)
    assert legal(state) == (TWIST, BUY)


@pytest.mark.parametrize("last", ["2S", "5S", "TS"], ids=["13", "16", "21"])
def test_r11_five_cards_not_over_21_end_at_once_and_are_paid_2_to_1(last: str) -> None:
    state = play(f"2C 9D 2D 8H 3D 4H {last}", TWIST, TWIST, TWIST)
    assert settled(state) == ((HandState.FIVE_CARD_TRICK, Outcome.FIVE_CARD_TRICK, 3 * STAKE),)
    assert (state.ended, legal(state)) == (True, ())


def test_r11_a_five_card_trick_below_the_dealers_total_still_wins() -> None:
    state = play("AC TD 2D JH 2H 2S 3D", TWIST, TWIST, TWIST)
    assert state.hands[0].total == Total(20, soft=True)
    state = play("2C TD 2D JH 2H 2S 2D", TWIST, TWIST, TWIST)
    assert (state.hands[0].total.points, state.dealer.total.points) == (10, 20)
    assert settled(state) == ((HandState.FIVE_CARD_TRICK, Outcome.FIVE_CARD_TRICK, 3 * STAKE),)


def test_r11_five_cards_over_21_are_bust() -> None:
    state = play("2C 9D 4D 8H 3D 4H 9S", TWIST, TWIST, TWIST)
    assert settled(state) == ((HandState.BUST, Outcome.BUST, 0),)


def test_r11_a_trick_passes_the_turn_to_the_next_hand() -> None:
    state = play("2C 9D 2D 8H 3D TC 2S 4H 5H", SPLIT, TWIST, TWIST, TWIST)
    assert held(state) == ("2C 3D 2S 4H 5H", "2D TC")
    assert states(state) == (HandState.FIVE_CARD_TRICK, HandState.ACTIVE)


def test_r12_a_hand_over_21_is_bust_and_the_round_ends_with_it() -> None:
    state = play("9C 9D 5H 8S 8D", TWIST)
    assert settled(state) == ((HandState.BUST, Outcome.BUST, 0),)
    assert dealer(state) == ("9D 8S", DealerResult.NOT_PLAYED)
    assert state.events[-5:] == (
        Twisted(0),
        CardDealt(0, cards("8D")[0]),
        Bust(0),
        DealerRevealed(cards("9D 8S")),
        HandSettled(0, Outcome.BUST, Pence(0)),
    )


def test_r12_a_bust_hand_has_lost_even_when_the_dealer_busts() -> None:
    state = play("8C 9D 8D 7H 9H 9S TD KC", SPLIT, TWIST, STICK)
    assert held(state) == ("8C 9H TD", "8D 9S")
    assert dealer(state) == ("9D 7H KC", DealerResult.BUST)
    assert settled(state) == (
        (HandState.BUST, Outcome.BUST, 0),
        (HandState.STUCK, Outcome.WIN, 2 * STAKE),
    )


def test_an_illegal_action_says_what_is_legal_and_changes_nothing() -> None:
    state = play("9C 9D 5H 8S")
    before = play("9C 9D 5H 8S")
    with pytest.raises(IllegalAction) as refused:
        act(state, STICK, deal(""))
    assert refused.value.action is STICK
    assert refused.value.legal == (TWIST, BUY)
    assert state == before


def test_no_action_is_taken_on_a_round_that_has_ended() -> None:
    for action in (TWIST, STICK, BUY, SPLIT):
        with pytest.raises(IllegalAction) as refused:
            act(play("AC 5D JD 9H"), action, deal("AC 5D JD 9H 2C 3C"))
        assert refused.value.legal == ()
