"""The cards of a round against the worked cases, and the draw's own promises."""

from collections.abc import Iterator
from typing import Any

import pytest

import rng.draw
from rng.announcement import commitment_of, round_seed
from rng.ctr_drbg import BadDrbgInput, CtrDrbg
from rng.draw import WORDS_A_CARD_MAX, RoundDraw, WordsRefused
from rng.integers import scale
from rng.shoe import BadShoe, Shoe
from tests.rng.vectors import card_number, cases

SEED = bytes(range(48))
ROUND_CHANCE = cases("round_chance.json")
WHOLE_ROUNDS = cases("whole_rounds.json")


def commitment(case: dict[str, Any]) -> str:
    return commitment_of(
        seat_id=case["seat_id"],
        number=case["number"],
        round_id=case["round_id"],
        rules_sha256=case["rules_sha256"],
        shoe_before=case["shoe_before"],
        server_secret=bytes.fromhex(case["server_secret"]),
    )


def draw(case: dict[str, Any]) -> RoundDraw:
    secret = bytes.fromhex(case["server_secret"])
    seed = round_seed(secret, case["commitment"], case["client_seed"] or None)
    return RoundDraw(seed, Shoe.parse(case["shoe_before"]))


@pytest.mark.parametrize("case", ROUND_CHANCE)
def test_the_chance_of_a_round_is_that_of_the_worked_cases(case: dict[str, Any]) -> None:
    secret = bytes.fromhex(case["server_secret"])
    assert commitment(case) == case["commitment"]
    assert round_seed(secret, case["commitment"], case["client_seed"] or None).hex() == case["seed"]
    dealt, cards = draw(case), [card_number(card) for card in case["first_80_cards"].split()]
    assert [dealt.card_number(k) for k in range(80)] == cards
    assert str(dealt.shoe_after(80)) == case["shoe_after_80"]
    passed_over = [dealt.words_passed_over(k) for k in range(81)]
    before_card = [k for k in range(80) for _ in range(passed_over[k + 1] - passed_over[k])]
    assert before_card == case["words_passed_over_before_card"]


def test_the_worked_cases_include_words_that_are_passed_over() -> None:
    assert sum(bool(case["words_passed_over_before_card"]) for case in ROUND_CHANCE) == 4


@pytest.mark.parametrize("case", WHOLE_ROUNDS)
def test_whole_rounds_have_their_cards_and_commitment(case: dict[str, Any]) -> None:
    dealt, cards = draw(case), [card_number(card) for card in case["cards"]]
    assert commitment(case) == case["commitment"]
    assert [dealt.card_number(k) for k in range(len(cards))] == cards
    assert dealt.words_passed_over(len(cards)) == case["words_passed_over"]


def test_words_passed_over_counts_the_first_k_cards_and_not_the_next() -> None:
    case = next(case for case in ROUND_CHANCE if case["words_passed_over_before_card"] == [5])
    assert [draw(case).words_passed_over(k) for k in (0, 5, 6, 80)] == [0, 0, 1, 1]


def test_cards_may_be_asked_for_in_any_order_and_again() -> None:
    in_order, other = RoundDraw(SEED, Shoe.whole(8)), RoundDraw(SEED, Shoe.whole(8))
    cards = [in_order.card_number(k) for k in range(20)]
    assert [other.card_number(k) for k in (19, 0, 7, 7)] == [cards[k] for k in (19, 0, 7, 7)]
    assert other.shoe_after(0) == Shoe.whole(8)


def slow_cards(seed: bytes, shoe: Shoe) -> Iterator[int]:
    """The twin: one byte string of words, and counting through the counts for each card."""
    drbg, counts = CtrDrbg.instantiate(seed), list(shoe.counts)
    stream = b"".join(drbg.generate(64) for _ in range(20))
    words = (int.from_bytes(stream[at : at + 2]) for at in range(0, len(stream), 2))
    while sum(counts):
        place = None
        while place is None:
            place = scale(next(words), sum(counts))
        number = 0
        while place >= counts[number]:
            place -= counts[number]
            number += 1
        counts[number] -= 1
        yield number


@pytest.mark.parametrize("packs", range(1, 9))
def test_a_whole_shoe_is_dealt_card_for_card_like_its_slow_twin(packs: int) -> None:
    shoe = Shoe.whole(packs)
    dealt = RoundDraw(SEED, shoe)
    assert [dealt.card_number(k) for k in range(52 * packs)] == list(slow_cards(SEED, shoe))
    assert dealt.shoe_after(52 * packs).remaining == 0


def test_there_is_no_card_past_the_last_or_before_the_first() -> None:
    dealt = RoundDraw(SEED, Shoe.whole(1))
    dealt.card_number(51)
    for ask in (dealt.card_number, dealt.words_passed_over, dealt.shoe_after):
        with pytest.raises(BadShoe):
            ask(-1)
        with pytest.raises(BadShoe):
            ask(53)
    with pytest.raises(BadShoe):
        dealt.card_number(52)


def test_a_seed_of_another_length_deals_nothing() -> None:
    with pytest.raises(BadDrbgInput):
        RoundDraw(SEED[:-1], Shoe.whole(8))


def test_a_stream_of_nothing_but_passed_over_words_ends_in_a_refusal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    class Zeros(CtrDrbg):
        def generate(self, length: int, additional: bytes = b"") -> bytes:
            asked.append(length)
            return bytes(len(super().generate(length, additional)))

    monkeypatch.setattr(rng.draw, "CtrDrbg", Zeros)
    with pytest.raises(WordsRefused):
        RoundDraw(SEED, Shoe.whole(8)).card_number(0)
    assert asked == [64] * (WORDS_A_CARD_MAX // 32 + 1)


def test_sixty_four_bytes_are_asked_for_at_a_time_and_only_when_no_word_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    class Watched(CtrDrbg):
        def generate(self, length: int, additional: bytes = b"") -> bytes:
            asked.append(length)
            return super().generate(length, additional)

    monkeypatch.setattr(rng.draw, "CtrDrbg", Watched)
    dealt = RoundDraw(SEED, Shoe.whole(8))
    assert asked == []
    dealt.card_number(31)
    words = 32 + dealt.words_passed_over(32)
    assert asked == [64] * -(-words // 32)


def test_a_draw_shows_neither_its_state_nor_its_cards() -> None:
    dealt = RoundDraw(SEED, Shoe.whole(8))
    dealt.card_number(7)
    assert repr(dealt).startswith("<rng.draw.RoundDraw object at ")
    assert not hasattr(dealt, "__dict__")
