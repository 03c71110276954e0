"""The schema of proof documents, on documents written by hand: good ones pass, bad ones fail."""

import json
from copy import deepcopy

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from config.documents import resource

SCHEMA = json.loads(resource("schema/proof-1.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=FormatChecker())

SETTLED: dict[str, object] = {
    "format": "pontoon/proof/1",
    "status": "settled",
    "reason": None,
    "seat_id": "01890000-0000-7000-8000-00000000a11c",
    "number": 101,
    "round_id": "01890000-0000-7000-8000-000000000065",
    "rules_id": "casino-8-deck/1",
    "rules_sha256": "50" * 32,
    "shoe_before": "8" * 52,
    "commitment": "47" * 32,
    "server_secret": "06" * 32,
    "client_seed": "3e0e95d41d6d6a6239e6aa199b382395",
    "currency": "GBP",
    "stake": 500,
    "actions": ["stick"],
    "cards": ["KS", "AH", "QC", "7D"],
    "words_passed_over": 0,
    "hands": [{"cards": ["KS", "QC"], "stake": 500, "outcome": "win", "returned": 1000}],
    "dealer": {"cards": ["AH", "7D"], "total": 18, "result": "stuck"},
    "staked": 500,
    "returned": 1000,
    "net": 500,
    "opened_at": "2026-03-02T10:11:12Z",
    "settled_at": "2026-03-02T10:11:15.250000Z",
    "house_played_from": None,
    "jurisdiction": None,
    "software": "pontoon 0.1.0",
    "key_id": "0123456789abcdef",
    "signature": "ab" * 64,
}
UNDEALT: dict[str, object] = {
    "actions": [],
    "cards": [],
    "hands": [],
    "dealer": None,
    "staked": 0,
    "returned": 0,
    "net": 0,
}
VOID = {
    **SETTLED,
    "status": "void",
    "reason": "the hand could not be finished",
    "hands": [{"cards": ["KS", "QC"], "stake": 500, "outcome": "void", "returned": 500}],
    "dealer": {"cards": ["AH", "7D"], "total": 18, "result": "not_played"},
    "returned": 500,
    "net": 0,
}
VOID_UNSTAKED = {**SETTLED, **UNDEALT, "status": "void", "reason": "the stake was refused"}
LAPSED = {
    **SETTLED,
    **UNDEALT,
    "status": "lapsed",
    "reason": "the seat was closed",
    "client_seed": None,
    "stake": None,
    "opened_at": None,
}
GOOD = {
    "settled": SETTLED,
    "void": VOID,
    "void, stake never confirmed": VOID_UNSTAKED,
    "lapsed": LAPSED,
}


def accepted(document: dict[str, object]) -> bool:
    return bool(VALIDATOR.is_valid(document))


def test_the_schema_is_itself_a_valid_schema_of_2020_12() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", GOOD)
def test_a_good_document_of_each_ending_is_accepted(name: str) -> None:
    assert list(VALIDATOR.iter_errors(GOOD[name])) == []


def test_a_bet_without_a_client_seed_is_accepted() -> None:
    assert accepted({**SETTLED, "client_seed": None})


def test_a_jurisdiction_and_house_actions_are_accepted() -> None:
    profile = {"id": "great-britain/1", "sha256": "cd" * 32}
    assert accepted({**SETTLED, "jurisdiction": profile, "house_played_from": 0})


def test_a_void_round_may_pay_a_pontoon() -> None:
    hand = {"cards": ["AS", "QC"], "stake": 500, "outcome": "pontoon", "returned": 1500}
    assert accepted({**VOID, "hands": [hand], "returned": 1500, "net": 1000})


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.parametrize("field", SETTLED)
def test_every_field_is_required_in_every_ending(name: str, field: str) -> None:
    document = deepcopy(GOOD[name])
    del document[field]
    assert not accepted(document)


@pytest.mark.parametrize("name", GOOD)
def test_no_other_field_is_accepted(name: str) -> None:
    assert not accepted({**GOOD[name], "note": "hello"})


BAD_VALUES = [
    ("format", "pontoon/proof/2"),
    ("status", "open"),
    ("reason", "because"),
    ("seat_id", "01890000-0000-7000-8000-00000000A11C"),
    ("seat_id", "01890000-0000-7000-8000-00000000a11c\n"),
    ("number", 0),
    ("number", "101"),
    ("number", 2**53),
    ("round_id", "0189000000007000800000000000a11c"),
    ("rules_id", "casino-8-deck"),
    ("rules_id", "casino-8-deck/1+dealer.soft_17=stick"),
    ("rules_id", "casino-8-deck/1\n"),
    ("rules_sha256", "5" * 63),
    ("rules_sha256", "5A" * 32),
    ("shoe_before", "9" * 52),
    ("shoe_before", "8" * 51),
    ("commitment", "47" * 33),
    ("server_secret", None),
    ("client_seed", "x" * 15),
    ("client_seed", "x" * 65),
    ("client_seed", "sixteen letters!x "),
    ("client_seed", "sixteenletters!x\n"),
    ("client_seed", "sixteenletters\u00e9\u00e9\u00e9"),
    ("client_seed", ""),
    ("currency", "gbp"),
    ("currency", "GBP\n"),
    ("stake", 0),
    ("stake", 2.5),
    ("stake", "500"),
    ("stake", True),
    ("stake", None),
    ("actions", ["hit"]),
    ("actions", "stick"),
    ("actions", ["stick"] * 65),
    ("cards", ["KS", "AH", "QC"]),
    ("cards", ["KS", "AH", "QC", "??"]),
    ("cards", ["KS", "AH", "QC", "10D"]),
    ("cards", ["KS", "AH", "QC", "7d"]),
    ("cards", ["KS", "AH", "QC", "7D\n"]),
    ("words_passed_over", -1),
    ("hands", []),
    ("dealer", None),
    ("dealer", {"cards": ["AH", "7D"], "total": 18}),
    ("dealer", {"cards": ["AH"], "total": 11, "result": "stuck"}),
    ("dealer", {"cards": ["AH", "7D"], "total": 18, "result": "stood"}),
    ("dealer", {"cards": ["AH", "7D"], "total": 18, "result": None}),
    ("staked", -500),
    ("returned", -1),
    ("net", 0.5),
    ("opened_at", None),
    ("opened_at", "2026-03-02T10:11:12+00:00"),
    ("opened_at", "2026-03-02 10:11:12Z"),
    ("opened_at", "2026-03-02T10:11:12Z\n"),
    ("settled_at", None),
    ("settled_at", 1772446272),
    ("house_played_from", -1),
    ("jurisdiction", {"id": "great-britain/1"}),
    ("jurisdiction", "great-britain/1"),
    ("software", ""),
    ("key_id", "0123456789ABCDEF"),
    ("key_id", None),
    ("signature", "ab" * 63),
    ("signature", None),
]


@pytest.mark.parametrize(("field", "value"), BAD_VALUES)
def test_a_settled_proof_with_a_bad_value_is_refused(field: str, value: object) -> None:
    assert not accepted({**SETTLED, field: value})


BAD_HANDS = [
    ("cards", ["KS"]),
    ("cards", ["2S"] * 6),
    ("stake", 0),
    ("outcome", None),
    ("outcome", "void"),
    ("outcome", "push"),
    ("returned", None),
    ("state", "stuck"),
]


@pytest.mark.parametrize(("field", "value"), BAD_HANDS)
def test_a_settled_proof_with_a_bad_hand_is_refused(field: str, value: object) -> None:
    good = {"cards": ["KS", "QC"], "stake": 500, "outcome": "win", "returned": 1000}
    assert accepted({**SETTLED, "hands": [good]})
    assert not accepted({**SETTLED, "hands": [{**good, field: value}]})


@pytest.mark.parametrize("field", [*UNDEALT, "words_passed_over", "house_played_from"])
@pytest.mark.parametrize("name", ["lapsed", "void, stake never confirmed"])
def test_a_round_without_a_confirmed_stake_has_no_play_in_it(name: str, field: str) -> None:
    played = {**SETTLED, "words_passed_over": 1, "house_played_from": 0}
    assert not accepted({**GOOD[name], field: played[field]})


@pytest.mark.parametrize("field", ["client_seed", "stake", "opened_at"])
def test_a_lapsed_round_was_never_bet_on(field: str) -> None:
    assert not accepted({**LAPSED, field: SETTLED[field]})


@pytest.mark.parametrize("field", ["stake", "opened_at"])
def test_a_void_round_keeps_its_stake_and_time_even_when_the_stake_failed(field: str) -> None:
    assert not accepted({**VOID_UNSTAKED, field: None})
    assert not accepted({**VOID, field: None})


@pytest.mark.parametrize("name", ["void", "void, stake never confirmed", "lapsed"])
def test_an_ending_without_settlement_gives_its_reason(name: str) -> None:
    assert not accepted({**GOOD[name], "reason": None})


def test_a_hand_of_a_void_round_neither_wins_nor_loses() -> None:
    hand = {"cards": ["KS", "QC"], "stake": 500, "outcome": "lose", "returned": 0}
    assert not accepted({**VOID, "hands": [hand]})
