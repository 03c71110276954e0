"""A round in hand: a value that holds dealt cards only, so nothing undealt can leak from it.

The dealer's cards and the list of cards dealt are kept out of `repr`: two of them lie face down.
How one state becomes the next is in `play`.
"""

from dataclasses import dataclass, field

from app.game.cards import Card
from app.game.events import Event
from app.game.hands import Total, total_of
from app.game.money import Pence
from app.game.outcomes import DealerResult, HandState, Outcome
from config.rules import Rules


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of the player; `outcome` and `returned` are None until it is settled."""

    cards: tuple[Card, ...]
    stake: Pence
    state: HandState
    buys: int = 0
    outcome: Outcome | None = None
    returned: Pence | None = None

    @property
    def total(self) -> Total:
        """R2."""
        return total_of(self.cards)


@dataclass(frozen=True, slots=True)
class Dealer:
    """The dealer's hand; `result` is None until the round has ended."""

    cards: tuple[Card, ...] = field(repr=False)
    result: DealerResult | None = None

    @property
    def total(self) -> Total:
        """R2; not to be shown before the cards are turned over."""
        return total_of(self.cards)


@dataclass(frozen=True, slots=True)
class RoundState:
    """Everything that has happened in one round."""

    rules: Rules = field(repr=False)
    stake: Pence
    hands: tuple[Hand, ...]
    dealer: Dealer
    cards: tuple[Card, ...] = field(repr=False)
    events: tuple[Event, ...]

    @property
    def active_hand(self) -> int | None:
        """The index of the hand whose turn it is, or None when no action is awaited."""
        # R3: a void round's hands keep their states, and none of them is waited for.
        if self.ended:
            return None
        for index, hand in enumerate(self.hands):
            if hand.state is HandState.ACTIVE:
                return index
        return None

    @property
    def ended(self) -> bool:
        """Whether every hand has been settled."""
        return self.dealer.result is not None

    @property
    def cards_dealt(self) -> int:
        """Cards dealt so far, the dealer's included."""
        return len(self.cards)

    @property
    def staked(self) -> Pence:
        """All stakes of the round, bought and split ones included."""
        return Pence(sum(hand.stake for hand in self.hands))

    @property
    def returned(self) -> Pence | None:
        """What goes back to the player, or None before the end."""
        if not self.ended:
            return None
        return Pence(sum(hand.returned or 0 for hand in self.hands))

    @property
    def net(self) -> Pence | None:
        """Returned less staked, or None before the end."""
        returned = self.returned
        return None if returned is None else Pence(returned - self.staked)
