"""Every tampered proof has the same findings on the page as in `pontoon replay`."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from app.proof.document import Proof, parse_proof, proof_fields, to_json
from app.proof.reading import UnusableProof
from app.proof.signing import sign
from config.loader import load_rules
from tests.browser.checker import Checker, as_said, comparable
from tests.proof.rounds import HOUSE_KEY, RandomSeat
from tests.proof.test_document import each_ending, mutants
from tests.proof.test_judge import (
    LAPSED,
    NOTHING_DEALT_TAMPERED,
    SETTLED,
    TAMPERED,
    UNSTAKED,
    VOID,
    VOID_TAMPERED,
)
from tests.proof.test_never_fails import PROOFS as MIXED
from tests.proof.test_never_fails import documents as changed_documents

LAPSED_TAMPERED: list[dict[str, Any]] = [
    {"client_seed": "x" * 16},
    {"stake": 200},
    {"opened_at": "2026-01-01T00:00:00Z"},
]


def changed(proof: Proof, changes: dict[str, Any]) -> Proof:
    return replace(proof, **changes)


def tampered() -> list[Proof]:
    """Each row of the tables of `tests/proof/test_judge.py`."""
    return [
        *(changed(SETTLED, changes) for _, changes, _ in TAMPERED),
        *(changed(VOID, changes) for changes, _ in VOID_TAMPERED),
        *(
            changed(proof, changes)
            for proof in (UNSTAKED, LAPSED)
            for changes, _ in NOTHING_DEALT_TAMPERED
        ),
        *(changed(LAPSED, changes) for changes in LAPSED_TAMPERED),
        *(changed(UNSTAKED, {name: None}) for name in ("stake", "opened_at", "client_seed")),
        sign(changed(SETTLED, {"returned": 0, "net": -SETTLED.staked}), HOUSE_KEY),
    ]


def test_every_tampered_proof_has_the_findings_of_replay(checker: Checker) -> None:
    proofs = tampered()
    said = checker.judged([to_json(proof) for proof in proofs], key=HOUSE_KEY.public)
    for proof, one in zip(proofs, said, strict=True):
        assert comparable(one) == comparable(as_said(proof, key=HOUSE_KEY.public))
    assert {one["verdict"] for one in said} == {"refuted"}
    assert len(proofs) > 90


def test_a_proof_as_it_was_made_is_confirmed_with_its_signature(checker: Checker) -> None:
    said = checker.judged([to_json(proof) for proof in MIXED], key=HOUSE_KEY.public)
    assert {(one["verdict"], one["signature"]) for one in said} == {("confirmed", "valid")}


@pytest.mark.parametrize("proof", each_ending(), ids=lambda proof: proof.status)
def test_page_and_replay_agree_on_thousands_of_mutants(checker: Checker, proof: Proof) -> None:
    documents = [json.dumps(mutant) for mutant in mutants(proof_fields(proof))]
    said = checker.judged(documents)
    usable = 0
    for document, one in zip(documents, said, strict=True):
        try:
            expected = comparable(as_said(parse_proof(document.encode())))
        except UnusableProof:
            expected = {"unusable": True}
        usable += "unusable" not in expected
        assert comparable(one) == expected, document
    assert usable > 100
    assert len(documents) - usable > 1_000


def test_two_changes_at_once_have_the_findings_of_both(checker: Checker) -> None:
    """Each field of a proof replaced by that of another one, two at a time."""
    donors = [proof_fields(proof) for proof in MIXED]
    names = [name for name in donors[0] if name != "format"]
    documents = []
    for at, base in enumerate(donors):
        donor = donors[(at + 5) % len(donors)]
        for step, name in enumerate(names):
            second = names[(step + 1 + at) % len(names)]
            mixed = {**base, name: donor[name], second: donor[second]}
            documents.append(json.dumps(mixed))
    said = checker.judged(documents)
    for document, one in zip(documents, said, strict=True):
        assert comparable(one) == comparable(as_said(parse_proof(document.encode()))), document
    assert len(documents) > 300


@settings(max_examples=500)
@given(changed_documents())
def test_whatever_is_changed_page_and_replay_say_the_same(checker: Checker, proof: Proof) -> None:
    (said,) = checker.judged([to_json(proof)], key=HOUSE_KEY.public)
    assert comparable(said) == comparable(as_said(proof, key=HOUSE_KEY.public))


def test_rules_that_are_not_known_here_are_named(checker: Checker) -> None:
    other = load_rules(changes=("dealer.soft_17=stick",))
    renamed = replace(other, rules=replace(other.rules, id="other/1"))
    proof = RandomSeat(seed=1, rules_file=renamed).settled().proof
    (said,) = checker.judged([to_json(proof)])
    assert said["findings"] == [
        {"where": "rules_id", "expected": "rules that are known here", "found": "other/1"}
    ]
    (said,) = checker.judged([to_json(proof)], rules_files=[renamed])
    assert said["findings"] == []
