"""Tampering: one stored field is changed, and exactly the findings that follow are made."""

from dataclasses import fields, replace

import pytest

from app.proof.document import DealerFacts, HandFacts, Jurisdiction, Proof
from app.proof.judge import judge
from app.proof.signing import sign
from app.proof.verdict import Finding
from tests.proof.rounds import HOUSE_KEY, RandomSeat

OTHER_ID = "01890000-0000-7000-8000-0000000000ff"
ROUND = 19
"""Twist, stick, and a win: 9S AS JD (20) against 9D 5S 5S (19), for a stake of 932 pounds."""


def nineteenth() -> Proof:
    """The round that is tampered with."""
    seat = RandomSeat(seed=7)
    for _ in range(ROUND - 1):
        seat.settled()
    return seat.settled().proof


SETTLED = nineteenth()
HAND = SETTLED.hands[0]
VOID = RandomSeat(seed=2).void(actions_max=0).proof
UNSTAKED = RandomSeat(seed=2).unstaked().proof
LAPSED = RandomSeat(seed=2).lapsed().proof


def found(proof: Proof) -> list[str]:
    """Where the findings are, in order."""
    return [finding.where for finding in judge(proof).findings]


def dealer(**changes: object) -> dict[str, object]:
    assert SETTLED.dealer is not None
    return {"dealer": replace(SETTLED.dealer, **changes)}  # type: ignore[arg-type] # by name


def hand(**changes: object) -> dict[str, object]:
    return {"hands": (replace(HAND, **changes),)}  # type: ignore[arg-type] # by name


PLAYED_AGAIN = ["cards", "hands[0].cards"]
LOST = [*PLAYED_AGAIN, "hands[0].outcome", "hands[0].returned"]
DEALER = ["dealer.cards", "dealer.total", "dealer.result"]
FACTS = ["cards", "hands", "dealer", "staked", "returned", "net"]
TAMPERED: list[tuple[str, dict[str, object], list[str]]] = [
    ("status", {"status": "void"}, ["reason", "status"]),
    ("status", {"status": "void", "reason": "it happens"}, ["status"]),
    (
        "status",
        {"status": "lapsed", "reason": "it happens"},
        ["client_seed", "stake", "actions", *FACTS, "opened_at"],
    ),
    ("reason", {"reason": "it happens"}, ["reason"]),
    ("seat_id", {"seat_id": OTHER_ID}, ["commitment", "actions[1]", "cards"]),
    (
        "number",
        {"number": 2},
        ["commitment", *LOST, *DEALER[:2], "returned", "net"],
    ),
    ("round_id", {"round_id": OTHER_ID}, ["commitment", "actions[1]", "cards"]),
    ("rules_id", {"rules_id": "casino-8-deck/2"}, ["rules_id"]),
    ("rules_id", {"rules_id": "etc/1"}, ["rules_id"]),
    ("rules_sha256", {"rules_sha256": "0" * 64}, ["rules_sha256"]),
    (
        "shoe_before",
        {"shoe_before": "7" + SETTLED.shoe_before[1:]},
        ["commitment", *PLAYED_AGAIN, *DEALER[:2]],
    ),
    ("shoe_before", {"shoe_before": "1" * 52}, ["commitment", "shoe_before"]),
    ("commitment", {"commitment": "0" * 64}, ["commitment"]),
    (
        "server_secret",
        {"server_secret": "0" * 64},
        ["commitment", *LOST, *DEALER, "returned", "net"],
    ),
    (
        "client_seed",
        {"client_seed": "x" * 16},
        [*PLAYED_AGAIN, *DEALER],
    ),
    ("client_seed", {"client_seed": None}, ["actions[1]", "cards"]),
    ("currency", {"currency": "EUR"}, []),
    (
        "stake",
        {"stake": 93300},
        ["hands[0].stake", "hands[0].returned", "staked", "returned", "net"],
    ),
    ("stake", {"stake": 93250}, ["stake"]),
    ("stake", {"stake": 100}, ["stake"]),
    ("stake", {"stake": None}, ["stake"]),
    (
        "actions",
        {"actions": ("buy", "stick")},
        ["hands[0].stake", "hands[0].returned", "staked", "returned", "net"],
    ),
    ("actions", {"actions": ("split", "stick")}, ["actions[0]"]),
    ("actions", {"actions": ("twist",)}, ["actions"]),
    ("actions", {"actions": ()}, ["actions"]),
    ("actions", {"actions": ("twist", "stick", "stick")}, ["actions[2]"]),
    ("cards", {"cards": (*SETTLED.cards[:-1], "5C")}, ["cards"]),
    ("cards", {"cards": SETTLED.cards[:-1]}, ["cards"]),
    ("cards", {"cards": ()}, ["cards"]),
    ("words_passed_over", {"words_passed_over": 3}, ["words_passed_over"]),
    ("hands", hand(cards=("9S", "AS", "JC")), ["hands[0].cards"]),
    ("hands", hand(stake=HAND.stake + 100), ["hands[0].stake"]),
    ("hands", hand(outcome="lose"), ["hands[0].outcome"]),
    ("hands", hand(returned=HAND.returned + 1), ["hands[0].returned"]),
    (
        "hands",
        hand(cards=("9S", "AS"), outcome="void", returned=0),
        ["hands[0].cards", "hands[0].outcome", "hands[0].returned"],
    ),
    ("hands", {"hands": ()}, ["hands"]),
    ("hands", {"hands": (HAND, HAND)}, ["hands"]),
    ("dealer", dealer(cards=("9D", "5S", "5H")), ["dealer.cards"]),
    ("dealer", dealer(total=18), ["dealer.total"]),
    ("dealer", dealer(result="bust"), ["dealer.result"]),
    ("dealer", {"dealer": None}, ["dealer"]),
    ("staked", {"staked": SETTLED.staked + 1}, ["staked"]),
    ("returned", {"returned": SETTLED.returned - 1}, ["returned"]),
    ("net", {"net": -SETTLED.net}, ["net"]),
    ("opened_at", {"opened_at": "2027-01-01T00:00:00Z"}, ["settled_at"]),
    ("opened_at", {"opened_at": "2026-02-30T00:00:00Z"}, ["opened_at"]),
    ("opened_at", {"opened_at": None}, ["opened_at"]),
    ("settled_at", {"settled_at": "2025-01-01T00:00:00Z"}, ["settled_at"]),
    ("settled_at", {"settled_at": "2026-03-02T25:00:00Z"}, ["settled_at"]),
    ("house_played_from", {"house_played_from": 0}, ["house_played_from"]),
    ("house_played_from", {"house_played_from": 1}, []),
    ("house_played_from", {"house_played_from": 2}, ["house_played_from"]),
    ("jurisdiction", {"jurisdiction": Jurisdiction("great-britain/1", "0" * 64)}, []),
    ("software", {"software": "another"}, []),
    ("key_id", {"key_id": "0" * 16}, []),
    ("signature", {"signature": "0" * 128}, []),
]
DECIDES_NOTHING = {"format", "currency", "jurisdiction", "software", "key_id", "signature"}


