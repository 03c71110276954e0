"""Announcement, commitment and seed: the bytes of section 5, and what is refused."""

import hashlib
import hmac
from dataclasses import asdict, replace
from typing import Any

import pytest

from rng.announcement import (
    NUMBER_MAX,
    Announcement,
    BadAnnouncement,
    BadClientSeed,
    announce,
    check_client_seed,
    commitment_of,
    round_seed,
)
from rng.shoe import Shoe

SECRET = bytes(range(32))
FACTS: dict[str, Any] = {
    "seat_id": "01890000-0000-7000-8000-00000000a11c",
    "number": 17,
    "round_id": "01890000-0000-7000-8000-000000000011",
    "rules_sha256": "ab" * 32,
    "shoe_before": "8" * 52,
}
ANNOUNCED = announce(
    seat_id=FACTS["seat_id"],
    number=17,
    round_id=FACTS["round_id"],
    rules_id="casino-8-deck/1",
    rules_sha256=FACTS["rules_sha256"],
    shoe=Shoe.whole(8),
    server_secret=SECRET,
)


def test_the_commitment_is_sha_256_over_seven_lines_without_a_last_newline() -> None:
    written = (
        b"pontoon/commit/1\n"
        b"01890000-0000-7000-8000-00000000a11c\n"
        b"17\n"
        b"01890000-0000-7000-8000-000000000011\n" + b"ab" * 32 + b"\n" + b"8" * 52 + b"\n"
        b"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    )
    expected = hashlib.sha256(written).hexdigest()
    assert commitment_of(**FACTS, server_secret=SECRET) == expected
    assert ANNOUNCED.commitment == expected


def test_an_announcement_is_what_next_round_lists_and_holds_no_secret() -> None:
    assert list(asdict(ANNOUNCED)) == [
        "seat_id", "number", "round_id", "rules_id", "rules_sha256", "shoe_before", "commitment",
    ]  # fmt: skip
    assert SECRET.hex() not in repr(ANNOUNCED)


def test_the_seed_is_hmac_sha_384_over_three_lines() -> None:
    message = b"pontoon/round/1\n" + b"cd" * 32 + b"\n" + b"sixteen-letters!"
    expected = hmac.new(SECRET, message, hashlib.sha384).digest()
    assert round_seed(SECRET, "cd" * 32, "sixteen-letters!") == expected


def test_without_a_client_seed_the_message_ends_in_a_newline() -> None:
    expected = hmac.new(SECRET, b"pontoon/round/1\n" + b"cd" * 32 + b"\n", hashlib.sha384).digest()
    assert round_seed(SECRET, "cd" * 32, None) == expected


@pytest.mark.parametrize("text", ["!" * 16, "~" * 64, "3e0e95d41d6d6a6239e6aa199b382395"])
def test_client_seeds_of_16_to_64_visible_ascii_characters_are_taken(text: str) -> None:
    check_client_seed(text)
    assert len(round_seed(SECRET, "cd" * 32, text)) == 48


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a" * 15,
        "a" * 65,
        "a" * 15 + " ",
        "a" * 16 + "\n",
        "a" * 15 + "\n",
        "\N{DIE FACE-1}" * 16,
        "é" * 16,
        "a" * 15 + "\x7f",
        "a" * 15 + "\0",
    ],
)
def test_other_client_seeds_are_refused(text: str) -> None:
    with pytest.raises(BadClientSeed):
        check_client_seed(text)
    with pytest.raises(BadClientSeed):
        round_seed(SECRET, "cd" * 32, text)


WRONG_FACTS = [
    ("seat_id", FACTS["seat_id"].upper()),
    ("seat_id", FACTS["seat_id"].replace("-", "")),
    ("seat_id", FACTS["seat_id"] + "\n"),
    ("round_id", "{" + FACTS["round_id"] + "}"),
    ("round_id", ""),
    ("number", 0),
    ("number", -1),
    ("number", NUMBER_MAX + 1),
    ("rules_sha256", "AB" * 32),
    ("rules_sha256", "ab" * 31),
    ("shoe_before", "8" * 51),
    ("shoe_before", "9" * 52),
    ("shoe_before", "8" * 52 + "\n"),
    ("shoe_before", "\u0668" * 52),
]


@pytest.mark.parametrize(("field", "value"), WRONG_FACTS)
def test_facts_of_another_form_are_neither_committed_to_nor_announced(
    field: str, value: object
) -> None:
    with pytest.raises(BadAnnouncement):
        commitment_of(**{**FACTS, field: value}, server_secret=SECRET)
    with pytest.raises(BadAnnouncement):
        Announcement(**{**asdict(ANNOUNCED), field: value})


@pytest.mark.parametrize(
    ("field", "value"), [("rules_id", ""), ("rules_id", "a b"), ("commitment", "x" * 64)]
)
def test_an_announcement_names_its_rules_and_its_commitment(field: str, value: str) -> None:
    with pytest.raises(BadAnnouncement):
        Announcement(**{**asdict(ANNOUNCED), field: value})


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_of_another_length_is_refused_and_not_shown(length: int) -> None:
    secret = b"\xa5" * length
    for call in (
        lambda: commitment_of(**FACTS, server_secret=secret),
        lambda: round_seed(secret, "cd" * 32, None),
    ):
        with pytest.raises(BadAnnouncement) as refusal:
            call()
        assert "a5a5" not in str(refusal.value)


def test_each_fact_changes_the_commitment() -> None:
    others = {
        "seat_id": FACTS["round_id"],
        "number": 18,
        "round_id": FACTS["seat_id"],
        "rules_sha256": "cd" * 32,
        "shoe_before": "7" * 52,
    }
    commitments = {
        commitment_of(**{**FACTS, name: others[name]}, server_secret=SECRET) for name in others
    }
    commitments |= {ANNOUNCED.commitment, commitment_of(**FACTS, server_secret=SECRET[::-1])}
    assert len(commitments) == 7
    assert replace(ANNOUNCED) == ANNOUNCED
