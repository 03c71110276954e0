"""Rules files that no table could play are refused, with the file, the key and what is wrong."""

from pathlib import Path

import pytest

from config.documents import FILE_BYTES_MAX, resource
from config.fields import FIELDS
from config.loader import BadRules, ShoePolicy, load_rules

SHIPPED = resource("rules/casino-8-deck-1.toml").read_text(encoding="utf-8")


def rules_file(folder: Path, old: str = "", new: str = "") -> Path:
    assert SHIPPED.count(old) >= 1
    path = folder / "rules.toml"
    path.write_text(SHIPPED.replace(old, new, 1), encoding="utf-8")
    return path


def refusal(path: Path | str, *changes: str) -> BadRules:
    with pytest.raises(BadRules) as caught:
        load_rules(path, changes)
    return caught.value


def test_a_copy_of_the_shipped_file_is_the_shipped_rules(tmp_path: Path) -> None:
    copy = load_rules(rules_file(tmp_path))
    assert (copy.rules, copy.sha256) == (load_rules().rules, load_rules().sha256)


def test_another_comment_is_another_hash(tmp_path: Path) -> None:
    assert load_rules(rules_file(tmp_path, "# R9", "# r9")).sha256 != load_rules().sha256


BAD_FIELDS = [
    ("packs = 8", "packs = 0", "shoe.packs", "from 1 to 8", "0"),
    ("packs = 8", "packs = 9", "shoe.packs", "from 1 to 8", "9"),
    ("packs = 8", "packs = 8.0", "shoe.packs", "whole number", "8.0"),
    ("packs = 8", "packs = true", "shoe.packs", "whole number", "true"),
    ("packs = 8", 'packs = "8"', "shoe.packs", "whole number", '"8"'),
    ("reshuffle_after = 139", "reshuffle_after = -1", "shoe.reshuffle_after", "from 0", "-1"),
    ('soft_17 = "twist"', 'soft_17 = "hit"', "dealer.soft_17", '"twist" or "stick"', '"hit"'),
    ("five_card_trick = true", 'five_card_trick = "yes"', "dealer.five_card_trick", "true", "yes"),
    ("five_card_trick = true", "five_card_trick = 1", "dealer.five_card_trick", "true", "1"),
    ("stick_min = 15", "stick_min = 1", "player.stick_min", "from 2 to 21", "1"),
    ("stick_min = 15", "stick_min = 22", "player.stick_min", "from 2 to 21", "22"),
    ("buys_per_hand = 1", "buys_per_hand = 2", "player.buys_per_hand", "from 0 to 1", "2"),
    ("hands_max = 3", "hands_max = 5", "player.hands_max", "from 1 to 4", "5"),
    ("hands_max = 3", "hands_max = 0", "player.hands_max", "from 1 to 4", "0"),
    ('split = "pontoon"', "split = 21", "player.pontoon_after_split", '"pontoon" or "21"', "21"),
    ('win = "1:1"', 'win = "1"', "pays.win", "odds", '"1"'),
    ('win = "1:1"', 'win = "0:1"', "pays.win", "odds", '"0:1"'),
    ('win = "1:1"', 'win = "1001:1"', "pays.win", "odds", '"1001:1"'),
    ('win = "1:1"', "win = 1", "pays.win", "odds", "1"),
    ('win = "1:1"', 'win = "7:3"', "pays.win", "whole pence at every stake", "7:3"),
    ("min_pence = 200", "min_pence = 0", "stakes.min_pence", "from 1", "0"),
    ("min_pence = 200", "min_pence = 250", "stakes.min_pence", "multiple of", "250"),
    ("max_pence = 100000", "max_pence = 100", "stakes.max_pence", "200", "100"),
    ("max_pence = 100000", "max_pence = 100050", "stakes.max_pence", "multiple of", "100050"),
    ("step_pence = 100", "step_pence = 0", "stakes.step_pence", "from 1", "0"),
    ('"stick-when-allowed"', '"void"', "interrupted.finish", "stick-when-allowed", "void"),
    ('"casino-8-deck/1"', '"casino-8-deck"', "id", "an id such as", '"casino-8-deck"'),
    ('"casino-8-deck/1"', '"a/1+shoe.packs=6"', "id", "an id such as", "+shoe"),
    ("[dealer]", "[dealer]\npeeks = true", "dealer.peeks", "a known key", "unknown key"),
    ("[dealer]", "[dealler]", "dealler.soft_17", "dealer.soft_17", "unknown key"),
    ("[dealer]", "[empty]\n[dealer]", "empty", "a known key", "unknown key"),
    ("packs = 8 ", '"shoe.packs" = 8 ', 'shoe."shoe.packs"', "a known key", "unknown key"),
    ("packs = 8 ", "# ", "shoe.packs", "from 1 to 8", "missing"),
    ("buys_per_hand = 1 ", "# ", "player.buys_per_hand", "from 0 to 1", "missing"),
    ('id = "casino-8-deck/1"', "", "id", "an id such as", "missing"),
    ("packs = 8 ", "packs = [8] ", "shoe.packs", "from 1 to 8", "a list of 1"),
    ("packs = 8 ", "packs = 8\npacks = 8 ", "the file", "TOML", "line"),
    ("[shoe]", "[shoe", "the file", "TOML", "line"),
    ("packs = 8 ", f"packs = {'9' * 5000} ", "the file", "TOML", "digits"),
]