def test_an_untouched_proof_of_each_ending_is_confirmed() -> None:
    for proof in (SETTLED, VOID, UNSTAKED, LAPSED):
        verdict = judge(proof, key=HOUSE_KEY.public)
        assert verdict.findings == ()
        assert (verdict.verdict, verdict.signature) == ("confirmed", "valid")


@pytest.mark.parametrize(("field", "changes", "where"), TAMPERED)
def test_a_changed_field_gives_exactly_its_findings(
    field: str, changes: dict[str, object], where: list[str]
) -> None:
    changed = replace(SETTLED, **changes)  # type: ignore[arg-type] # by name
    assert field in changes
    assert found(changed) == where
    assert judge(changed).verdict == ("refuted" if where else "confirmed")


@pytest.mark.parametrize(("field", "changes", "where"), TAMPERED)
def test_whatever_is_changed_breaks_the_signature_too(
    field: str, changes: dict[str, object], where: list[str]
) -> None:
    changed = replace(SETTLED, **changes)  # type: ignore[arg-type] # by name
    verdict = judge(changed, key=HOUSE_KEY.public)
    assert [finding.where for finding in verdict.findings] == [*where, "signature"]
    assert (verdict.verdict, verdict.signature) == ("refuted", "invalid")


def test_every_field_of_the_document_is_tampered_with() -> None:
    tampered = {field for field, _, _ in TAMPERED}
    assert tampered | {"format"} == {field.name for field in fields(Proof)}
    silent = {field for field, _, where in TAMPERED if not where}
    assert silent - DECIDES_NOTHING == {"house_played_from"}


def test_a_lie_signed_by_the_house_is_a_lie_all_the_same() -> None:
    signed = sign(replace(SETTLED, returned=0, net=-SETTLED.staked), HOUSE_KEY)
    verdict = judge(signed, key=HOUSE_KEY.public)
    assert verdict.signature == "valid"
    assert [finding.where for finding in verdict.findings] == ["returned", "net"]


