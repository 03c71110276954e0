"""The shapes of answers, for the OpenAPI document: the views of `app.service` with their words.

Answers are made from the views themselves; a test holds each answer against its shape here.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.proof.document import ActionName, Sha256, Uuid

Pence = Annotated[int, Field(description="pence")]
Time = Annotated[
    str,
    Field(
        pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$",
        description="UTC, RFC 3339 with milliseconds",
    ),
]
CardName = Annotated[str, Field(pattern=r"^([A2-9TJQK][CDHS]|\?\?)$")]


class Shape(BaseModel):
    """A closed shape."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Hand(Shape):
    """A hand of the player."""

    cards: Annotated[list[CardName], Field(description="in dealing order: rank, then suit")]
    total: Annotated[int, Field(description="the best total; an ace counts 11 if that fits")]
    soft: Annotated[bool, Field(description="whether an ace counts 11")]
    stake: Annotated[int, Field(description="pence on this hand, bought part included")]
    state: Literal["waiting", "active", "stuck", "bust", "pontoon", "five_card_trick"]
    outcome: Annotated[
        Literal["win", "lose", "bust", "pontoon", "five_card_trick", "void"] | None,
        Field(description="null until the hand is settled"),
    ]
    returned: Annotated[int | None, Field(description="pence paid back; null until settled")]


class Dealer(Shape):
    """The dealer's hand."""

    cards: Annotated[list[CardName], Field(description="?? while face down")]
    total: Annotated[int | None, Field(description="null until the round has ended")]
    result: Annotated[
        Literal["not_played", "stuck", "bust", "pontoon", "five_card_trick"] | None,
        Field(description="null until the round has ended"),
    ]


class Barred(Shape):
    """Why an action is not legal now."""

    code: Literal["below-stick-min", "twenty-one", "already-bought", "not-a-pair", "hands-max"]
    text: Annotated[str, Field(description="the reason in words, made from the rules")]


class BarredActions(Shape):
    """Each action that the rules bar now, with the reason."""

    twist: Barred | None = None
    stick: Barred | None = None
    buy: Barred | None = None
    split: Barred | None = None


class NextRound(Shape):
    """The announcement of the coming round. Keep it: it is what a proof is compared with."""

    seat_id: Uuid
    number: Annotated[int, Field(ge=1, description="rounds of a seat count up without gaps")]
    round_id: Annotated[Uuid, Field(description="the id that the bet must name")]
    rules_id: str
    rules_sha256: Sha256
    shoe_before: Annotated[
        str, Field(pattern=r"^[0-8]{52}$", description="cards left of each of the 52, clubs first")
    ]
    commitment: Annotated[Sha256, Field(description="hash that binds the server's secret")]


class Round(Shape):
    """A round as its player may see it."""

    round_id: Uuid
    number: int
    version: Annotated[int, Field(description="grows by one with each action; send it back")]
    status: Literal["awaiting_stake", "in_play", "settled", "void", "lapsed", "frozen"]
    stake_requested: Annotated[int | None, Field(description="pence as the bet named them")]
    stake: Annotated[
        int | None, Field(description="pence taken: a stake below the least is raised to it (R17)")
    ]
    client_seed: str | None
    commitment: Sha256
    hands: list[Hand]
    active_hand: Annotated[int | None, Field(description="counts from 0; null when none")]
    dealer: Dealer
    legal_actions: Annotated[
        list[ActionName], Field(description="what the rules allow now; empty when ended")
    ]
    barred: BarredActions
    staked: Annotated[int, Field(description="pence staked in all")]
    returned: Annotated[int | None, Field(description="pence paid back; null until ended")]
    net: Annotated[int | None, Field(description="returned less staked; null until ended")]


class PlayedRound(Round):
    """A round in the answer to a bet or an action."""

    balance: Annotated[int, Field(description="pence after this answer")]
    next_round: Annotated[
        NextRound | None,
        Field(description="the coming round once this one has ended; null while in play"),
    ]


class Shoe(Shape):
    """The shoe as the round in play found it, or as the coming round will find it."""

    counts: Annotated[str, Field(pattern=r"^[0-8]{52}$")]
    remaining: int
    made_whole: Annotated[bool, Field(description="R3 made it whole after the round before")]


class Limits(Shape):
    """The player's own limit (R18)."""

    table_max: Annotated[int | None, Field(description="pence; null until first set")]
    may_change_from: Annotated[
        str | None, Field(description="UTC time of the next week; null until first set")
    ]


class Session(Shape):
    """Where a session stands."""

    session_id: Uuid
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
    balance: Pence
    last_stake: Annotated[int | None, Field(description="pence; what repeat-bet repeats")]
    round: Annotated[Round | None, Field(description="the round in play, or null")]
    next_round: Annotated[NextRound | None, Field(description="null while a round is in play")]
    shoe: Shoe | None
    limits: Limits
    net: Annotated[int, Field(description="pence won less lost in this session")]
    started_at: Time
    expires_at: Time
    server_time: Time


class NewSession(Session):
    """A session just opened; the token is shown this once."""

    token: Annotated[
        str,
        Field(pattern=r"^[!-~]+$", description="send it as Authorization: Bearer <token>"),
    ]


class Rounds(Shape):
    """A page of rounds, newest first."""

    rounds: list[Round]
    next_cursor: Annotated[str | None, Field(description="null on the last page")]


class FieldError(Shape):
    """One field that was refused."""

    place: Annotated[str, Field(alias="in", description="body, query or header")]
    pointer: Annotated[str, Field(description="JSON pointer to the field")]
    expected: str


class ProblemBody(BaseModel):
    """RFC 9457. Members beside these depend on the problem."""

    type: Annotated[str, Field(description="/problems/<slug>, a page with the remedy")]
    title: str
    status: int
    detail: Annotated[str, Field(description="what happened this time")]
    request_id: Annotated[str, Field(description="name it when you report the problem")]
    errors: Annotated[
        list[FieldError] | None, Field(description="invalid-field only: each wrong field")
    ] = None


class ExampleStep(Shape):
    """Something done, and the round after it."""

    done: Annotated[
        Literal["deal", "twist", "stick", "buy", "split", "house", "void"],
        Field(description="house: done for a player who left; void: the round was called off"),
    ]
    round: Round


class Example(Shape):
    """A hand with chosen cards, to look at. No shoe dealt it, no money moved, it has no proof."""

    name: str
    title: str
    about: str
    example: Literal[True]
    steps: list[ExampleStep]


class Examples(Shape):
    """Hands that show what happens seldom."""

    examples: list[Example]
