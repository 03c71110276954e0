"""A transcript reads like the game; rare rounds are dealt from cards in dealing order."""

from dataclasses import replace

import pytest

from app.game.cards import Card
from app.game.money import Pence
from app.game.outcomes import Action
from app.game.play import Record, replay, void_round
from app.game.state import RoundState
from app.proof.build import Bet, Ending, Play, Revealed, Terms, build_proof
from app.proof.document import Proof
from app.proof.facts import facts_of
from app.proof.transcript import transcript
from config.loader import load_rules
from config.rules import Rules
from rng.announcement import announce
from rng.shoe import Shoe
from tests.proof.rounds import RandomSeat

RULES = load_rules().rules
NOON = "2026-03-02T12:00:00.000Z"
SEAT = "01890000-0000-7000-8000-00000000a11c"


def played(cards: str, actions: str, stake: int, rules: Rules = RULES) -> RoundState:
    """The round that these cards, in dealing order, and actions make."""
    dealt = tuple(map(Card.parse, cards.split()))
    record = Record(rules, Pence(stake), tuple(map(Action, actions.split())))
    return replay(record, dealt.__getitem__)


def proof_of(state: RoundState, actions: str, house_from: int | None = None) -> Proof:
    announcement = announce(
        seat_id=SEAT,
        number=7,
        round_id=SEAT,
        rules_id=RULES.id,
        rules_sha256="0" * 64,
        shoe=Shoe.whole(8),
        server_secret=bytes(32),
    )
    void = any(hand.outcome == "void" for hand in state.hands)
    ending = Ending("void", NOON, "it happens") if void else Ending("settled", NOON)
    taken = map(Action, actions.split())
    play = Play(tuple(action.value for action in taken), facts_of(state, 0), house_from)
    bet = Bet(None, state.stake, NOON)
    terms = Terms("GBP", "pontoon test")
    return build_proof(Revealed(announcement, bytes(32)), ending, terms, bet, play)


def told(cards: str, actions: str = "", stake: int = 2_000, rules: Rules = RULES) -> list[str]:
    """The lines after the heading."""
    state = played(cards, actions, stake, rules)
    return transcript(proof_of(state, actions), state).split("\n\n")[1].splitlines()


def test_an_ace_and_a_ten_after_a_split_are_called_what_the_rules_make_of_them() -> None:
    twenty_one = load_rules(changes=("player.pontoon_after_split=21",)).rules
    cards, actions = "AC 9D AD 8S KC QD 5S 2C 3D 4C", "split stick stick"
    lines = told(cards, actions, rules=twenty_one)
    assert "Hand 1: AC KC, soft 21." in lines
    assert not any("a pontoon" in line for line in lines)
    assert told("AC 9D KD 8S", rules=twenty_one)[1] == "You have AC KD, a pontoon."
    assert "Hand 1: AC KC, a pontoon." in told("AC 9D AD 8S KC QD 5S 2C 3D 4C", "split")


def test_a_five_card_trick_reads_like_the_game() -> None:
    assert told("2C TD 3H 9S 4C 2D 5S", "twist twist twist") == [
        "You stake £20.",
        "You have 2C 3H, 5.",
        "Dealer has ?? ?? and looks at them: no pontoon.",
        "You twist: 4C, 9.",
        "You twist: 2D, 11.",
        "You twist: 5S, 16: a five-card trick.",
        "Dealer turns over TD 9S (19).",
        "Dealer sticks on 19.",
        "Five-card trick pays 2 to 1: £40.",
        "Staked £20, returned £60, net £40.",
    ]


