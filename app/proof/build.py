"""Building the proof of an ended round from what the house kept of it.

The result is unsigned (`signing.sign`). Nothing is looked up and nothing is judged here: a proof
built from wrong facts is a wrong proof, and `judge` says so.
"""

from dataclasses import dataclass, field, fields
from typing import Any

from app.proof.document import PROOF_FORMAT, UNSIGNED, ActionName, Jurisdiction, Proof, Status
from app.proof.facts import NOTHING_DEALT, Facts
from rng.announcement import Announcement


@dataclass(frozen=True, slots=True)
class Bet:
    """What bound the round: the player's seed (None: brought none) and stake, and when."""

    client_seed: str | None
    stake: int
    opened_at: str


@dataclass(frozen=True, slots=True)
class Play:
    """What was done, and the facts that followed from it (`facts.facts_of`, or as stored).

    `house_played_from` is the index of the first action that the house took, if it took any.
    """

    actions: tuple[ActionName, ...]
    facts: Facts
    house_played_from: int | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How the number was spent, when, and (unless settled) why."""

    status: Status
    ended_at: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """Under what the round was played; nothing of it decides the round."""

    currency: str
    software: str
    jurisdiction: Jurisdiction | None = None


@dataclass(frozen=True, slots=True)
class Revealed:
    """The announcement and the secret it committed to; to be built once the round has ended."""

    announcement: Announcement
    server_secret: bytes = field(repr=False)


def build_proof(
    revealed: Revealed, ending: Ending, terms: Terms, bet: Bet | None, play: Play | None
) -> Proof:
    """The unsigned proof.

    A lapsed round has neither bet nor play, a void one whose stake was never confirmed no play.
    """
    facts = NOTHING_DEALT if play is None else play.facts
    return Proof(
        format=PROOF_FORMAT,
        status=ending.status,
        reason=ending.reason,
        **_fields(revealed.announcement),
        server_secret=revealed.server_secret.hex(),
        client_seed=None if bet is None else bet.client_seed,
        currency=terms.currency,
        stake=None if bet is None else bet.stake,
        actions=() if play is None else play.actions,
        **_fields(facts),
        opened_at=None if bet is None else bet.opened_at,
        settled_at=ending.ended_at,
        house_played_from=None if play is None else play.house_played_from,
        jurisdiction=terms.jurisdiction,
        software=terms.software,
        key_id=UNSIGNED,
        signature=UNSIGNED,
    )


def _fields(stated: Announcement | Facts) -> dict[str, Any]:
    # Both have the proof's own fields, name for name.
    return {one.name: getattr(stated, one.name) for one in fields(stated)}
