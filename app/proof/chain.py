"""Many proofs of one seat in a row: whether each goes on where the one before it ended.

They come in ascending order of `number`. What each round says for itself is judged in `judge`.
"""

from collections.abc import Iterator

from app.proof.document import Proof
from app.proof.follow import KnownRules, known_rules
from app.proof.instants import moment
from app.proof.verdict import Finding, Verdict
from rng.shoe import Shoe

PROOFS_MAX = 1_000_000
"""Proofs of one file: what is kept of each, to find repeats, stays under 500 bytes."""


class TooManyProofs(ValueError):
    """More proofs in a row than are remembered."""


class Chain:
    """The proofs seen so far; `add` says what does not follow from them."""

    def __init__(self, rules_files: KnownRules | None = None) -> None:
        self._rules_files = known_rules() if rules_files is None else rules_files
        self._last: Proof | None = None
        self._shoe: Shoe | None = None
        self._gap = False
        self._seen: dict[str, set[str]] = {
            "round_id": set(),
            "commitment": set(),
            "server_secret": set(),
        }

    def add(self, proof: Proof, verdict: Verdict) -> Verdict:
        """The verdict with what is wrong between this proof and those before it.

        The chain goes on from this proof, unless it is of another seat or comes too late.
        """
        if len(self._seen["round_id"]) >= PROOFS_MAX:
            raise TooManyProofs(f"more than {PROOFS_MAX:,} proofs in one file")
        findings = tuple(self._findings(proof))
        for name, seen in self._seen.items():
            seen.add(getattr(proof, name))
        if self._last is None or (
            proof.seat_id == self._last.seat_id and proof.number > self._last.number
        ):
            self._last = proof
            self._shoe = verdict.shoe_after
            self._gap = False
        return verdict.with_findings(findings)

    def interrupt(self) -> None:
        """What could not be used stood here: numbers may be missing before the next proof.

        It is still one of the same seat, and a later one.
        """
        self._gap = True

    def _findings(self, proof: Proof) -> Iterator[Finding]:
        for name, seen in self._seen.items():
            stated: str = getattr(proof, name)
            if stated in seen:
                yield Finding(f"chain.{name}", "not used in an earlier round", stated)
        last = self._last
        if last is None:
            if proof.number == 1:
                yield from self._shoe_findings(proof, self._whole(proof))
            return
        if proof.seat_id != last.seat_id:
            yield Finding("chain.seat_id", last.seat_id, proof.seat_id)
            return
        if proof.number != last.number + 1:
            yield from self._number_findings(proof, last)
            return
        new_rules = proof.rules_id != last.rules_id
        yield from self._shoe_findings(proof, self._whole(proof) if new_rules else self._shoe)
        yield from _time_findings(proof, last)

    def _number_findings(self, proof: Proof, last: Proof) -> Iterator[Finding]:
        if not self._gap:
            yield Finding("chain.number", last.number + 1, proof.number)
        elif proof.number <= last.number:
            yield Finding("chain.number", f"more than {last.number}", proof.number)
        else:
            yield from _time_findings(proof, last)

    def _whole(self, proof: Proof) -> Shoe | None:
        rules_file = self._rules_files.get(proof.rules_id)
        return None if rules_file is None else Shoe.whole(rules_file.rules.shoe.packs)

    def _shoe_findings(self, proof: Proof, expected: Shoe | None) -> Iterator[Finding]:
        # None: the round before was refuted, so what it left is not known.
        if expected is not None and str(expected) != proof.shoe_before:
            yield Finding("chain.shoe_before", str(expected), proof.shoe_before)


def _time_findings(proof: Proof, last: Proof) -> Iterator[Finding]:
    where, text = (
        ("settled_at", proof.settled_at)
        if proof.opened_at is None
        else ("opened_at", proof.opened_at)
    )
    try:
        in_order = moment(last.settled_at) <= moment(text)
    except ValueError:
        return  # no time at all: `judge` has said so
    if not in_order:
        yield Finding(f"chain.{where}", f"not before {last.settled_at}", text)
