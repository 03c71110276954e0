"""The words for how things stand and how they ended, as the API and the proofs write them."""

from enum import StrEnum


class Action(StrEnum):
    """What a player may do with the active hand."""

    TWIST = "twist"
    STICK = "stick"
    BUY = "buy"
    SPLIT = "split"


class HandState(StrEnum):
    """Where a hand of the player stands."""

    WAITING = "waiting"
    ACTIVE = "active"
    STUCK = "stuck"
    BUST = "bust"
    PONTOON = "pontoon"
    FIVE_CARD_TRICK = "five_card_trick"


class Outcome(StrEnum):
    """What a hand came to."""

    WIN = "win"
    LOSE = "lose"
    BUST = "bust"
    PONTOON = "pontoon"
    FIVE_CARD_TRICK = "five_card_trick"
    VOID = "void"


class DealerResult(StrEnum):
    """How the dealer's hand ended."""

    NOT_PLAYED = "not_played"
    STUCK = "stuck"
    BUST = "bust"
    PONTOON = "pontoon"
    FIVE_CARD_TRICK = "five_card_trick"
