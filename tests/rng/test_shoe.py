"""The shoe as a multiset, and its form as 52 digits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rng.shoe import CARDS, BadShoe, Shoe
from tests.rng.vectors import card_number

shoes = st.lists(st.integers(0, 8), min_size=CARDS, max_size=CARDS).map(
    lambda counts: Shoe(tuple(counts))
)


def test_eight_packs_are_416_cards_eight_of_each() -> None:
    assert Shoe.whole(8).remaining == 416
    assert str(Shoe.whole(8)) == "8" * 52


def test_the_fixed_order_is_ace_to_king_and_clubs_to_spades_within_a_rank() -> None:
    written = ["AC", "AD", "AH", "AS", "2C", "2D", "2H", "2S", "3C"]
    assert list(Shoe.whole(1).in_fixed_order()[:9]) == [card_number(card) for card in written]
    assert list(Shoe.whole(1).in_fixed_order()) == list(range(52))
    assert card_number("KS") == 51


@given(shoes)
def test_a_shoe_is_read_back_as_it_was_written(shoe: Shoe) -> None:
    assert Shoe.parse(str(shoe)) == shoe


@given(shoes)
def test_the_fixed_order_holds_each_card_as_often_as_it_is_counted(shoe: Shoe) -> None:
    order = list(shoe.in_fixed_order())
    assert order == sorted(order)
    assert tuple(order.count(number) for number in range(CARDS)) == shoe.counts
    assert len(order) == shoe.remaining


def test_dealing_takes_one_card_each_time_and_changes_nothing_else() -> None:
    before = Shoe.whole(2)
    after = before.without([51, 0, 51])
    assert before.remaining == 104
    assert str(after) == "1" + "2" * 50 + "0"


@pytest.mark.parametrize("cards", [[0, 0], [52], [-1]])
def test_a_card_that_is_not_there_is_refused(cards: list[int]) -> None:
    with pytest.raises(BadShoe):
        Shoe.whole(1).without(cards)


@pytest.mark.parametrize(
    "written",
    ["", "8" * 51, "8" * 53, "9" + "8" * 51, "-" + "8" * 51, "8" * 51 + "\n", "\u0668" * 52],
)
def test_other_texts_are_no_shoe(written: str) -> None:
    with pytest.raises(BadShoe):
        Shoe.parse(written)


@pytest.mark.parametrize("packs", [-1, 0, 9])
def test_a_shoe_has_1_to_8_packs(packs: int) -> None:
    with pytest.raises(BadShoe):
        Shoe.whole(packs)


def test_counts_below_zero_are_no_shoe() -> None:
    with pytest.raises(BadShoe):
        Shoe((-1,) + (8,) * 51)
