"""R1 and R2: the pack, and what cards are worth."""

import pytest

from app.game.cards import DECK, RANKS, SUITS, BadCard, Card
from app.game.hands import Total, is_pontoon, total_of
from app.game.money import NotWholePence, Pence, winnings
from config.loader import load_rules
from tests.game.table import SHIPPED, STICK, TWIST, cards, play, settled


def test_r1_eight_packs_are_416_cards() -> None:
    assert SHIPPED.shoe.packs * len(DECK) == 416


def test_r1_the_pack_has_each_rank_in_each_suit_once() -> None:
    assert [str(card) for card in DECK] == [rank + suit for rank in RANKS for suit in SUITS]
    assert [card.number for card in DECK] == list(range(52))


@pytest.mark.parametrize(
    ("name", "number"), [("AC", 0), ("AS", 3), ("2C", 4), ("TD", 37), ("9H", 34), ("KS", 51)]
)
def test_a_card_number_is_four_times_its_rank_plus_its_suit(name: str, number: int) -> None:
    card = Card.parse(name)
    assert (card.number, 4 * card.rank + card.suit) == (number, number)


@pytest.mark.parametrize("name", ["", "1C", "10C", "ac", "CA", "AX", "??", "AC ", "A♣"])
def test_what_is_not_written_as_a_card_is_refused(name: str) -> None:
    with pytest.raises(BadCard):
        Card.parse(name)


@pytest.mark.parametrize("number", [-1, 52])
def test_a_card_number_outside_the_pack_is_refused(number: int) -> None:
    with pytest.raises(BadCard):
        Card(number)


@pytest.mark.parametrize("suits", ["CCCCCC", "SHDCSH", "DDHHCC"])
def test_r1_suits_have_no_meaning_in_play(suits: str) -> None:
    names = " ".join(rank + suit for rank, suit in zip("7932TK", suits, strict=True))
    plain = play("7C 9D 3C 2D TH KS", TWIST, STICK)
    assert settled(play(names, TWIST, STICK)) == settled(plain)


@pytest.mark.parametrize(
    ("names", "points", "soft"),
    [
        ("", 0, False),
        ("AC", 11, True),
        ("2C 3D", 5, False),
        ("9C TD", 19, False),
        ("TC JD", 20, False),
        ("QC KD", 20, False),
        ("AC 9D", 20, True),
        ("AC TD", 21, True),
        ("KC AD", 21, True),
        ("AC AD", 12, True),
        ("AC AD AH", 13, True),
        ("AC AD AH AS", 14, True),
        ("AC AD AH AS AC", 15, True),
        ("AC AD 8H", 20, True),
        ("AC AD 9H", 21, True),
        ("AC AD TH", 12, False),
        ("9H AC AD AH", 12, False),
        ("AC 5D 5H", 21, True),
        ("AC 5D 6H", 12, False),
        ("AC 4D 3H 3S", 21, True),
        ("AC 4D 3H 3S KC", 21, False),
        ("AC KD QD", 21, False),
        ("AC AD KD QD", 22, False),
        ("JC TD 2H", 22, False),
        ("KC QD JH", 30, False),
    ],
)
def test_r2_an_ace_counts_11_unless_that_would_pass_21(names: str, points: int, soft: bool) -> None:
    assert total_of(cards(names)) == Total(points, soft)
    assert total_of(cards(names)).bust is (points > 21)


@pytest.mark.parametrize("rank", RANKS)
def test_r2_pips_count_as_they_are_and_court_cards_ten(rank: str) -> None:
    worth = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
    expected = worth[rank] if rank in worth else int(rank)
    assert {Card.parse(rank + suit).points for suit in SUITS} == {expected}


@pytest.mark.parametrize("names", ["AC TD", "TD AC", "AC JD", "QH AS", "AC KC"])
def test_r6_an_ace_and_a_ten_point_card_are_a_pontoon(names: str) -> None:
    assert is_pontoon(cards(names))


@pytest.mark.parametrize("names", ["AC", "AC 9D", "TC KD", "AC 5D 5H", "7C 7D 7H", "AC TD KH"])
def test_r6_no_other_cards_are_a_pontoon(names: str) -> None:
    assert not is_pontoon(cards(names))


def test_odds_that_do_not_come_out_in_whole_pence_are_refused_and_never_rounded() -> None:
    three_to_two = load_rules(changes=["pays.win=3:2"]).rules.pays.win
    assert winnings(Pence(200), three_to_two) == 300
    with pytest.raises(NotWholePence, match="3/2 on a stake of 201 pence"):
        winnings(Pence(201), three_to_two)
