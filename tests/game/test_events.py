"""The events of a round as they are stored: a changed line here is a new `EVENTS_FORMAT`."""

from app.game.events import EVENTS_FORMAT, event_fields
from app.game.play import void_round
from app.game.state import RoundState
from tests.game.table import BUY, SPLIT, STICK, TWIST, play


def stored(state: RoundState) -> list[str]:
    """Each event on a line, its fields in order."""
    return [
        " ".join(f"{key}={value}" for key, value in event_fields(event).items())
        for event in state.events
    ]


def test_the_format_has_a_name() -> None:
    assert EVENTS_FORMAT == "pontoon/events/1"


def test_a_round_with_every_sort_of_event_is_stored_so() -> None:
    state = play("8C TH 8D 6H 3S 2C TD 9S KC 5H", SPLIT, BUY, STICK, TWIST, TWIST)
    assert stored(state) == [
        "event=stake_taken hand=0 stake=1000",
        "event=card_dealt to=0 card=8C",
        "event=card_dealt to=dealer card=??",
        "event=card_dealt to=0 card=8D",
        "event=card_dealt to=dealer card=??",
        "event=dealer_peeked pontoon=False",
        "event=split hand=0 stake=1000",
        "event=card_dealt to=0 card=3S",
        "event=card_dealt to=1 card=2C",
        "event=bought hand=0 stake=1000",
        "event=card_dealt to=0 card=TD",
        "event=stuck hand=0",
        "event=twisted hand=1",
        "event=card_dealt to=1 card=9S",
        "event=twisted hand=1",
        "event=card_dealt to=1 card=KC",
        "event=bust hand=1",
        "event=dealer_revealed cards=['TH', '6H']",
        "event=card_dealt to=dealer card=5H",
        "event=hand_settled hand=0 outcome=lose returned=0",
        "event=hand_settled hand=1 outcome=bust returned=0",
    ]


def test_a_pontoon_and_a_five_card_trick_are_told_by_their_cards() -> None:
    assert stored(play("AC 5D JD 9H"))[-3:] == [
        "event=dealer_peeked pontoon=False",
        "event=dealer_revealed cards=['5D', '9H']",
        "event=hand_settled hand=0 outcome=pontoon returned=3000",
    ]
    assert stored(play("2C 9D 2D 8H 3D 4H 5S", TWIST, TWIST, TWIST))[-3:] == [
        "event=card_dealt to=0 card=5S",
        "event=dealer_revealed cards=['9D', '8H']",
        "event=hand_settled hand=0 outcome=five_card_trick returned=3000",
    ]


def test_a_dealers_pontoon_is_stored_as_peeked() -> None:
    assert stored(play("9C AD 8H KS"))[-3:] == [
        "event=dealer_peeked pontoon=True",
        "event=dealer_revealed cards=['AD', 'KS']",
        "event=hand_settled hand=0 outcome=lose returned=0",
    ]


def test_a_void_round_is_stored_as_settled_void() -> None:
    assert stored(void_round(play("9C 9D 5H 8S")))[-2:] == [
        "event=dealer_revealed cards=['9D', '8S']",
        "event=hand_settled hand=0 outcome=void returned=1000",
    ]
