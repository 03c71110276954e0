"""Table settings: the shipped ones are R17's chips and R19's keys, and bad ones are refused."""

from pathlib import Path

import pytest

from config.documents import resource
from config.table import BadTable, load_table

SHIPPED = resource("table.toml").read_text(encoding="utf-8")


def test_r19_the_shipped_keys_are_those_of_the_rule() -> None:
    assert load_table().keys == (
        ("0", "repeat-bet"),
        ("Enter", "deal-or-stick"),
        ("+", "twist"),
        ("*", "buy"),
        ("/", "split"),
    )


def test_r17_the_shipped_chips_are_those_of_the_rule() -> None:
    assert load_table().chips_pence == (100, 500, 2_500, 10_000, 50_000)


def test_a_guest_has_a_thousand_pounds_of_play_money() -> None:
    assert (load_table().currency, load_table().demo_balance_pence) == ("GBP", 100_000)


def test_history_gives_twenty_rounds_and_a_hundred_at_most() -> None:
    assert (load_table().history_rounds_default, load_table().history_rounds_max) == (20, 100)


def test_best_play_after_a_hand_is_told_until_the_operator_says_no(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(SHIPPED.replace("after_hand = true", "after_hand = false"), encoding="utf-8")
    assert load_table().advice_after_hand
    assert not load_table(path).advice_after_hand


BAD_SETTINGS = [
    ('currency = "GBP"', 'currency = "gbp"', "currency"),
    ("[100, 500,", "[500, 100,", "chips_pence"),
    ("[100, 500,", "[500, 500,", "chips_pence"),
    ("[100, 500,", "[0, 500,", "chips_pence"),
    ("[100, 500,", '["100", 500,', "chips_pence"),
    ("[100, 500, 2500, 10000, 50000]", "[]", "chips_pence"),
    ("[100, 500, 2500, 10000, 50000]", "100", "chips_pence"),
    ('twist = "+"', 'twist = "0"', "keys.twist"),
    ('twist = "+"', 'twist = "++"', "keys.twist"),
    ('twist = "+"', 'twist = " "', "keys.twist"),
    ('twist = "+"', "twist = 1", "keys.twist"),
    ('twist = "+"', "", "keys.twist"),
    ('twist = "+"', 'hit = "+"', "keys.hit"),
    ("after_hand = true", "after_hand = 1", "advice.after_hand"),
    ("balance_pence = 100000", "balance_pence = 0", "demo.balance_pence"),
    ("lifetime_seconds = 43200", "lifetime_seconds = 59", "session.lifetime_seconds"),
    ("lifetime_seconds = 43200", "lifetime_seconds = inf", "session.lifetime_seconds"),
    ("rounds_default = 20", "rounds_default = 101", "history.rounds_default"),
    ("[demo]", "[demo]\ntoken = 1", "demo.token"),
    ("[demo]", "[demo", "the file"),
]


@pytest.mark.parametrize(("old", "new", "key"), BAD_SETTINGS)
def test_a_bad_setting_is_refused_by_file_and_key(
    tmp_path: Path, old: str, new: str, key: str
) -> None:
    assert old in SHIPPED
    path = tmp_path / "table.toml"
    path.write_text(SHIPPED.replace(old, new), encoding="utf-8")
    with pytest.raises(BadTable) as caught:
        load_table(path)
    assert (caught.value.source, caught.value.key) == (str(path), key)
