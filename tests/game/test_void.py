"""R3: a round that cannot be finished. When the shoe is made whole is not the round's business."""

import pytest

from app.game.choices import IllegalAction, barred, extra_stake, legal_actions
from app.game.events import DealerRevealed, HandSettled
from app.game.money import Pence
from app.game.outcomes import Action, DealerResult, HandState, Outcome
from app.game.play import RoundEnded, act, void_round
from app.game.state import RoundState
from tests.game.table import (
    BUY,
    SPLIT,
    STAKE,
    STICK,
    TWIST,
    cards,
    deal,
    dealer,
    house,
    play,
    settled,
)

VOID = Outcome.VOID


def in_play() -> RoundState:
    """A bought and bust hand, a pontoon, and a hand whose turn it is."""
    return play("AC TH AD 8H AS 5S 6S KS TD 9C", SPLIT, SPLIT, BUY, TWIST)


def test_r3_a_void_hand_gets_its_whole_stake_back_and_keeps_its_state() -> None:
    state = void_round(play("9C 9D 5H 8S"))
    assert settled(state) == ((HandState.ACTIVE, VOID, STAKE),)
    assert (state.staked, state.returned, state.net) == (STAKE, STAKE, 0)


def test_r3_bust_hands_too_and_bought_stakes_and_a_pontoon_gets_its_three_times() -> None:
    assert settled(void_round(in_play())) == (
        (HandState.BUST, VOID, 2 * STAKE),
        (HandState.PONTOON, Outcome.PONTOON, 3 * STAKE),
        (HandState.ACTIVE, VOID, STAKE),
    )


def test_r3_stuck_hands_tricks_and_waiting_hands_get_their_stakes_back() -> None:
    state = play("8C 9D 8H 8D TS 8S 3D 2C", SPLIT, STICK, SPLIT)
    assert settled(void_round(state)) == (
        (HandState.STUCK, VOID, STAKE),
        (HandState.ACTIVE, VOID, STAKE),
        (HandState.WAITING, VOID, STAKE),
    )
    state = play("2C 9D 2D 8H 3D TC 2S 4H 5H", SPLIT, TWIST, TWIST, TWIST)
    assert settled(void_round(state))[0] == (HandState.FIVE_CARD_TRICK, VOID, STAKE)


def test_r3_a_split_hand_that_is_only_a_21_has_no_three_times() -> None:
    rules = house("player.pontoon_after_split=21")
    state = void_round(play("AC 9D AH 8D KS 9C", SPLIT, rules=rules))
    assert settled(state)[0] == (HandState.ACTIVE, VOID, STAKE)


def test_r3_the_cards_of_a_void_round_stay_dealt_and_the_dealer_draws_none() -> None:
    before = in_play()
    state = void_round(before)
    assert state.cards == before.cards
    assert dealer(state) == ("TH 8H", DealerResult.NOT_PLAYED)


def test_r3_the_events_of_a_void_round_turn_the_dealer_over_and_pay() -> None:
    before = play("9C 9D 5H 8S")
    assert void_round(before).events == (
        *before.events,
        DealerRevealed(cards("9D 8S")),
        HandSettled(0, VOID, Pence(STAKE)),
    )


def test_r3_a_round_that_has_ended_is_not_made_void() -> None:
    with pytest.raises(RoundEnded):
        void_round(play("AC 5D JD 9H"))
    with pytest.raises(RoundEnded):
        void_round(void_round(play("9C 9D 5H 8S")))


@pytest.mark.parametrize("action", Action)
def test_r3_a_void_round_awaits_no_action_though_its_hands_keep_their_states(
    action: Action,
) -> None:
    state = void_round(play("8C 9D 8H 8S"))
    assert state.ended
    assert state.active_hand is None
    assert legal_actions(state) == ()
    assert barred(state) == ()
    assert extra_stake(state, action) == 0
    with pytest.raises(IllegalAction) as refused:
        act(state, action, deal("8C 9D 8H 8S 2C 3C 4C 5C"))
    assert refused.value.legal == ()