def test_a_split_names_its_hands_once_there_are_two() -> None:
    assert told("9D 5D 9H 5S QS 5C 4D 6H 4H 4C", "split stick buy twist", 500) == [
        "You stake £5.",
        "You have 9D 9H, 18.",
        "Dealer has ?? ?? and looks at them: no pontoon.",
        "You split for £5 more.",
        "Hand 1: 9D QS, 19.",
        "Hand 2: 9H 5C, 14.",
        "Hand 1: you stick on 19.",
        "Hand 2: you buy for £5 more: 4D, 18.",
        "Hand 2: you twist: 6H, 24: bust.",
        "Dealer turns over 5D 5S (10).",
        "Dealer draws 4H: 14.",
        "Dealer draws 4C: 18.",
        "Dealer sticks on 18.",
        "Hand 1: 19 beats 18: pays 1 to 1: £5.",
        "Hand 2: Bust at 24: £10 lost.",
        "Staked £15, returned £10, net -£5.",
    ]


WHY = [
    ("TC TD 9H 9S", "stick", "Tie at 19: dealer wins: £20 lost."),
    ("TC TD 8H 9S", "stick", "19 beats 18: dealer wins: £20 lost."),
    ("TC TD 8H 6S TS", "stick", "18 wins, the dealer is bust: pays 1 to 1: £20."),
    ("AC TD TH 9S", "", "Pontoon pays 2 to 1: £40."),
    ("AC AD TH TS", "", "Pontoon against pontoon: dealer wins: £20 lost."),
    ("9C AD TH TS", "", "Pontoon: dealer wins: £20 lost."),
    ("TC 2D 9H 2S 2H 3S 4S", "stick", "Five-card trick beats 19: dealer wins: £20 lost."),
    (
        "2C 2D 3H 2S 4C 2H 5S 2C 3S 4S",
        "twist twist twist",
        "Five-card trick against five-card trick: dealer wins: £20 lost.",
    ),
    ("TC TD 6H 9S TS", "twist", "Bust at 26: £20 lost."),
    ("TC TD 4H 9S 7S", "buy stick", "21 beats 19: pays 1 to 1: £40."),
]


@pytest.mark.parametrize(("cards", "actions", "line"), WHY, ids=[row[2] for row in WHY])
def test_the_reason_of_each_result_is_told(cards: str, actions: str, line: str) -> None:
    assert told(cards, actions)[-2] == line


def test_a_void_round_tells_what_goes_back() -> None:
    state = void_round(played("9D 5D 9H 5S QS 5C", "split", 500))
    lines = transcript(proof_of(state, "split"), state).splitlines()
    assert lines[2] == "Reason: it happens"
    assert lines[-3:-1] == ["Hand 1: Void: £5 back.", "Hand 2: Void: £5 back."]


def test_the_house_speaks_for_itself_from_where_it_took_over() -> None:
    actions = "twist twist stick"
    state = played("2C TD 3H 9S 4C TS", actions, 2_000)
    lines = transcript(proof_of(state, actions, house_from=1), state).splitlines()
    assert lines[6:10] == [
        "You twist: 4C, 9.",
        "The player left: from here the house plays the hand out.",
        "The house twists: TS, 19.",
        "The house sticks on 19.",
    ]


def test_a_split_ace_that_gets_one_card_is_not_an_action() -> None:
    rules = replace(RULES, player=replace(RULES.player, one_card_to_split_aces=True))
    state = played("AC TD AH 9S 5C 6C", "split", 2_000, rules)
    lines = transcript(proof_of(state, "split"), state).splitlines()
    assert lines[7:11] == [
        "Hand 1: AC 5C, soft 16.",
        "Hand 2: AH 6C, soft 17.",
        "Hand 1: a split ace gets one card only.",
        "Hand 2: a split ace gets one card only.",
    ]


def test_a_round_that_breaks_off_says_where() -> None:
    state = played("TC TD 4H 9S", "", 2_000)
    whole = played("TC TD 6H 9S", "stick", 2_000)
    lines = transcript(proof_of(whole, "stick"), state).splitlines()
    assert lines[-1] == "Here the round stops: you may twist or buy."
    assert "TD" not in lines[-1]


def test_a_lapsed_number_has_little_to_tell() -> None:
    proof = RandomSeat(seed=1).lapsed().proof
    assert transcript(proof, None).splitlines()[-1] == "No card was dealt."
