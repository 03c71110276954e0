"""What an ended hand brings, in whole units: the largest part of an opening stake that all fit."""

from dataclasses import dataclass
from math import lcm
from typing import Self

from certification.rtp.simulation.hands import Ended, Kind, Result
from config.rules import Rules


@dataclass(frozen=True, slots=True)
class Payouts:
    """`unit` units make an opening stake; odds are in units for one opening stake (R15)."""

    unit: int
    win: int
    pontoon: int
    five_card_trick: int

    @classmethod
    def of(cls, rules: Rules) -> Self:
        """The odds of these rules."""
        pays = rules.pays
        odds = (pays.win, pays.pontoon, pays.five_card_trick)
        unit = lcm(*(each.denominator for each in odds))
        win, pontoon, trick = (int(each * unit) for each in odds)
        return cls(unit, win, pontoon, trick)

    @property
    def most(self) -> int:
        """The highest odds, in units."""
        return max(self.win, self.pontoon, self.five_card_trick)

    def net(self, ended: Ended, dealer: Result) -> int:
        """Won or lost with a hand, in units (R12, R14, R15); the dealer has no pontoon."""
        return ended.stake * self._odds(ended.kind, dealer)

    def _odds(self, kind: Kind, dealer: Result) -> int:
        match kind:
            case Kind.BUST:
                return -self.unit
            case Kind.PONTOON:
                return self.pontoon
            case Kind.TRICK:
                return -self.unit if dealer is Result.TRICK else self.five_card_trick
            case _:
                if dealer is Result.BUST:
                    return self.win
                # Both are numbered by their totals, a trick above them all; ties are the dealer's.
                return self.win if int(kind) > int(dealer) else -self.unit
