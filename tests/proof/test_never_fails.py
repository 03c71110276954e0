"""Whatever a well-formed document says, judging, chaining and telling it end in a verdict."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.proof.beforehand import in_plain_words
from app.proof.chain import Chain
from app.proof.document import Proof, parse_proof, proof_fields
from app.proof.judge import judge
from app.proof.report import checks, finding_words, verdict_json, verdict_words
from app.proof.transcript import transcript
from tests.proof.rounds import HOUSE_KEY, RandomSeat

SEAT = RandomSeat(seed=17)
PROOFS = [
    *(SEAT.settled().proof for _ in range(8)),
    SEAT.void(actions_max=0).proof,
    SEAT.void(actions_max=1).proof,
    SEAT.unstaked().proof,
    SEAT.lapsed().proof,
]
CARDS = st.sampled_from([rank + suit for rank in "A23456789TJQK" for suit in "CDHS"])
PENCE = st.integers(0, 2**53 - 1)
HANDS = st.fixed_dictionaries(
    {
        "cards": st.lists(CARDS, min_size=2, max_size=5),
        "stake": st.integers(1, 2**53 - 1),
        "outcome": st.sampled_from(["win", "lose", "bust", "pontoon", "five_card_trick", "void"]),
        "returned": PENCE,
    }
)
ACTIONS = st.sampled_from(["twist", "stick", "buy", "split"])
TIMES = st.from_regex(r"\A[0-9]{4}-[0-1][0-9]-[0-3][0-9]T[0-9]{2}:[0-6][0-9]:[0-9]{2}Z\Z")
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "status": st.sampled_from(["settled", "void", "lapsed"]),
    "reason": st.none() | st.just("it happens"),
    "number": st.integers(1, 2**53 - 1),
    "rules_id": st.sampled_from(["casino-8-deck/1", "casino-8-deck/2"]),
    "shoe_before": st.text("012345678", min_size=52, max_size=52) | st.just("8" * 52),
    "server_secret": st.binary(min_size=32, max_size=32).map(bytes.hex),
    "client_seed": st.none() | st.binary(min_size=8, max_size=32).map(bytes.hex),
    "stake": st.none() | st.integers(1, 2**53 - 1) | st.integers(2, 1000).map(lambda p: 100 * p),
    "actions": st.lists(ACTIONS, max_size=8),
    "cards": st.lists(CARDS, max_size=12),
    "words_passed_over": st.integers(0, 65_535),
    "hands": st.lists(HANDS, max_size=4),
    "dealer": st.none(),
    "returned": PENCE,
    "opened_at": st.none() | TIMES,
    "settled_at": TIMES,
    "house_played_from": st.none() | st.integers(0, 63),
}


@st.composite
def documents(draw: st.DrawFn) -> Proof:
    """A proof with up to four of its fields changed."""
    document = dict(proof_fields(draw(st.sampled_from(PROOFS))))
    for name in draw(st.lists(st.sampled_from(sorted(VALUES)), max_size=4, unique=True)):
        document[name] = draw(VALUES[name])
    return parse_proof(json.dumps(document).encode())


@settings(max_examples=600)
@given(documents())
def test_a_well_formed_document_always_gets_a_verdict_in_words_and_json(proof: Proof) -> None:
    chain = Chain()
    chain.add(PROOFS[0], judge(PROOFS[0]))
    verdict = chain.add(proof, judge(proof, key=HOUSE_KEY.public))
    assert json.loads(verdict_json(verdict))["verdict"] == verdict.verdict
    assert verdict_words(verdict)
    assert transcript(proof, verdict.state)
    assert len(checks(proof, verdict, None)) == 10
    assert all(finding_words(finding) for finding in verdict.findings)
    assert in_plain_words(proof, None, fixed=False)
    for finding in verdict.findings:
        assert finding.expected != finding.found
