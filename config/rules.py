"""House rules as values: one attribute for each field of a rules file, nothing decided here.

``Rules.dealer.soft_17`` is the field ``dealer.soft_17`` of the file. Ranges, and rules that no
table could play, are refused by ``config.loader``; how a rule is played is in ``app.game``.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

# R11: a hand ends with its fifth card, the dealer's too (R13), unless the dealer goes on.
CARDS_IN_HAND_MAX = 5
CARDS_IN_PACK = 52
# The most cards of a dealer who goes on past five: by packs, then of three packs and more.
_LONG_DEALER_MAX = {1: 10, 2: 11}
_LONG_DEALER_STICKS_MAX = 12
_LONG_DEALER_TWISTS_MAX = 13


class Soft17(StrEnum):
    """What the dealer does on a soft 17 (R13)."""

    TWIST = "twist"
    STICK = "stick"


class PontoonAfterSplit(StrEnum):
    """What an ace and a ten-point card are in a hand that came from a split (R6, R10)."""

    PONTOON = "pontoon"
    TWENTY_ONE = "21"


class InterruptedFinish(StrEnum):
    """How the house ends a hand that its player left: no buy, no split."""

    STICK_WHEN_ALLOWED = "stick-when-allowed"


@dataclass(frozen=True, slots=True)
class ShoeRules:
    """The shoe: 52-card packs, and the card that makes its round the last (0: every round is)."""

    packs: int
    reshuffle_after: int


@dataclass(frozen=True, slots=True)
class DealerRules:
    """The dealer's choices; ``five_card_trick`` false: goes on past five cards to R13's total."""

    soft_17: Soft17
    five_card_trick: bool


@dataclass(frozen=True, slots=True)
class PlayerRules:
    """What the player may do, and when."""

    stick_min: int
    twist_on_21: bool
    buys_per_hand: int
    hands_max: int
    one_card_to_split_aces: bool
    pontoon_after_split: PontoonAfterSplit


@dataclass(frozen=True, slots=True)
class Pays:
    """What a winning hand is paid beside its stake: 2:1 is ``Fraction(2, 1)``."""

    win: Fraction
    pontoon: Fraction
    five_card_trick: Fraction


@dataclass(frozen=True, slots=True)
class StakeRules:
    """Opening stakes in pence: from ``min_pence`` to ``max_pence``, multiples of ``step_pence``."""

    min_pence: int
    max_pence: int
    step_pence: int


@dataclass(frozen=True, slots=True)
class Interrupted:
    """What becomes of a round that its player left."""

    finish: InterruptedFinish


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of house rules, as its file states them."""

    id: str
    shoe: ShoeRules
    dealer: DealerRules
    player: PlayerRules
    pays: Pays
    stakes: StakeRules
    interrupted: Interrupted

    @property
    def cards_max(self) -> int:
        """Five cards for each hand and the dealer: with fewer in the shoe nothing is analysed."""
        return CARDS_IN_HAND_MAX * (self.player.hands_max + 1)

    @property
    def round_cards_max(self) -> int:
        """Cards that no round of these rules takes more of; the loader keeps so many ready.

        Each of ``hands_max`` hands ends with its fifth card (R11), and so does a dealer who has a
        five-card trick. One who has none goes on. Count each ace 1, so that soft is ten more.
        While an ace is soft the dealer goes on from 7 at most (6 if sticking on soft 17), which is
        7 cards (6) at most; the next one makes it hard, so 12 or more; then 13, 14, 15 and 16 are
        left to go on from, and one card ends it: 7 + 5 + 1 = 13 (12). A dealer without an ace up
        to there has five cards at most up to 10, or four and one that makes 11; then 12 to 16, or
        11 to 16; and one: 5 + 5 + 1 = 4 + 6 + 1 = 11. One and two packs have not the aces for
        more than 10 and 11 cards, by trying every order of their cards (`tests.config`).
        """
        return CARDS_IN_HAND_MAX * self.player.hands_max + self._dealer_cards_max

    @property
    def _dealer_cards_max(self) -> int:
        if self.dealer.five_card_trick:
            return CARDS_IN_HAND_MAX
        sticks = self.dealer.soft_17 is Soft17.STICK
        most = _LONG_DEALER_STICKS_MAX if sticks else _LONG_DEALER_TWISTS_MAX
        return _LONG_DEALER_MAX.get(self.shoe.packs, most)
