"""Judging a proof: every field that follows from others is computed again and compared.

All findings are collected, always in the same order; a right field is never named.
A changed input shows as the facts that no longer follow from it. `currency`, `jurisdiction`,
`software`, `key_id` and the words of `reason` decide nothing: they stand under the signature.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.proof.beforehand import Shown, contradictions, shows_beforehand
from app.proof.document import DealerFacts, HandFacts, Proof
from app.proof.facts import Facts
from app.proof.follow import (
    Followed,
    KnownRules,
    commitment_that_follows,
    follow,
    house_play_findings,
    known_rules,
    nothing_dealt,
)
from app.proof.instants import moment
from app.proof.signing import PublicKey, signature_valid
from app.proof.verdict import Fact, Finding, Verdict
from config.loader import RulesFile


def judge(
    proof: Proof,
    shown: Shown | None = None,
    key: PublicKey | None = None,
    rules_files: KnownRules | None = None,
) -> Verdict:
    """The verdict on one proof.

    `shown` is what the player kept from before the bet, `key` the house's public key,
    `rules_files` the rules to judge by (those shipped, when None).
    """
    rules_file = (known_rules() if rules_files is None else rules_files).get(proof.rules_id)
    inner = _unknown_rules(proof) if rules_file is None else _by_rules(proof, rules_file)
    signature = _signature(proof, key)
    told = tuple(contradictions(proof, shown, rules_file))
    fixed = not told and inner.commitment_holds and shows_beforehand(proof, shown)
    followed = inner.followed
    return Verdict(
        findings=(
            *_status_findings(proof),
            *inner.findings,
            *_time_findings(proof),
            *_signature_findings(proof, signature),
            *told,
        ),
        fixed_beforehand="shown" if fixed else "not shown",
        signature=signature,
        state=None if followed is None else followed.state,
        shoe_after=None if followed is None else followed.shoe_after,
    )


@dataclass(frozen=True, slots=True)
class _ByRules:
    """What the rules say of a proof, as far as they are known."""

    findings: tuple[Finding, ...]
    commitment_holds: bool
    followed: Followed | None


def _unknown_rules(proof: Proof) -> _ByRules:
    finding = Finding("rules_id", "rules that are known here", proof.rules_id)
    return _ByRules((finding,), commitment_holds=False, followed=None)


def _by_rules(proof: Proof, rules_file: RulesFile) -> _ByRules:
    commitment = commitment_that_follows(proof, rules_file)
    followed = follow(proof, rules_file.rules, commitment)
    findings = (
        *_differs("rules_sha256", rules_file.sha256, proof.rules_sha256),
        *_differs("commitment", commitment, proof.commitment),
        *_play_findings(proof, followed),
    )
    return _ByRules(findings, proof.commitment == commitment, followed)


def _status_findings(proof: Proof) -> Iterator[Finding]:
    """The fields that `status` says must be there, or must be null."""
    if proof.status == "settled":
        yield from _differs("reason", None, proof.reason)
    elif proof.reason is None:
        yield Finding("reason", f"why the round is {proof.status}", None)
    if proof.status == "lapsed":
        if proof.client_seed is not None:
            yield Finding("client_seed", None, proof.client_seed)
        if proof.stake is not None:
            yield Finding("stake", None, proof.stake)
    elif nothing_dealt(proof) and proof.stake is None:
        yield Finding("stake", "a stake", None)
    if nothing_dealt(proof) and proof.actions:
        yield Finding("actions", (), proof.actions)


def _play_findings(proof: Proof, followed: Followed) -> Iterator[Finding]:
    yield from followed.broken
    facts = followed.facts
    if facts is None:
        # The cards dealt until the play broke off follow all the same.
        if proof.cards[: len(followed.cards)] != followed.cards:
            yield Finding("cards", (*followed.cards, "..."), proof.cards)
        return
    yield from _differs("cards", facts.cards, proof.cards)
    yield from _differs("words_passed_over", facts.words_passed_over, proof.words_passed_over)
    yield from _hands_findings(facts.hands, proof.hands)
    yield from _dealer_findings(facts.dealer, proof.dealer)
    yield from _sum_findings(facts, proof)
    if followed.state is not None:
        yield from house_play_findings(proof, followed.state)
    elif proof.house_played_from is not None:
        yield Finding("house_played_from", None, proof.house_played_from)


def _hands_findings(
    expected: tuple[HandFacts, ...], found: tuple[HandFacts, ...]
) -> Iterator[Finding]:
    if expected == found:
        return
    if len(expected) != len(found):
        yield Finding("hands", f"{len(expected)} in number", f"{len(found)} in number")
        return
    for index, (right, stated) in enumerate(zip(expected, found, strict=True)):
        yield from _differs(f"hands[{index}].cards", right.cards, stated.cards)
        yield from _differs(f"hands[{index}].stake", right.stake, stated.stake)
        yield from _differs(f"hands[{index}].outcome", right.outcome, stated.outcome)
        yield from _differs(f"hands[{index}].returned", right.returned, stated.returned)


def _dealer_findings(expected: DealerFacts | None, found: DealerFacts | None) -> Iterator[Finding]:
    if expected is None or found is None:
        yield from _differs("dealer", _dealer_cards(expected), _dealer_cards(found))
        return
    yield from _differs("dealer.cards", expected.cards, found.cards)
    yield from _differs("dealer.total", expected.total, found.total)
    yield from _differs("dealer.result", expected.result, found.result)


def _dealer_cards(dealer: DealerFacts | None) -> tuple[str, ...] | None:
    return None if dealer is None else dealer.cards


def _sum_findings(facts: Facts, proof: Proof) -> Iterator[Finding]:
    yield from _differs("staked", facts.staked, proof.staked)
    yield from _differs("returned", facts.returned, proof.returned)
    yield from _differs("net", facts.net, proof.net)


def _time_findings(proof: Proof) -> Iterator[Finding]:
    if proof.status == "lapsed":
        yield from _differs("opened_at", None, proof.opened_at)
    elif proof.opened_at is None:
        yield Finding("opened_at", "when the stake was taken", None)
    opened = yield from _instant("opened_at", proof.opened_at)
    settled = yield from _instant("settled_at", proof.settled_at)
    if opened is not None and settled is not None and settled < opened:
        yield Finding("settled_at", f"not before {proof.opened_at}", proof.settled_at)


def _instant(where: str, text: str | None) -> Generator[Finding, None, datetime | None]:
    if text is None:
        return None
    try:
        return moment(text)
    except ValueError:
        yield Finding(where, "a time that a calendar and a clock have", text)
        return None


def _signature(proof: Proof, key: PublicKey | None) -> Literal["valid", "invalid", "not checked"]:
    if key is None:
        return "not checked"
    return "valid" if signature_valid(proof, key) else "invalid"


def _signature_findings(proof: Proof, signature: str) -> Iterator[Finding]:
    if signature == "invalid":
        yield Finding("signature", "a signature by the given key", proof.signature)


def _differs(where: str, expected: Fact, found: Fact) -> Iterator[Finding]:
    if expected != found:
        yield Finding(where, expected, found)
