"""What rounds add up to, exactly: counts of (net, stake) and sums over shoes. Only whole numbers.

Adding is all that is done to them, so any order and any division of the work give the same.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Self


class Shoes(NamedTuple):
    """How many shoes, and sums over them of products of their net (units), stake and rounds."""

    shoes: int = 0
    net_net: int = 0
    net_stake: int = 0
    net_rounds: int = 0
    stake_stake: int = 0
    stake_rounds: int = 0
    rounds_rounds: int = 0


NO_SHOES: Final = Shoes()


@dataclass(frozen=True, slots=True)
class Tally:
    """`results[net, stake]` counts rounds; net in units, stake in opening stakes."""

    results: Mapping[tuple[int, int], int] = field(default_factory=dict)
    shoes: Shoes = NO_SHOES

    @property
    def rounds(self) -> int:
        """How many were played."""
        return sum(self.results.values())

    def plus(self, other: Self) -> Self:
        """Both together."""
        both = Counter(self.results)
        both.update(other.results)
        sums = (mine + yours for mine, yours in zip(self.shoes, other.shoes, strict=True))
        return type(self)(dict(sorted(both.items())), Shoes(*sums))


@dataclass(slots=True)
class ShoeTally:
    """Rounds added up one by one, shoe by shoe: the slow way."""

    results: Counter[tuple[int, int]] = field(default_factory=Counter)
    shoes: Shoes = NO_SHOES
    net: int = 0
    stake: int = 0
    rounds: int = 0

    def add_round(self, net: int, stake: int) -> None:
        """A round of the present shoe."""
        self.results[net, stake] += 1
        self.net += net
        self.stake += stake
        self.rounds += 1

    def end_shoe(self) -> None:
        """The present shoe is over; one without rounds is none."""
        if not self.rounds:
            return
        net, stake, rounds = self.net, self.stake, self.rounds
        of_shoe = (1, net * net, net * stake, net * rounds, stake * stake, stake * rounds)
        added = (*of_shoe, rounds * rounds)
        self.shoes = Shoes(*(old + new for old, new in zip(self.shoes, added, strict=True)))
        self.net = self.stake = self.rounds = 0

    def tally(self) -> Tally:
        """All that was added."""
        return Tally(dict(sorted(self.results.items())), self.shoes)
