"""Hands as the kernel sees them: totals, not cards; and how one more card changes them.

The player's choices are those of a `Strategy`, made at once, so a hand either awaits a card, or
has ended, or is a pair to be split. Money is not here.
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

from app.game.hands import PONTOON_CARDS, TRICK_CARDS, TWENTY_ONE
from app.game.outcomes import Action
from certification.rtp.strategy import Cell, Strategy
from config.rules import PontoonAfterSplit, Rules, Soft17

ACE: Final = 0  # rank
NO_PAIR: Final = -1
_ACE_AS_ELEVEN: Final = 10  # what an ace then counts above one (R2)
_POINTS_MAX: Final = 10  # court cards (R2)
_DEALER_STICKS_FROM: Final = 17  # R13


class Result(IntEnum):
    """How the dealer's hand ended. His pontoon ends the round before this matters (R5)."""

    BUST = 0
    STUCK_17 = 1
    STUCK_18 = 2
    STUCK_19 = 3
    STUCK_20 = 4
    STUCK_21 = 5
    TRICK = 6


class Kind(IntEnum):
    """How a hand of the player ended. No dealer sticks below 17: to stick there is as good as 16.

    The totals are numbered as in `Result`, so that comparing the numbers compares the hands.
    """

    STUCK_16 = 0
    STUCK_17 = 1
    STUCK_18 = 2
    STUCK_19 = 3
    STUCK_20 = 4
    STUCK_21 = 5
    TRICK = 6
    PONTOON = 7
    BUST = 8


@dataclass(frozen=True, slots=True)
class Ended:
    """A hand that is over, and its stake: 1 or 2 opening stakes."""

    kind: Kind
    stake: int

    @property
    def live(self) -> bool:
        """R13: whether the dealer draws for it."""
        return self.kind not in (Kind.BUST, Kind.PONTOON)


@dataclass(frozen=True, slots=True)
class Cards:
    """Some cards, every ace counted as 1; soft while one may count 11 (R2).

    `pair` is the rank of one card, or of two alike.
    """

    count: int = 0
    points: int = 0
    soft: bool = False
    pair: int = NO_PAIR

    def and_one(self, rank: int) -> "Cards":
        """With one more card."""
        points = self.points + min(rank + 1, _POINTS_MAX)
        has_ace = self.soft or rank == ACE
        alike = self.count == 0 or (self.count == 1 and self.pair == rank)
        return Cards(
            self.count + 1,
            points,
            has_ace and points + _ACE_AS_ELEVEN <= TWENTY_ONE,
            rank if alike else NO_PAIR,
        )

    @property
    def total(self) -> int:
        """R2."""
        return self.points + _ACE_AS_ELEVEN * self.soft

    @property
    def pontoon(self) -> bool:
        """R6, wherever the two cards came from."""
        return self.count == PONTOON_CARDS and self.total == TWENTY_ONE


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of the player that awaits a card, bought or not."""

    cards: Cards
    bought: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """A hand that the strategy splits, if the rules still let it."""

    rank: int


Turn = Hand | Ended | Pair


@dataclass(frozen=True, slots=True)
class Game:
    """The rules and the strategy that are played."""

    rules: Rules
    strategy: Strategy

    def dealt(self, cards: Cards) -> Turn:
        """What becomes of the first two cards (R6, then R7 to R10)."""
        if cards.pontoon:
            return Ended(Kind.PONTOON, 1)
        return self._first_choice(cards, may_split=True)

    def split(self, cards: Cards, first: int, *, may_split: bool) -> Turn:
        """What becomes of two cards after a split of `first` (R6, R10)."""
        player = self.rules.player
        if cards.pontoon and player.pontoon_after_split is PontoonAfterSplit.PONTOON:
            return Ended(Kind.PONTOON, 1)
        if first == ACE and player.one_card_to_split_aces:
            return _stuck(cards.total, 1)
        return self._first_choice(cards, may_split=may_split)

    def drawn(self, hand: Hand, rank: int) -> Hand | Ended:
        """What becomes of a hand that is dealt another card (R7, R11, R12)."""
        cards = hand.cards.and_one(rank)
        stake = 1 + hand.bought
        if cards.total > TWENTY_ONE:
            return Ended(Kind.BUST, stake)
        if cards.count == TRICK_CARDS:
            return Ended(Kind.TRICK, stake)
        return self._choice(cards, bought=hand.bought)

    def dealer(self, cards: Cards) -> "Cards | Result":
        """R13: the dealer's hand if he draws to it, else how it ended."""
        trick = self.rules.dealer.five_card_trick
        if cards.total > TWENTY_ONE:
            return Result.BUST
        if trick and cards.count == TRICK_CARDS:
            return Result.TRICK
        soft_17 = cards.soft and cards.total == _DEALER_STICKS_FROM
        twists_soft_17 = self.rules.dealer.soft_17 is Soft17.TWIST
        if cards.total < _DEALER_STICKS_FROM or (soft_17 and twists_soft_17):
            # Where five cards are nothing special, how many there are does not matter.
            return replace(cards, count=cards.count if trick else PONTOON_CARDS, pair=NO_PAIR)
        return Result(cards.total - _DEALER_STICKS_FROM + Result.STUCK_17)

    def _first_choice(self, cards: Cards, *, may_split: bool) -> Turn:
        splits = may_split and self.rules.player.hands_max > 1
        if splits and cards.pair != NO_PAIR and self.strategy.pairs[cards.pair]:
            return Pair(cards.pair)
        return self._choice(cards, bought=False)

    def _choice(self, cards: Cards, *, bought: bool) -> Hand | Ended:
        cell = Cell(cards.count, cards.soft, cards.total, bought)
        action = self.strategy.cells[cell]
        if action is Action.STICK:
            return _stuck(cards.total, 1 + bought)
        return Hand(replace(cards, pair=NO_PAIR), bought or action is Action.BUY)


def _stuck(total: int, stake: int) -> Ended:
    below = total < _DEALER_STICKS_FROM
    kind = Kind.STUCK_16 if below else Kind(total - _DEALER_STICKS_FROM + Kind.STUCK_17)
    return Ended(kind, stake)
