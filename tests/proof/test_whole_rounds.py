"""Sixteen whole rounds of an independent program (`tests/vectors/README.md`), played again.

Their hash of the rules is a stand-in, so they are judged by the real rules under that hash.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from app.proof.document import PROOF_FORMAT, DealerFacts, HandFacts, Proof
from app.proof.follow import KnownRules, follow
from app.proof.judge import judge
from config.loader import load_rules
from tests.rng.vectors import cases

CASES = cases("whole_rounds.json")
KNOWN: KnownRules = MappingProxyType(
    {"casino-8-deck/1": replace(load_rules(), sha256=CASES[0]["rules_sha256"])}
)


def proof_of(case: Mapping[str, Any]) -> Proof:
    """The case as a document; what the case does not say is taken from playing it."""
    stated = Proof(
        format=PROOF_FORMAT,
        status="settled",
        reason=None,
        seat_id=case["seat_id"],
        number=case["number"],
        round_id=case["round_id"],
        rules_id=case["rules_id"],
        rules_sha256=case["rules_sha256"],
        shoe_before=case["shoe_before"],
        commitment=case["commitment"],
        server_secret=case["server_secret"],
        client_seed=case["client_seed"] or None,
        currency="GBP",
        stake=case["stake"],
        actions=tuple(case["actions"]),
        cards=tuple(case["cards"]),
        words_passed_over=case["words_passed_over"],
        hands=(),
        dealer=None,
        staked=case["staked"],
        returned=case["returned"],
        net=case["net"],
        opened_at="2026-03-02T10:00:00Z",
        settled_at="2026-03-02T10:00:05Z",
        house_played_from=None,
        jurisdiction=None,
        software="an independent program",
        key_id="0" * 16,
        signature="0" * 128,
    )
    facts = follow(stated, KNOWN["casino-8-deck/1"].rules, stated.commitment).facts
    assert facts is not None
    assert facts.dealer is not None
    hands = tuple(
        HandFacts(tuple(hand["cards"]), hand["stake"], played.outcome, hand["returned"])
        for hand, played in zip(case["hands"], facts.hands, strict=True)
    )
    dealer = DealerFacts(tuple(case["dealer"]), facts.dealer.total, facts.dealer.result)
    return replace(stated, hands=hands, dealer=dealer)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['number']}: {case['about'][0]}")
def test_a_round_of_the_independent_program_is_confirmed(case: Mapping[str, Any]) -> None:
    assert judge(proof_of(case), rules_files=KNOWN).findings == ()


def test_what_the_cases_are_about_is_what_came_of_them() -> None:
    for case in CASES:
        proof = proof_of(case)
        about, outcomes = set(case["about"]), {hand.outcome for hand in proof.hands}
        assert proof.dealer is not None
        assert ("dealer trick" in about) == (proof.dealer.result == "five_card_trick")
        assert ("dealer pontoon" in about) == (proof.dealer.result == "pontoon")
        assert ("all bust" in about) == (outcomes == {"bust"})
        assert ("player trick" in about) == ("five_card_trick" in outcomes)
        assert ("three hands" in about) == (len(proof.hands) == 3)
