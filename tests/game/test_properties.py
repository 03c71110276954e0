"""What holds of every round, whatever the rules, the cards and the player."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.game.cards import DECK, Card
from app.game.choices import IllegalAction, barred, house_action, legal_actions
from app.game.events import event_fields
from app.game.hands import total_of
from app.game.money import Pence
from app.game.outcomes import Action, DealerResult, HandState, Outcome
from app.game.play import BadRecord, Record, act, replay, void_round
from tests.game.by_the_book import allowed, best_total, dealer_cards, paid, read
from tests.game.strategies import ACTIONS_MAX, ANY_PLAY, SHIPPED_PLAY, Play, play_out
from tests.game.table import SHIPPED


@given(st.lists(st.sampled_from(DECK), max_size=8))
def test_r2_the_total_is_the_best_of_all_ways_to_count_the_aces(cards: list[Card]) -> None:
    total = total_of(tuple(cards))
    assert (total.points, total.soft) == best_total(cards)


@given(ANY_PLAY)
def test_replay_of_every_prefix_is_the_state_that_play_came_to(play: Play) -> None:
    for taken, state in enumerate(play.states):
        record = Record(play.rules, play.last.stake, play.actions[:taken])
        assert replay(record, play.card_at) == state


@given(ANY_PLAY)
def test_every_round_ends_and_its_states_only_grow(play: Play) -> None:
    assert play.last.ended
    assert not any(state.ended for state in play.states[:-1])
    for before, after in zip(play.states, play.states[1:], strict=False):
        assert after.events[: len(before.events)] == before.events
        assert after.cards[: len(before.cards)] == before.cards
        assert len(after.events) > len(before.events)


@given(ANY_PLAY)
def test_the_cards_dealt_are_the_first_given_and_lie_in_the_hands(play: Play) -> None:
    for state in play.states:
        assert state.cards == play.given[: state.cards_dealt]
        on_table = Counter(state.dealer.cards)
        for hand in state.hands:
            on_table.update(hand.cards)
        assert on_table == Counter(state.cards)


@given(ANY_PLAY)
def test_a_reader_of_the_events_alone_has_the_same_table_before_them(play: Play) -> None:
    for state in play.states:
        seen = read(state.events, play.rules)
        assert [tuple(hand.cards) for hand in seen.hands] == [hand.cards for hand in state.hands]
        assert [hand.stake for hand in seen.hands] == [hand.stake for hand in state.hands]
        assert [hand.buys for hand in seen.hands] == [hand.buys for hand in state.hands]
        assert [(hand.outcome, hand.returned) for hand in seen.hands] == [
            (hand.outcome, hand.returned) for hand in state.hands
        ]
        still_open = (HandState.ACTIVE, HandState.WAITING)
        assert [hand.closed for hand in seen.hands] == [
            "" if hand.state in still_open else hand.state.value for hand in state.hands
        ]
        assert seen.dealer == (list(state.dealer.cards) if state.ended else [None, None])


@given(ANY_PLAY)
def test_the_turn_is_with_the_first_hand_still_open_and_the_others_wait(play: Play) -> None:
    for state in play.states[:-1]:
        still_open = [
            index
            for index, hand in enumerate(state.hands)
            if hand.state in (HandState.ACTIVE, HandState.WAITING)
        ]
        assert state.active_hand == still_open[0]
        assert [state.hands[index].state for index in still_open[1:]] == [
            HandState.WAITING for _ in still_open[1:]
        ]


@given(ANY_PLAY)
def test_the_legal_actions_are_those_of_the_book_and_the_rest_is_barred(play: Play) -> None:
    for state in play.states[:-1]:
        legal = legal_actions(state)
        active = state.active_hand
        assert active is not None
        seen = read(state.events, play.rules)
        assert set(legal) == allowed(seen.hands[active], len(seen.hands), play.rules)
        assert sorted([*legal, *(bar.action for bar in barred(state))]) == sorted(Action)
        assert all(bar.text for bar in barred(state))
    assert legal_actions(play.last) == ()
    assert barred(play.last) == ()


@given(ANY_PLAY)
def test_an_illegal_action_is_refused_asks_for_no_card_and_spoils_no_record(play: Play) -> None:
    def no_card(position: int) -> Card:
        raise AssertionError(f"card {position} was asked for")

    for taken, state in enumerate(play.states):
        legal = legal_actions(state)
        for action in set(Action) - set(legal):
            with pytest.raises(IllegalAction) as refused:
                act(state, action, no_card)
            assert (refused.value.action, refused.value.legal) == (action, legal)
            record = Record(play.rules, state.stake, (*play.actions[:taken], action))
            with pytest.raises(BadRecord) as bad:
                replay(record, play.card_at)
            assert bad.value.index == taken
        assert state == replay(Record(play.rules, state.stake, play.actions[:taken]), play.card_at)


@given(ANY_PLAY)
def test_the_dealer_draws_and_each_hand_is_paid_by_the_book(play: Play) -> None:
    state = play.last
    seen = read(state.events, play.rules)
    drawn = list(state.dealer.cards[:2]) + list(
        play.given[state.cards_dealt - len(state.dealer.cards) + 2 :]
    )
    dealer = dealer_cards(drawn, seen.hands, play.rules)
    assert state.dealer.cards == tuple(dealer)
    assert [hand.returned for hand in state.hands] == [
        paid(hand, dealer, play.rules) for hand in seen.hands
    ]
    assert state.staked == sum(hand.stake for hand in seen.hands)
    assert state.returned == sum(hand.returned or 0 for hand in state.hands)
    assert state.net == (state.returned or 0) - state.staked


@given(ANY_PLAY)
def test_what_a_hand_came_to_goes_with_how_it_stands(play: Play) -> None:
    for hand in play.last.hands:
        assert (
            hand.outcome
            in {
                HandState.STUCK: (Outcome.WIN, Outcome.LOSE),
                HandState.BUST: (Outcome.BUST,),
                HandState.PONTOON: (Outcome.PONTOON, Outcome.LOSE),
                HandState.FIVE_CARD_TRICK: (Outcome.FIVE_CARD_TRICK, Outcome.LOSE),
            }[hand.state]
        )
        lost = hand.outcome in (Outcome.LOSE, Outcome.BUST)
        assert (hand.returned == 0) is lost


@given(SHIPPED_PLAY)
def test_r17_at_most_6_stakes_are_at_risk_and_at_most_12_are_won(play: Play) -> None:
    state = play.last
    assert state.stake <= state.staked <= 6 * state.stake
    assert state.net is not None
    assert -6 * state.stake <= state.net <= 12 * state.stake
    assert len(state.hands) <= 3
    assert state.cards_dealt <= SHIPPED.cards_max


@given(ANY_PLAY)
def test_the_house_can_finish_a_round_left_at_any_point(play: Play) -> None:
    for state in play.states:
        left, taken = state, 0
        while not left.ended:
            action = house_action(left)
            assert action in legal_actions(left)
            assert action in (Action.STICK, Action.TWIST)
            left = act(left, action, play.card_at)
            taken += 1
        assert taken <= ACTIONS_MAX
        assert left.staked == state.staked


@given(ANY_PLAY)
def test_r3_a_round_may_be_made_void_at_any_point(play: Play) -> None:
    for state in play.states[:-1]:
        void = void_round(state)
        assert void.cards == state.cards
        assert void.ended
        assert legal_actions(void) == ()
        assert void.dealer.result is DealerResult.NOT_PLAYED
        for before, after in zip(state.hands, void.hands, strict=True):
            assert (after.cards, after.stake, after.state) == (
                before.cards,
                before.stake,
                before.state,
            )
            pontoon = before.state is HandState.PONTOON
            assert after.outcome is (Outcome.PONTOON if pontoon else Outcome.VOID)
            won = before.stake * play.rules.pays.pontoon if pontoon else 0
            assert after.returned == before.stake + won
        assert [hand.returned for hand in read(void.events, play.rules).hands] == [
            hand.returned for hand in void.hands
        ]


@given(ANY_PLAY)
def test_r1_suits_change_nothing(play: Play) -> None:
    turned = tuple(DECK[card.number ^ 3] for card in play.given)
    state = replay(play.record, turned.__getitem__)
    assert [(hand.state, hand.outcome, hand.returned) for hand in state.hands] == [
        (hand.state, hand.outcome, hand.returned) for hand in play.last.hands
    ]


def test_random_play_of_the_shipped_rules_comes_to_everything_that_may_happen() -> None:
    dice = random.Random(20_260_101)
    seen: Counter[str] = Counter()
    for _ in range(4_000):
        given_cards = tuple(dice.choices(DECK, k=40))
        play = play_out(SHIPPED, Pence(200), given_cards, dice.choice)
        state = play.last
        seen.update(f"state {hand.state}" for hand in state.hands)
        seen.update(f"outcome {hand.outcome}" for hand in state.hands)
        seen[f"dealer {state.dealer.result}"] += 1
        seen[f"hands {len(state.hands)}"] += 1
        seen.update(f"bar {bar.code}" for at in play.states for bar in barred(at))
        seen.update(str(event_fields(event)["event"]) for event in state.events)
    print(dict(sorted(seen.items())))
    wanted = {
        *(f"state {state}" for state in HandState if state not in ("waiting", "active")),
        *(f"outcome {outcome}" for outcome in Outcome if outcome is not Outcome.VOID),
        *(f"dealer {result}" for result in DealerResult),
        *(f"hands {hands}" for hands in (1, 2, 3)),
        *(f"bar {bar}" for bar in ("below-stick-min", "already-bought", "not-a-pair", "hands-max")),
    }
    assert wanted <= set(seen)
