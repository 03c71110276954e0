"""The proof document `pontoon/proof/1`: its shape, reading it, writing it.

What is here is form alone, field for field that of `config/schema/proof-1.json`; whether the
stated facts follow from the stated inputs is decided in `judge`. Nothing is repaired and nothing
is converted: a number written as text or as `500.0`, or a key given twice, is refused.
"""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter

from app.proof import forms
from app.proof.forms import TEXT_MAX
from app.proof.reading import read_document
from rng.announcement import CLIENT_SEED_CHARACTERS_MAX, NUMBER_MAX
from rng.shoe import CARDS

PROOF_FORMAT: Final = "pontoon/proof/1"
LIST_MAX = 64
"""Cards, or actions, of a round: no rules lead to more than 41 cards and 19 actions."""
HANDS_MAX = 4
"""Hands of a round: the most that `player.hands_max` may say."""
HAND_CARDS_MAX = 5
"""Cards of a hand: it ends with its fifth (R11)."""
DEALER_CARDS_MAX = 21
"""Cards of a dealer who goes on past five: twenty-one aces."""
DEALER_TOTAL_MAX = 26
"""Points of a dealer: 16, and a ten-point card."""
INTEGER_MAX = 2**53 - 1
"""Any figure: the largest integer that every JSON reader keeps (RFC 7493, RFC 8785)."""
WORDS_MAX = 2**16 - 1
"""Words of the generator passed over in one round: a bound on the field, far from any round."""

UNSIGNED: Final = ""
"""`key_id` and `signature` of a proof that is not signed yet; such a document is not usable."""


def _text(pattern: str, length_max: int) -> StringConstraints:
    return StringConstraints(pattern=pattern, max_length=length_max)


Status = Literal["settled", "void", "lapsed"]
ActionName = Literal["twist", "stick", "buy", "split"]
OutcomeName = Literal["win", "lose", "bust", "pontoon", "five_card_trick", "void"]
ResultName = Literal["not_played", "stuck", "bust", "pontoon", "five_card_trick"]
Uuid = Annotated[str, _text(forms.UUID, 36)]
RulesId = Annotated[str, _text(forms.RULES_ID, 100)]
Sha256 = Annotated[str, _text(forms.SHA256, 64)]
Counts = Annotated[str, _text(forms.COUNTS, CARDS)]
ClientSeed = Annotated[str, _text(forms.CLIENT_SEED, CLIENT_SEED_CHARACTERS_MAX)]
Currency = Annotated[str, _text(forms.CURRENCY, 3)]
CardName = Annotated[str, _text(forms.CARD_NAME, 2)]
Instant = Annotated[str, _text(forms.INSTANT, 30)]
KeyId = Annotated[str, _text(forms.KEY_ID, 16)]
Signature = Annotated[str, _text(forms.SIGNATURE, 128)]
Text = Annotated[
    str, StringConstraints(min_length=1, max_length=TEXT_MAX, pattern=forms.SHOWN_AS_WRITTEN)
]
Number = Annotated[int, Field(ge=1, le=NUMBER_MAX)]
Stake = Annotated[int, Field(ge=1, le=INTEGER_MAX)]
Sum = Annotated[int, Field(ge=0, le=INTEGER_MAX)]

_STRICT = ConfigDict(strict=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class HandFacts:
    """One hand of the player as it ended."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    cards: Annotated[tuple[CardName, ...], Field(min_length=2, max_length=HAND_CARDS_MAX)]
    stake: Stake
    outcome: OutcomeName
    returned: Sum


@dataclass(frozen=True, slots=True)
class DealerFacts:
    """The dealer's hand as it ended."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    cards: Annotated[tuple[CardName, ...], Field(min_length=2, max_length=DEALER_CARDS_MAX)]
    total: Annotated[int, Field(ge=4, le=DEALER_TOTAL_MAX)]
    result: ResultName


@dataclass(frozen=True, slots=True)
class Jurisdiction:
    """The profile the round was played under, and the hash of its file."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    id: Text
    sha256: Sha256


@dataclass(frozen=True, slots=True)
class Proof:
    """One ended round: its inputs, what is said to follow from them, and who says so."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    format: Literal["pontoon/proof/1"]
    status: Status
    reason: Text | None
    seat_id: Uuid
    number: Number
    round_id: Uuid
    rules_id: RulesId
    rules_sha256: Sha256
    shoe_before: Counts
    commitment: Sha256
    server_secret: Sha256
    client_seed: ClientSeed | None
    currency: Currency
    stake: Stake | None
    actions: Annotated[tuple[ActionName, ...], Field(max_length=LIST_MAX)]
    cards: Annotated[tuple[CardName, ...], Field(max_length=LIST_MAX)]
    words_passed_over: Annotated[int, Field(ge=0, le=WORDS_MAX)]
    hands: Annotated[tuple[HandFacts, ...], Field(max_length=HANDS_MAX)]
    dealer: DealerFacts | None
    staked: Sum
    returned: Sum
    net: Annotated[int, Field(ge=-INTEGER_MAX, le=INTEGER_MAX)]
    opened_at: Instant | None
    settled_at: Instant
    house_played_from: Annotated[int, Field(ge=0, le=LIST_MAX - 1)] | None
    jurisdiction: Jurisdiction | None
    software: Text
    key_id: KeyId
    signature: Signature


_PROOF = TypeAdapter(Proof)


def parse_proof(document: bytes) -> Proof:
    """The proof in these bytes, or `UnusableProof` that says what is wrong with them."""
    return read_document(_PROOF, document)


def to_json(proof: Proof) -> str:
    """The document on one line, its fields in the order of the format."""
    return _PROOF.dump_json(proof).decode()


def proof_fields(proof: Proof) -> dict[str, Any]:
    """The document as plain JSON values, for the canonical form and for schemas."""
    return {**_PROOF.dump_python(proof, mode="json")}
