"""R4 to R6 and R16: the deal, the dealer's peek, and pontoons on the first two cards."""

import pytest

from app.game.cards import Card
from app.game.choices import barred, legal_actions
from app.game.events import CardDealt, DealerPeeked, DealerRevealed, HandSettled, StakeTaken
from app.game.money import Pence
from app.game.outcomes import Action, DealerResult, HandState, Outcome
from app.game.play import act, open_round
from tests.game.table import (
    SHIPPED,
    STAKE,
    STICK,
    TWIST,
    cards,
    deal,
    dealer,
    held,
    play,
    settled,
    states,
)


def test_r4_player_dealer_player_dealer() -> None:
    state = play("7C 5D 8H 9S")
    assert held(state) == ("7C 8H",)
    assert state.dealer.cards == cards("5D 9S")
    assert state.cards == cards("7C 5D 8H 9S")
    assert state.cards_dealt == 4


def test_r4_the_players_cards_lie_face_up_and_both_of_the_dealers_face_down() -> None:
    assert play("7C 5D 8H 9S").events == (
        StakeTaken(0, STAKE),
        CardDealt(0, Card.parse("7C")),
        CardDealt(None, None),
        CardDealt(0, Card.parse("8H")),
        CardDealt(None, None),
        DealerPeeked(pontoon=False),
    )


def test_r4_after_the_deal_the_first_hand_is_active_and_nothing_is_settled() -> None:
    state = play("7C 5D 8H 9S")
    assert settled(state) == ((HandState.ACTIVE, None, None),)
    assert (state.active_hand, state.ended, state.dealer.result) == (0, False, None)
    assert (state.staked, state.returned, state.net) == (STAKE, None, None)


@pytest.mark.parametrize("names", ["9C AD 8H KS", "9C KD 8H AS", "9C TD 8H AS", "9C AD 8H JS"])
def test_r5_a_dealers_pontoon_ends_the_round_before_any_action(names: str) -> None:
    state = play(names)
    assert state.ended
    assert legal_actions(state) == ()
    assert barred(state) == ()
    assert state.active_hand is None
    assert settled(state) == ((HandState.STUCK, Outcome.LOSE, 0),)
    assert state.dealer.result is DealerResult.PONTOON
    assert state.cards_dealt == 4


def test_r5_the_dealers_pontoon_is_turned_over_at_once() -> None:
    assert play("9C AD 8H KS").events[-3:] == (
        DealerPeeked(pontoon=True),
        DealerRevealed(cards("AD KS")),
        HandSettled(0, Outcome.LOSE, Pence(0)),
    )


def test_r5_a_dealers_pontoon_takes_a_players_pontoon_too() -> None:
    state = play("AC AD KH KS")
    assert settled(state) == ((HandState.PONTOON, Outcome.LOSE, 0),)
    assert dealer(state) == ("AD KS", DealerResult.PONTOON)
    assert (state.returned, state.net) == (0, -STAKE)


def test_r5_a_pair_is_not_split_against_a_dealers_pontoon() -> None:
    assert legal_actions(play("8C TD 8H AS")) == ()


@pytest.mark.parametrize("ten", ["TD", "JD", "QD", "KD"])
@pytest.mark.parametrize("ace_first", [True, False])
def test_r6_a_pontoon_ends_at_once_and_is_paid_2_to_1(ten: str, ace_first: bool) -> None:
    first, second = ("AC", ten) if ace_first else (ten, "AC")
    state = play(f"{first} 5D {second} 9H")
    assert settled(state) == ((HandState.PONTOON, Outcome.PONTOON, 3 * STAKE),)
    assert dealer(state) == ("5D 9H", DealerResult.NOT_PLAYED)
    assert state.net == 2 * STAKE


def test_r6_a_soft_21_of_three_cards_is_no_pontoon_and_pays_1_to_1() -> None:
    state = play("AC TD 5C 8H 5D", TWIST)
    assert states(state) == (HandState.ACTIVE,)
    state = play("AC TD 5C 8H 5D", TWIST, STICK)
    assert settled(state) == ((HandState.STUCK, Outcome.WIN, 2 * STAKE),)


def test_r16_there_is_no_insurance_and_no_surrender() -> None:
    assert {action.value for action in Action} == {"twist", "stick", "buy", "split"}


def test_r16_no_card_is_burnt_each_position_is_dealt_once_and_in_order() -> None:
    asked: list[int] = []
    given = deal("7C 5D 4H 9S 6D 2C 8H")

    def card_at(position: int) -> Card:
        asked.append(position)
        return given(position)

    state = open_round(SHIPPED, STAKE, card_at)
    state = act(state, TWIST, card_at)
    state = act(state, STICK, card_at)
    assert state.ended
    assert asked == [0, 1, 2, 3, 4, 5, 6]
