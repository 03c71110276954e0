"""Nothing that a state in play shows depends on a card that lies face down or is not yet dealt."""

import traceback
from dataclasses import fields

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.game.cards import DECK, FACE_DOWN, Card
from app.game.choices import IllegalAction, barred, extra_stake, house_action, legal_actions
from app.game.events import CardDealt, DealerRevealed, event_fields
from app.game.hands import is_pontoon
from app.game.outcomes import Action
from app.game.play import BadRecord, Record, act, replay
from app.game.state import RoundState
from tests.game.strategies import ANY_PLAY, Play
from tests.game.table import BUY, SPLIT, TWIST, deal, play

CARD = st.sampled_from(DECK)
DEALERS = (1, 3)


def shown(state: RoundState) -> list[object]:
    """All that a state in play says of itself, short of opening the fields kept for the engine."""
    told: list[object] = [
        repr(state),
        repr(state.dealer),
        str(state),
        state.events,
        [event_fields(event) for event in state.events],
        legal_actions(state),
        barred(state),
        house_action(state),
        [extra_stake(state, action) for action in Action],
        (state.active_hand, state.staked, state.returned, state.net, state.cards_dealt),
    ]
    for action in set(Action) - set(legal_actions(state)):
        with pytest.raises(IllegalAction) as refused:
            act(state, action, deal(""))
        told.append("".join(traceback.format_exception(refused.value)))
    return told


@given(ANY_PLAY, CARD, CARD)
def test_a_state_in_play_tells_nothing_of_the_dealers_cards(
    played: Play, first: Card, second: Card
) -> None:
    assume(not is_pontoon((first, second)))
    assume(not played.states[0].ended)
    other = list(played.given)
    other[DEALERS[0]], other[DEALERS[1]] = first, second
    for taken, state in enumerate(played.states[:-1]):
        record = Record(played.rules, state.stake, played.actions[:taken])
        assert shown(replay(record, other.__getitem__)) == shown(state)


@given(ANY_PLAY)
def test_no_card_is_asked_for_before_its_turn(played: Play) -> None:
    for taken, state in enumerate(played.states):
        dealt = deal(" ".join(map(str, played.given[: state.cards_dealt])))
        record = Record(played.rules, state.stake, played.actions[:taken])
        assert replay(record, dealt) == state


@given(ANY_PLAY)
def test_the_dealers_two_cards_come_without_a_card_until_they_are_turned_over(
    played: Play,
) -> None:
    for state in played.states:
        dealt = [event for event in state.events if isinstance(event, CardDealt)]
        assert [event.card for event in dealt if event.to is None][:2] == [None, None]
        revealed = [event for event in state.events if isinstance(event, DealerRevealed)]
        assert len(revealed) == (1 if state.ended else 0)


def test_face_down_cards_are_stored_as_face_down() -> None:
    stored = [event_fields(event) for event in play("7C 5D 8H 9S").events]
    assert [row["card"] for row in stored if row.get("to") == "dealer"] == [FACE_DOWN, FACE_DOWN]
    assert not {"5D", "9S"} & {str(value) for row in stored for value in row.values()}


def test_a_state_in_play_keeps_the_dealt_cards_out_of_its_repr() -> None:
    kept = {field.name for field in fields(RoundState) if not field.repr}
    assert kept == {"rules", "cards"}
    text = repr(play("7C 5D 8H 9S"))
    for name in ("5D", "9S"):
        assert repr(Card.parse(name)) not in text


def test_a_refused_record_says_where_and_why_and_no_card() -> None:
    with pytest.raises(BadRecord) as bad:
        replay(
            Record(
                play("8C 5D 8H 9S").rules, play("8C 5D 8H 9S").stake, (SPLIT, TWIST, SPLIT, BUY)
            ),
            deal("8C 5D 8H 9S 2C 3C 4C"),
        )
    assert str(bad.value) == (
        "action 2: split is not allowed now: Only two cards of the same rank may be split."
    )
    assert (bad.value.index, bad.value.illegal.action) == (2, SPLIT)
