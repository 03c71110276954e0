"""A round as a table: from where it stands, and the rank that is dealt, to where it stands then.

Rules and strategy are built into the table, so the kernel knows neither. A number below `events`
is a state that awaits a card; from there on it is an event: a step of a split, which `splits` takes
on, or the end of a round. Which cards come, and the shoe, are matters of `kernel`.
"""

from dataclasses import dataclass, replace
from typing import Final

from app.game.cards import RANKS
from certification.rtp.simulation.hands import (
    NO_PAIR,
    Cards,
    Ended,
    Game,
    Hand,
    Pair,
    Result,
)
from certification.rtp.simulation.payouts import Payouts

RANK_COUNT: Final = len(RANKS)


@dataclass(frozen=True, slots=True)
class Stopped:
    """A lane with no more rounds to play: whatever is dealt to it, it stays."""


@dataclass(frozen=True, slots=True)
class Opening:
    """R4: player, dealer, player, dealer; whoever has fewer cards is next."""

    hand: Cards
    dealer: Cards


@dataclass(frozen=True, slots=True)
class Playing:
    """The player's only hand awaits a card."""

    hand: Hand
    dealer: Cards | Result


@dataclass(frozen=True, slots=True)
class Finishing:
    """The player's only hand has ended, and the dealer awaits a card."""

    ended: Ended
    dealer: Cards


@dataclass(frozen=True, slots=True)
class FirstOfSplit:
    """R10: the first of two hands just parted awaits its second card."""

    rank: int


@dataclass(frozen=True, slots=True)
class SecondOfSplit:
    """R10: then the new hand does."""

    rank: int


@dataclass(frozen=True, slots=True)
class SplitHand:
    """A hand of a split awaits a card; its dealer and its sisters are in the lane."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class DealerAlone:
    """All hands of a split are played, and the dealer awaits a card."""

    dealer: Cards


@dataclass(frozen=True, slots=True)
class RoundEnds:
    """Event: net result in units, and what was staked in opening stakes."""

    net: int
    stake: int


@dataclass(frozen=True, slots=True)
class SplitBegins:
    """Event: the dealt pair is split."""

    rank: int
    dealer: Cards | Result


@dataclass(frozen=True, slots=True)
class FirstDealt:
    """Event: the first of two hands has its second card."""

    first: int
    card: int


@dataclass(frozen=True, slots=True)
class SecondDealt:
    """Event: so has the new one."""

    first: int
    card: int


@dataclass(frozen=True, slots=True)
class SplitHandEnds:
    """Event: a hand of a split is over."""

    ended: Ended


@dataclass(frozen=True, slots=True)
class DealerEnds:
    """Event: the dealer is done with his hand against a split."""

    result: Result


State = (
    Stopped | Opening | Playing | Finishing | FirstOfSplit | SecondOfSplit | SplitHand | DealerAlone
)
Event = RoundEnds | SplitBegins | FirstDealt | SecondDealt | SplitHandEnds | DealerEnds

BEFORE_A_ROUND: Final = Opening(Cards(), Cards())


@dataclass(frozen=True, slots=True)
class Automaton:
    """One more card, in any state of a round under these rules and this strategy."""

    game: Game
    payouts: Payouts

    def after(self, state: State, rank: int) -> State | Event:
        """Where the round stands when a card of `rank` (0 to 12) is dealt in `state`."""
        match state:
            case Stopped():
                return state
            case Opening(hand, dealer):
                return self._opened(hand, dealer, rank)
            case Playing(hand, dealer):
                return self._played(self.game.drawn(hand, rank), dealer)
            case Finishing(ended, dealer):
                return self._finished(ended, self.game.dealer(dealer.and_one(rank)))
            case FirstOfSplit(first):
                return FirstDealt(first, rank)
            case SecondOfSplit(first):
                return SecondDealt(first, rank)
            case SplitHand(hand):
                return of_split(self.game.drawn(hand, rank))
            case DealerAlone(dealer):
                return dealer_alone(self.game.dealer(dealer.and_one(rank)))

    def _opened(self, hand: Cards, dealer: Cards, rank: int) -> State | Event:
        if hand.count == dealer.count:
            return Opening(hand.and_one(rank), dealer)
        # Whether the dealer has a pair means nothing.
        both = replace(dealer.and_one(rank), pair=NO_PAIR)
        if both.count == 1:
            return Opening(hand, both)
        if both.pontoon:  # R5
            return RoundEnds(-self.payouts.unit, 1)
        return self._played(self.game.dealt(hand), self.game.dealer(both))

    def _played(self, turn: Hand | Ended | Pair, dealer: Cards | Result) -> State | Event:
        match turn:
            case Hand():
                return Playing(turn, dealer)
            case Pair(rank):
                return SplitBegins(rank, dealer)
            case Ended() if turn.live:
                return self._finished(turn, dealer)
            case Ended():  # R13: nothing for the dealer to draw for
                return RoundEnds(self.payouts.net(turn, Result.BUST), turn.stake)

    def _finished(self, ended: Ended, dealer: Cards | Result) -> State | Event:
        if isinstance(dealer, Result):
            return RoundEnds(self.payouts.net(ended, dealer), ended.stake)
        return Finishing(ended, dealer)


def of_split(turn: Hand | Ended) -> SplitHand | SplitHandEnds:
    """A hand of a split that goes on, or not."""
    return SplitHand(turn) if isinstance(turn, Hand) else SplitHandEnds(turn)


def dealer_alone(dealer: Cards | Result) -> DealerAlone | DealerEnds:
    """The dealer against a split."""
    return DealerEnds(dealer) if isinstance(dealer, Result) else DealerAlone(dealer)
