"""A verdict in words and in JSON: what `pontoon replay` prints. Plain text, no colours."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from app.proof.beforehand import Shown, in_plain_words
from app.proof.document import Proof
from app.proof.verdict import Fact, Finding, Verdict


def verdict_json(verdict: Verdict, among: Mapping[str, str | int] | None = None) -> str:
    """The verdict as one JSON object on one line.

    `among` says which of several proofs it is of: where it was read, its number and round.
    """
    return json.dumps(
        {
            **(among or {}),
            "verdict": verdict.verdict,
            "fixed_beforehand": verdict.fixed_beforehand,
            "signature": verdict.signature,
            "findings": [asdict(finding) for finding in verdict.findings],
        }
    )


def unusable_json(among: Mapping[str, str | int], why: str) -> str:
    """The line of something that is no usable proof, where a line is given for each."""
    return json.dumps({**among, "verdict": "unusable", "why": why})


def verdict_words(verdict: Verdict) -> str:
    """The verdict in one sentence."""
    if verdict.findings:
        count = len(verdict.findings)
        if count == 1:
            return "REFUTED: one thing does not hold, and is named below."
        return f"REFUTED: {count} things do not hold, each named below."
    return "CONFIRMED: everything in the proof follows from its seeds, stake and actions."


def checks(proof: Proof, verdict: Verdict, shown: Shown | None) -> tuple[str, ...]:
    """One line for each thing that was looked at, right or wrong, or not looked at."""
    wrong = {_field(finding) for finding in verdict.findings}
    lines = [_line(check, proof, verdict, wrong) for check in _CHECKS]
    lines.append(_signature_line(verdict))
    fixed = verdict.fixed_beforehand == "shown"
    otherwise = tuple(
        finding.where.removeprefix(_ANNOUNCED)
        for finding in verdict.findings
        if finding.where.startswith(_ANNOUNCED)
    )
    mark = _WRONG if otherwise else _RIGHT if fixed else _OPEN
    lines.append(f"{mark}  beforehand  {in_plain_words(proof, shown, otherwise, fixed=fixed)}")
    return tuple(lines)


def finding_words(finding: Finding) -> str:
    """One finding on one line."""
    expected, found = _words(finding.expected), _words(finding.found)
    return f"{finding.where}: expected {expected}; found {found}"


@dataclass(frozen=True, slots=True)
class _Check:
    name: str
    text: str
    fields: frozenset[str]
    of_play: bool = False


_ANNOUNCED = "announced."
_RIGHT, _WRONG, _OPEN = "right", "WRONG", "open "
_CHECKS = (
    _Check(
        "ending",
        "what is filled in is what an ending of this sort has",
        frozenset({"reason", "client_seed"}),
    ),
    _Check(
        "rules",
        "known here, and their file has the stated hash",
        frozenset({"rules_id", "rules_sha256"}),
    ),
    _Check(
        "commitment",
        "made from this secret, for this round and shoe",
        frozenset({"commitment", "shoe_before"}),
    ),
    _Check(
        "play",
        "the stake and every action were allowed, and lead to this ending",
        frozenset({"stake", "actions", "status", "house_played_from"}),
    ),
    _Check(
        "cards",
        "dealt again from the seeds: the same, in the same order",
        frozenset({"cards", "words_passed_over"}),
        of_play=True,
    ),
    _Check(
        "hands",
        "hold these cards and came to this",
        frozenset({"hands", "dealer"}),
        of_play=True,
    ),
    _Check(
        "money",
        "staked and returned to the penny",
        frozenset({"staked", "returned", "net"}),
        of_play=True,
    ),
    _Check("times", "in order", frozenset({"opened_at", "settled_at"})),
)


def _line(check: _Check, proof: Proof, verdict: Verdict, wrong: set[str]) -> str:
    if check.fields & wrong:
        return f"{_WRONG}  {check.name:<10}  see below"
    unknown_rules = "rules_id" in wrong and check.name in ("commitment", "play")
    # Without a shoe to go on from, the play broke off before its facts.
    if unknown_rules or (check.of_play and verdict.shoe_after is None):
        return f"{_OPEN}  {check.name:<10}  cannot be told: the round does not follow that far"
    if check.of_play and verdict.state is None and not proof.cards:
        return f"{_RIGHT}  {check.name:<10}  none, as no card was dealt"
    return f"{_RIGHT}  {check.name:<10}  {check.text}"


def _signature_line(verdict: Verdict) -> str:
    match verdict.signature:
        case "valid":
            return f"{_RIGHT}  signature   by the given key"
        case "invalid":
            return f"{_WRONG}  signature   not by the given key, or the proof was changed since"
        case "not checked":
            return (
                f"{_OPEN}  signature   not checked: that takes the house's public key (--key FILE)"
            )


def _field(finding: Finding) -> str:
    return finding.where.partition("[")[0].partition(".")[0]


def _words(fact: Fact) -> str:
    if isinstance(fact, tuple):
        return " ".join(fact) if fact else "nothing"
    return "null" if fact is None else str(fact)
