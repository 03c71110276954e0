"""What the player kept from before the bet: the page says of it what `pontoon replay` says."""

import json
from dataclasses import asdict, replace

from app.proof.beforehand import AnnouncedBet, NextRound, Shown, ShownCommitment
from app.proof.document import Proof, to_json
from tests.browser.checker import Checker, as_said, comparable
from tests.proof.rounds import RandomSeat
from tests.proof.test_beforehand import CONTRADICTIONS, KEPT, PROOF, SEEDLESS

LAPSED = RandomSeat(seed=3).lapsed()
LAPSED_KEPT = AnnouncedBet(NextRound(**asdict(LAPSED.announcement)), "x" * 16, 500)
LEAST = RandomSeat(seed=1).settled(stake=200)
LEAST_KEPT = AnnouncedBet(NextRound(**asdict(LEAST.announcement)), LEAST.proof.client_seed, 100)
SEEDLESS_KEPT = AnnouncedBet(
    NextRound(**asdict(SEEDLESS.announcement)), None, SEEDLESS.proof.stake or 0
)
OTHER_COMMITMENT = replace(LAPSED_KEPT.next_round, commitment="0" * 64)

CASES: list[tuple[Proof, Shown | None]] = [
    *((PROOF, shown) for shown, _ in CONTRADICTIONS),
    (PROOF, KEPT),
    (PROOF, None),
    (PROOF, replace(KEPT, stake=100)),
    (PROOF, replace(KEPT, stake=150)),
    (PROOF, replace(KEPT, stake=10_000_000)),
    (PROOF, ShownCommitment(PROOF.commitment, PROOF.client_seed)),
    (PROOF, ShownCommitment(PROOF.commitment, None)),
    (replace(PROOF, server_secret="0" * 64), KEPT),
    (replace(PROOF, net=PROOF.net + 1), KEPT),
    (replace(PROOF, rules_id="etc/1"), KEPT),
    (SEEDLESS.proof, SEEDLESS_KEPT),
    (SEEDLESS.proof, None),
    (LEAST.proof, LEAST_KEPT),
    (LAPSED.proof, LAPSED_KEPT),
    (LAPSED.proof, replace(LAPSED_KEPT, next_round=OTHER_COMMITMENT)),
    (LAPSED.proof, ShownCommitment(LAPSED.proof.commitment, "x" * 16)),
    (LAPSED.proof, None),
]


def test_agreement_and_contradiction_are_found_as_by_replay(checker: Checker) -> None:
    documents = [to_json(proof) for proof, _ in CASES]
    said = checker.judged(documents, [shown for _, shown in CASES])
    for (proof, shown), one in zip(CASES, said, strict=True):
        assert comparable(one) == comparable(as_said(proof, shown)), shown
    assert [one["fixed_beforehand"] for one in said].count("shown") == 4


def test_what_was_kept_is_read_as_strictly_as_a_proof(checker: Checker) -> None:
    kept = {"next_round": asdict(KEPT.next_round), "client_seed": KEPT.client_seed, "stake": 500}
    changes: tuple[dict[str, object], ...] = (
        {},
        {"client_seed": None},
        {"stake": "500"},
        {"stake": 0},
        {"client_seed": "short"},
        {"more": 1},
        {"next_round": None},
    )
    script = """(documents) => documents.map((document) => {
      try { return window.pontoonVerify.parseAnnounced(document).stake; }
      catch (error) { return error.message; }
    })"""
    texts = [json.dumps({**kept, **change}) for change in changes]
    good, seedless, *refused = checker.page.evaluate(script, texts)
    assert (good, seedless) == (500, 500)
    assert refused == [
        "stake: must be a whole number from 1 to 9007199254740991",
        "stake: must be a whole number from 1 to 9007199254740991",
        "client_seed: must be 16 to 64 characters from ! to ~",
        "more: is no field of this document",
        "next_round: must be an object",
    ]