def test_a_finding_says_what_follows_and_what_is_stated() -> None:
    assert judge(replace(SETTLED, returned=5)).findings == (
        Finding("returned", SETTLED.returned, 5),
    )
    illegal = judge(replace(SETTLED, actions=("split", "stick"))).findings
    assert illegal == (Finding("actions[0]", ("twist", "stick", "buy"), "split"),)


VOID_TAMPERED: list[tuple[dict[str, object], list[str]]] = [
    ({"reason": None}, ["reason"]),
    ({"status": "settled", "reason": None}, ["actions"]),
    ({"cards": ()}, ["cards"]),
    ({"hands": ()}, ["hands"]),
    ({"dealer": None}, ["dealer"]),
    ({"returned": 0}, ["returned"]),
    ({"opened_at": None}, ["opened_at"]),
    ({"house_played_from": 0}, ["house_played_from"]),
    ({"stake": None}, ["stake"]),
]


@pytest.mark.parametrize(("changes", "where"), VOID_TAMPERED)
def test_r3_a_void_round_gives_every_stake_back(
    changes: dict[str, object], where: list[str]
) -> None:
    assert VOID.hands[0].outcome == "void"
    assert VOID.returned == VOID.staked
    assert found(replace(VOID, **changes)) == where  # type: ignore[arg-type] # by name


def test_a_finished_hand_cannot_be_made_void() -> None:
    returned = replace(HAND, outcome="void", returned=HAND.stake)
    made_void = replace(SETTLED, status="void", reason="it happens", hands=(returned,))
    assert judge(made_void).findings == (Finding("status", "settled", "void"),)


NOTHING_DEALT_TAMPERED: list[tuple[dict[str, object], list[str]]] = [
    ({"reason": None}, ["reason"]),
    ({"actions": ("stick",)}, ["actions"]),
    ({"cards": ("AS",)}, ["cards"]),
    ({"words_passed_over": 1}, ["words_passed_over"]),
    ({"hands": (HandFacts(("AS", "2S"), 200, "void", 200),)}, ["hands"]),
    ({"dealer": DealerFacts(("AS", "2S"), 13, "not_played")}, ["dealer"]),
    ({"staked": 1}, ["staked"]),
    ({"returned": 1}, ["returned"]),
    ({"net": 1}, ["net"]),
    ({"house_played_from": 0}, ["house_played_from"]),
    ({"commitment": "0" * 64}, ["commitment"]),
    ({"server_secret": "0" * 64}, ["commitment"]),
]


@pytest.mark.parametrize("proof", [UNSTAKED, LAPSED], ids=["void, unstaked", "lapsed"])
@pytest.mark.parametrize(("changes", "where"), NOTHING_DEALT_TAMPERED)
def test_a_round_without_a_card_has_nothing_that_follows_from_cards(
    proof: Proof, changes: dict[str, object], where: list[str]
) -> None:
    assert found(replace(proof, **changes)) == where  # type: ignore[arg-type] # by name


@pytest.mark.parametrize(
    ("field", "value"),
    [("client_seed", "x" * 16), ("stake", 200), ("opened_at", "2026-01-01T00:00:00Z")],
)
def test_a_lapsed_round_was_never_bet_on(field: str, value: object) -> None:
    assert found(replace(LAPSED, **{field: value})) == [field]  # type: ignore[arg-type] # by name


@pytest.mark.parametrize("field", ["stake", "opened_at"])
def test_a_void_round_keeps_its_bet_though_the_stake_failed(field: str) -> None:
    assert found(replace(UNSTAKED, **{field: None})) == [field]  # type: ignore[arg-type] # by name
    assert found(replace(UNSTAKED, client_seed=None)) == []


def test_the_house_plays_as_the_rules_say_for_a_player_who_left() -> None:
    seat = RandomSeat(seed=4)
    by_house = [
        dealt.proof for dealt in (seat.settled(house_from=index % 3) for index in range(60))
    ]
    left = [proof for proof in by_house if proof.house_played_from is not None]
    assert len(left) > 20
    assert [found(proof) for proof in left] == [[] for _ in left]


def test_five_hundred_random_rounds_are_confirmed_and_go_through_every_ending() -> None:
    seat = RandomSeat(seed=11)
    makers = (seat.settled, seat.settled, seat.void, seat.unstaked, seat.lapsed)
    proofs = [makers[index % len(makers)]().proof for index in range(500)]
    assert [proof.number for proof in proofs if judge(proof).findings] == []
    assert {proof.status for proof in proofs} == {"settled", "void", "lapsed"}
    assert {len(proof.hands) for proof in proofs} == {0, 1, 2, 3}
