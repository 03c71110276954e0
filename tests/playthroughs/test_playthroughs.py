"""Every game of `games/` is played, and the table must say what the file says, line for line."""

import pytest

from app.game.choices import house_action
from app.game.outcomes import Action, DealerResult, HandState, Outcome
from app.game.play import Record, replay, void_round
from tests.playthroughs.playthrough import EXAMPLES, BadPlaythrough, parse
from tests.playthroughs.telling import tell

BY_NAME = {game.name: game for game in EXAMPLES}
NAMES = sorted(BY_NAME)

WELL_WRITTEN = """\
A pontoon
Paid at once.

stake: £2
cards: AC 5D JD 9H

> deal
Hand 1  AC JD  soft 21  £2  pontoon -> pontoon, £6 back
"""


@pytest.mark.parametrize("name", NAMES)
def test_the_table_says_what_the_playthrough_says(name: str) -> None:
    game = BY_NAME[name]
    assert [tell(state) for state in game.states()] == [turn.said for turn in game.turns]


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_deals_all_its_cards_and_goes_to_the_end(name: str) -> None:
    game = BY_NAME[name]
    states = game.states()
    assert states[-1].ended
    assert not any(state.ended for state in states[:-1])
    assert tuple(map(str, states[-1].cards)) == game.cards


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_is_replayed_from_its_record(name: str) -> None:
    game = BY_NAME[name]
    states = game.states()
    actions = tuple(
        house_action(state) if done == "house" else Action(done)
        for done, state in zip(game.actions, states, strict=False)
        if done != "void"
    )
    again = replay(Record(game.rules, game.stake, actions), game.card_at)
    if game.actions[-1:] == ("void",):
        again = void_round(again)
    assert again == states[-1]


def test_the_playthroughs_show_every_end_of_a_hand_and_of_the_dealer() -> None:
    last = [game.states()[-1] for game in EXAMPLES]
    hands = [hand for state in last for hand in state.hands]
    assert {hand.outcome for hand in hands} == set(Outcome)
    assert {hand.state for hand in hands} == set(HandState) - {HandState.WAITING}
    assert {state.dealer.result for state in last} == set(DealerResult)
    assert {len(state.hands) for state in last} == {1, 2, 3}
    assert {action for game in EXAMPLES for action in game.actions} == {
        *Action,
        "house",
        "void",
    }


def test_the_hands_that_are_shown_to_newcomers_are_there() -> None:
    assert set(BY_NAME) >= {
        "bust",
        "buy-on-four-cards",
        "dealer-pontoon",
        "pontoon-after-split",
        "pontoon-against-pontoon",
        "soft-21-twisted",
        "three-hand-split",
        "tie-at-19",
        "trick-against-trick",
    }


def test_a_playthrough_is_read_as_it_is_written() -> None:
    game = parse("pontoon", WELL_WRITTEN)
    assert (game.title, game.about, game.stake) == ("A pontoon", "Paid at once.", 200)
    assert (game.cards, game.changes, game.actions) == (("AC", "5D", "JD", "9H"), (), ())
    assert game.turns[0].said == ("Hand 1  AC JD  soft 21  £2  pontoon -> pontoon, £6 back",)


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("stake: £2", "stake: 200"),
        ("stake: £2", "stake: £2.50"),
        ("stake: £2\n", ""),
        ("cards: AC 5D JD 9H\n", ""),
        ("stake: £2", "stake: £2\nseed: 7"),
        ("Paid at once.\n", ""),
        ("> deal", "> stick"),
    ],
)
def test_a_file_that_is_no_playthrough_is_refused(written: str, wrong: str) -> None:
    assert written in WELL_WRITTEN
    with pytest.raises(BadPlaythrough, match="pontoon: "):
        parse("pontoon", WELL_WRITTEN.replace(written, wrong))
