"""What happened in a round, in order, as facts that anybody at the table may know.

The dealer's first two cards are dealt face down, so their events carry no card: what is
stored of a round in play cannot give the dealer's hand away. They come with `DealerRevealed`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.game.cards import FACE_DOWN, Card
from app.game.money import Pence
from app.game.outcomes import Outcome

EVENTS_FORMAT = "pontoon/events/1"
"""The format of rounds that are dealt now."""

EventField = str | int | bool | list[str]


@dataclass(frozen=True, slots=True)
class StakeTaken:
    """The opening stake, on the first hand."""

    hand: int
    stake: Pence


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card to a hand, or to the dealer where `to` is None; face down where `card` is None."""

    to: int | None
    card: Card | None


@dataclass(frozen=True, slots=True)
class DealerPeeked:
    """R5: the dealer looked before any action, and had a pontoon or not."""

    pontoon: bool


@dataclass(frozen=True, slots=True)
class Twisted:
    """R7."""

    hand: int


@dataclass(frozen=True, slots=True)
class Stuck:
    """R8; also a split ace that ends with its second card."""

    hand: int


@dataclass(frozen=True, slots=True)
class Bought:
    """R9: `stake` is what was added."""

    hand: int
    stake: Pence


@dataclass(frozen=True, slots=True)
class Split:
    """R10: the second card of `hand` became the hand after it, with `stake` of its own."""

    hand: int
    stake: Pence


@dataclass(frozen=True, slots=True)
class Bust:
    """R12."""

    hand: int


@dataclass(frozen=True, slots=True)
class DealerRevealed:
    """Both face-down cards turned over."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandSettled:
    """R14, R15: what the hand came to, and what goes back to the player."""

    hand: int
    outcome: Outcome
    returned: Pence


Event = (
    StakeTaken
    | CardDealt
    | DealerPeeked
    | Twisted
    | Stuck
    | Bought
    | Split
    | Bust
    | DealerRevealed
    | HandSettled
)


def event_fields(event: Event) -> dict[str, EventField]:
    """The event as `pontoon/events/1` stores it."""
    match event:
        case StakeTaken(hand, stake):
            return {"event": "stake_taken", "hand": hand, "stake": stake}
        case CardDealt(to, card):
            shown = FACE_DOWN if card is None else str(card)
            return {"event": "card_dealt", "to": "dealer" if to is None else to, "card": shown}
        case DealerPeeked(pontoon):
            return {"event": "dealer_peeked", "pontoon": pontoon}
        case Bought(hand, stake):
            return {"event": "bought", "hand": hand, "stake": stake}
        case Split(hand, stake):
            return {"event": "split", "hand": hand, "stake": stake}
        case DealerRevealed(cards):
            return {"event": "dealer_revealed", "cards": [str(card) for card in cards]}
        case HandSettled(hand, outcome, returned):
            return {
                "event": "hand_settled",
                "hand": hand,
                "outcome": outcome.value,
                "returned": returned,
            }
        case Twisted(hand):
            return {"event": "twisted", "hand": hand}
        case Stuck(hand):
            return {"event": "stuck", "hand": hand}
        case Bust(hand):
            return {"event": "bust", "hand": hand}


FORMATS: Mapping[str, Callable[[Event], dict[str, EventField]]] = MappingProxyType(
    {EVENTS_FORMAT: event_fields}
)
"""What writes each format in which a round may still be open: a round keeps that of its deal."""