@pytest.mark.parametrize(("old", "new", "key", "expected", "found"), BAD_FIELDS)
def test_a_bad_field_is_refused_by_file_key_expectation_and_finding(
    tmp_path: Path, old: str, new: str, key: str, expected: str, found: str
) -> None:
    path = rules_file(tmp_path, old, new)
    bad = refusal(path)
    assert (bad.source, bad.key) == (str(path), key)
    assert expected in bad.expected
    assert found in bad.found
    assert str(bad) == f"{path}: {key}: expected {bad.expected}, found {bad.found}"


def test_files_that_cannot_be_read_are_refused_with_the_reason(tmp_path: Path) -> None:
    assert "No such file" in refusal(tmp_path / "none.toml").found
    assert "directory" in refusal(tmp_path).found
    assert refusal("\0").key == "the file"
    binary, large = tmp_path / "binary.toml", tmp_path / "large.toml"
    binary.write_bytes(b"\xff\xfe")
    large.write_bytes(b"#" * (FILE_BYTES_MAX + 1))
    assert refusal(binary).expected == "TOML in UTF-8"
    assert str(FILE_BYTES_MAX) in refusal(large).expected
    nested = tmp_path / "nested.toml"
    nested.write_text("a = " + "[" * 100_000, encoding="ascii")
    assert refusal(nested).expected == "TOML in UTF-8"


def test_odds_need_whole_pence_at_every_stake_and_not_only_at_the_least() -> None:
    assert load_rules(changes=["pays.pontoon=6:5"]).rules.pays.pontoon * 100 == 120
    odd_steps = ("stakes.step_pence=5", "pays.pontoon=3:2")
    assert "on 5 pence too" in refusal("casino-8-deck/1", *odd_steps).expected
    one_stake = ("stakes.step_pence=1", "stakes.min_pence=300", "stakes.max_pence=300")
    assert load_rules(changes=[*one_stake, "pays.win=7:3"]).rules.pays.win * 300 == 700


def test_a_last_round_that_could_run_out_is_refused_to_the_card() -> None:
    # 52 x 1 - (33 - 1) = 20 = 5 x (3 + 1)
    assert load_rules(changes=["shoe.packs=1", "shoe.reshuffle_after=33"]).rules.cards_max == 20
    bad = refusal("casino-8-deck/1", "shoe.packs=1", "shoe.reshuffle_after=34")
    assert (bad.key, bad.found) == ("shoe.reshuffle_after", "34")
    assert "at most 33" in bad.expected
    assert load_rules(changes=["shoe.packs=1", "shoe.reshuffle_after=0"]).rules.shoe.packs == 1


def test_one_whole_shoe_for_analysis_may_have_a_cut_that_no_table_could_play() -> None:
    fresh = load_rules(changes=["shoe.packs=1"], shoe=ShoePolicy.FRESH)
    assert fresh.rules.shoe.reshuffle_after == 139


def test_changed_rules_are_never_taken_for_the_shipped_ones() -> None:
    changed = load_rules(changes=["dealer.soft_17=stick"])
    assert changed.rules.id == "casino-8-deck/1+dealer.soft_17=stick"
    assert changed.changes == ("dealer.soft_17=stick",)
    assert changed.sha256 != load_rules().sha256


def test_the_same_changes_have_the_same_id_and_hash_however_they_are_written() -> None:
    one = load_rules(changes=["pays.win=4:2", "player.hands_max=2"])
    other = load_rules(changes=["player.hands_max=02", "pays.win=2:1"])
    assert one.rules.id == "casino-8-deck/1+player.hands_max=2+pays.win=2:1"
    assert (one.rules, one.sha256) == (other.rules, other.sha256)


def test_a_change_to_the_value_in_force_is_no_change() -> None:
    same = load_rules(changes=[f"{f.key}={_value(f.key)}" for f in FIELDS])
    assert same == load_rules()


def _value(key: str) -> str:
    table, _, name = key.partition(".")
    lines = SHIPPED.partition(f"[{table}]")[2].splitlines()
    line = next(line for line in lines if line.startswith(f"{name} "))
    return line.partition("=")[2].partition("#")[0].strip().strip('"')


BAD_CHANGES = [
    (("dealer.soft_18=stick",), "dealer.soft_18", "dealer.soft_17"),
    (("soft_17=stick",), "soft_17", "dealer.soft_17"),
    (("dealer=stick",), "dealer", "dealer.five_card_trick"),
    (("id=mine/1",), "id", "a known key"),
    (("dealer.soft_17",), "dealer.soft_17", "key=value"),
    (("",), "", "key=value"),
    (("shoe.packs=six",), "shoe.packs", "from 1 to 8"),
    (("shoe.packs=",), "shoe.packs", "from 1 to 8"),
    (("shoe.packs=6.0",), "shoe.packs", "from 1 to 8"),
    (("shoe.packs=" + "9" * 5000,), "shoe.packs", "from 1 to 8"),
    (("player.twist_on_21=no",), "player.twist_on_21", "true or false"),
    (("player.pontoon_after_split=22",), "player.pontoon_after_split", '"pontoon" or "21"'),
    (("shoe.packs=6", "shoe.packs=7"), "shoe.packs", "one change of each key"),
]


@pytest.mark.parametrize(("changes", "key", "expected"), BAD_CHANGES)
def test_a_bad_change_is_refused_by_its_key(
    changes: tuple[str, ...], key: str, expected: str
) -> None:
    bad = refusal("casino-8-deck/1", *changes)
    assert bad.key == key
    assert expected in bad.expected
