"""Whether the seeds were fixed before the bet: only what the player kept from then can show it.

A proof alone shows that the cards follow from its seeds, not when the seeds were chosen. Here the
proof is compared with an announcement (or a commitment) and a client seed that were kept.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pydantic import ConfigDict, TypeAdapter

from app.game.money import Pence
from app.game.stakes import BadStake, opening_stake
from app.proof.document import ClientSeed, Counts, Number, Proof, RulesId, Sha256, Stake, Uuid
from app.proof.reading import read_document
from app.proof.verdict import Fact, Finding
from config.loader import RulesFile

NOT_CHOSEN_BY_THE_PLAYER = (
    "The player brought no seed: this shows that the house did not change its secret, "
    "not that it did not choose it."
)

_STRICT = ConfigDict(strict=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class NextRound:
    """`next_round` as the player received it."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    seat_id: Uuid
    number: Number
    round_id: Uuid
    rules_id: RulesId
    rules_sha256: Sha256
    shoe_before: Counts
    commitment: Sha256


@dataclass(frozen=True, slots=True)
class AnnouncedBet:
    """What the table page keeps of a bet: the announcement, the player's own seed and stake."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    next_round: NextRound
    client_seed: ClientSeed | None
    stake: Stake


@dataclass(frozen=True, slots=True)
class ShownCommitment:
    """A commitment noted by hand, and the seed that was sent; None when that was not noted."""

    commitment: str
    client_seed: str | None


Shown = AnnouncedBet | ShownCommitment

_ANNOUNCED = TypeAdapter(AnnouncedBet)


def parse_announced(document: bytes) -> AnnouncedBet:
    """`{next_round, client_seed, stake}` in these bytes, or `UnusableProof`."""
    return read_document(_ANNOUNCED, document)


def contradictions(
    proof: Proof, shown: Shown | None, rules_file: RulesFile | None
) -> Iterator[Finding]:
    """Each thing that the player was told or sent, and that the proof says otherwise."""
    if isinstance(shown, AnnouncedBet):
        yield from _against_announcement(proof, shown.next_round)
        # A lapsed number was spent before any bet was bound to it.
        if proof.status != "lapsed":
            yield from _differs("client_seed", shown.client_seed, proof.client_seed)
            yield from _differs("stake", _as_staked(shown.stake, rules_file), proof.stake)
    elif shown is not None:
        yield from _differs("commitment", shown.commitment, proof.commitment)
        if shown.client_seed is not None and proof.status != "lapsed":
            yield from _differs("client_seed", shown.client_seed, proof.client_seed)


def shows_beforehand(proof: Proof, shown: Shown | None) -> bool:
    """Whether what was kept, if nothing contradicts it, shows that the seeds were fixed.

    It takes the commitment and a seed of the player's own: without one the house may have
    chosen among secrets.
    """
    return shown is not None and shown.client_seed is not None and proof.client_seed is not None


def in_plain_words(
    proof: Proof, shown: Shown | None, contradicted: Sequence[str] = (), *, fixed: bool
) -> str:
    """What the verdict says about the time before the bet; `contradicted` are fields, in order."""
    if contradicted:
        fields = ", ".join(contradicted)
        return f"What was kept says otherwise of {fields}: see the findings."
    if fixed:
        return "The seeds were fixed beforehand: the proof agrees with what was kept."
    if proof.status == "lapsed":
        return (
            "The house says that no bet was bound to this number. Whoever was told that one was "
            "taken has that answer to show against it."
        )
    if proof.client_seed is None:
        return NOT_CHOSEN_BY_THE_PLAYER
    if shown is None:
        return (
            "Not shown that the seeds were fixed beforehand: that takes what the player kept "
            "(--announced FILE, or --commitment HEX --client-seed TEXT)."
        )
    if shown.client_seed is None:
        return "Not shown that the seeds were fixed beforehand: the player's own seed is missing."
    return "Not shown that the seeds were fixed beforehand: see the findings."


def _against_announcement(proof: Proof, announced: NextRound) -> Iterator[Finding]:
    yield from _differs("seat_id", announced.seat_id, proof.seat_id)
    yield from _differs("number", announced.number, proof.number)
    yield from _differs("round_id", announced.round_id, proof.round_id)
    yield from _differs("rules_id", announced.rules_id, proof.rules_id)
    yield from _differs("rules_sha256", announced.rules_sha256, proof.rules_sha256)
    yield from _differs("shoe_before", announced.shoe_before, proof.shoe_before)
    yield from _differs("commitment", announced.commitment, proof.commitment)


def _as_staked(stake: int, rules_file: RulesFile | None) -> int:
    """R17 raises a stake below the least one; what the rules refuse stays as it was sent."""
    if rules_file is None:
        return stake
    try:
        return opening_stake(Pence(stake), rules_file.rules, table_max=None).stake
    except BadStake:
        return stake


def _differs(where: str, expected: Fact, found: Fact) -> Iterator[Finding]:
    if expected != found:
        yield Finding(f"announced.{where}", expected, found)
