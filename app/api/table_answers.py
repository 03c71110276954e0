"""The shapes of what is played here: rules, stakes, pays, return to player, signing keys."""

from typing import Annotated

from pydantic import Field

from app.api.answers import Shape
from app.proof.document import ActionName, Sha256


class RuleText(Shape):
    """One rule, as players read it."""

    number: Annotated[str, Field(description="R1 to R19")]
    text: str


class Rules(Shape):
    """The rules in force, made from the rules file."""

    id: str
    sha256: Sha256
    texts: list[RuleText]


class StakeLimits(Shape):
    """Opening stakes in pence (R17)."""

    min: int
    max: int
    step: int


class Pays(Shape):
    """What a winning hand is paid on its whole stake (R15)."""

    win: Annotated[str, Field(pattern=r"^\d+:\d+$", description="2:1 is two for each one staked")]
    pontoon: Annotated[str, Field(pattern=r"^\d+:\d+$")]
    five_card_trick: Annotated[str, Field(pattern=r"^\d+:\d+$")]


class StrategyCell(Shape):
    """What the strategy does with a hand of so many cards and this total."""

    cards: int
    soft: bool
    total: int
    bought: bool
    action: ActionName


class StrategyPair(Shape):
    """What it does with a pair that may be split."""

    rank: str
    action: ActionName


class Rtp(Shape):
    """What the game returns with this strategy; fractions, in opening stakes."""

    rtp: Annotated[float, Field(description="won / staked, from a whole shoe")]
    rtp_displayed: Annotated[
        float,
        Field(description="the lower of rtp and of shoes played to the cut: what players are told"),
    ]
    house_edge: float
    standard_deviation: float
    stake_mean: Annotated[float, Field(description="staked in all, for an opening stake of 1")]
    method: str
    strategy: str
    cells: list[StrategyCell]
    pairs: list[StrategyPair]


class Versions(Shape):
    """What decides how a round is played and written down, and which key signs its proof."""

    software: str
    events_format: str
    proof_format: str
    key_id: Annotated[str, Field(description="of the key that signs now, as GET /v1/keys has it")]


class TableAnswer(Shape):
    """What is played here."""

    rules: Rules
    currency: str
    limits: StakeLimits
    pays: Pays
    chips: Annotated[list[int], Field(description="pence")]
    keys: Annotated[dict[str, str], Field(description="key to action (R19)")]
    packs: int
    cut: Annotated[int, Field(description="cards dealt after which the shoe is made whole (R3)")]
    advice: Annotated[bool, Field(description="the best play may be told after a hand")]
    rtp: Annotated[Rtp | None, Field(description="null until it is certified for these rules")]
    versions: Versions


class SigningKey(Shape):
    """A key that proofs are signed with."""

    key_id: Annotated[str, Field(description="as proofs name it")]
    public_key: Annotated[str, Field(description="Ed25519, PEM: a file for `replay --key`")]


class SigningKeys(Shape):
    """The public keys of the house."""

    keys: list[SigningKey]
