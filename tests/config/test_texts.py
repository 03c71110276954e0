"""What players are told follows from the rules: another rule, another text."""

import re
from dataclasses import replace

import pytest

from config.fields import FIELDS
from config.loader import load_rules
from config.table import CurrencyCode, load_table
from config.texts import rules_text
from config.words import listed, money, ordinal

TABLE = load_table()


def texts(*changes: str) -> dict[str, str]:
    rules = load_rules(changes=changes).rules
    return {rule.number: rule.text for rule in rules_text(rules, TABLE)}


SHIPPED = texts()

# Each field with another value, and the rules whose texts then say so.
OTHER = [
    ("shoe.packs=6", {"R1"}),
    ("shoe.reshuffle_after=200", {"R3"}),
    ("shoe.reshuffle_after=0", {"R3"}),
    ("dealer.soft_17=stick", {"R13"}),
    ("dealer.five_card_trick=false", {"R11", "R13", "R14"}),
    ("player.stick_min=16", {"R8", "R9"}),
    ("player.stick_min=2", {"R8", "R9"}),
    ("player.twist_on_21=false", {"R7", "R9"}),
    ("player.buys_per_hand=0", {"R8", "R9", "R10", "R15", "R17"}),
    ("player.hands_max=1", {"R6", "R8", "R10", "R17"}),
    ("player.hands_max=2", {"R10", "R17"}),
    ("player.hands_max=4", {"R10", "R17"}),
    ("player.one_card_to_split_aces=true", {"R10"}),
    ("player.pontoon_after_split=21", {"R6", "R10"}),
    ("pays.win=3:2", {"R15"}),
    ("pays.win=3:1", {"R15", "R17"}),
    ("pays.pontoon=3:2", {"R3", "R6", "R15"}),
    ("pays.five_card_trick=3:2", {"R11", "R15", "R17"}),
    ("stakes.min_pence=500", {"R17", "R18"}),
    ("stakes.max_pence=50000", {"R17"}),
    ("stakes.step_pence=50", {"R17"}),
]


@pytest.mark.parametrize(("change", "numbers"), OTHER)
def test_a_changed_field_changes_the_texts_of_its_rules_and_no_other(
    change: str, numbers: set[str]
) -> None:
    changed = texts(change)
    # A smaller shoe is also cut at another share of it.
    allowed = numbers | {"R3"} if change.startswith("shoe.packs") else numbers
    assert {n for n in SHIPPED if changed[n] != SHIPPED[n]} == allowed


def test_every_field_that_has_another_value_is_tried_above() -> None:
    tried = {change.partition("=")[0] for change, _ in OTHER}
    # The only value of this one is told in R8.
    assert {field.key for field in FIELDS} - tried == {"interrupted.finish"}
    assert "ended by the house: it sticks as soon as it may" in SHIPPED["R8"]


def test_the_rules_are_numbered_r1_to_r19() -> None:
    assert list(SHIPPED) == [f"R{number}" for number in range(1, 20)]


SAID = [
    ("R1", "eight packs of 52: 416 cards"),
    ("R3", "about a third of it had been dealt (the 139th card or a later one)"),
    ("R6", "paid 2 to 1"),
    ("R8", "only on 15 or more. On 14 or less the player must twist, buy or split."),
    ("R10", "three hands at most"),
    ("R13", "twists on 16 or less and on soft 17, and sticks on hard 17 and on 18 or more"),
    ("R15", "paid 1 to 1, a pontoon and a five-card trick 2 to 1, on the whole stake"),
    ("R17", "£2 to £1,000, in whole pounds (chips £1, £5, £25, £100 and £500)"),
    ("R17", "at most £6,000 is at risk in a round, and at most £12,000 is won"),
    ("R18", "not below £2"),
    (
        "R19",
        "0 to repeat the last bet, Enter to deal or stick, + to twist, * to buy and / to split",
    ),
]


@pytest.mark.parametrize(("number", "words"), SAID)
def test_the_shipped_texts_say_what_the_design_says(number: str, words: str) -> None:
    assert words in SHIPPED[number]


def test_every_set_of_rules_reads_as_whole_sentences() -> None:
    for change, _ in OTHER:
        for text in texts(change).values():
            assert re.fullmatch(r"[A-Z].*[a-z0-9)]\.", text), text
            assert not re.search(r"  |\.\.|,,|None|Fraction", text), text


def test_the_chips_and_keys_told_are_those_of_the_table() -> None:
    other = replace(TABLE, chips_pence=(50, 250), keys=(("b", "buy"), ("s", "split")))
    told = {rule.number: rule.text for rule in rules_text(load_rules().rules, other)}
    assert "(chips £0.50 and £2.50)" in told["R17"]
    assert told["R19"] == "Keys: b to buy and s to split."


def test_money_reads_as_players_write_it() -> None:
    amounts = [200, 100_000, 1_200_000, 50, 5, -250, 123_456, 0]
    said = ["£2", "£1,000", "£12,000", "£0.50", "£0.05", "-£2.50", "£1,234.56", "£0"]
    assert [money(pence, "GBP") for pence in amounts] == said
    assert money(-100_000_00, "EUR") == "-€100,000"
    assert money(5, "SEK") == "SEK 0.05"


def test_the_money_of_the_rules_is_that_of_the_table() -> None:
    euros = replace(TABLE, currency=CurrencyCode("EUR"))
    told = " ".join(rule.text for rule in rules_text(load_rules().rules, euros))
    assert "€1,000" in told
    assert "in whole euros" in told
    assert "£" not in told
    assert "pound" not in told


def test_lists_and_ordinals_read_as_english() -> None:
    assert [listed(words, "or") for words in (["a"], ["a", "b"], ["a", "b", "c"])] == [
        "a",
        "a or b",
        "a, b or c",
    ]
    said = [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 112, 139, 222)]
    expected = "1st 2nd 3rd 4th 11th 12th 13th 21st 112th 139th 222nd"
    assert said == expected.split()
