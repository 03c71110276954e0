"""How a pair becomes hands: R10 as a signed sum over hands that do not ask about each other.

A hand of a split pair ends with a second card that either may not be of the pair's rank, since it
would have been split again, or may be anything, since no hands are left to make. "Is not" is
"anything, less is": so a round of `hands` hands is a sum of terms in which `pairs` hands hold two
cards of the rank and the others one and anything. Then only the number of cards of the rank that
are out, hands + pairs, joins the hands. Which hand is asked first decides which may split, never
what it sees: a waiting hand's second card can be thought of as dealt when its turn comes.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from math import comb


@dataclass(frozen=True, slots=True)
class Term:
    """`sign_count` times the chance that of `hands` hands `pairs` hold two cards of the rank."""

    hands: int
    pairs: int
    sign_count: int

    @property
    def cards_out(self) -> int:
        """Cards of the rank that the term fixes."""
        return self.hands + self.pairs


@cache
def terms(hands_max: int, again: bool) -> tuple[Term, ...]:
    """The rounds that begin with a split; `again`: a hand that is a pair may be split in turn."""
    found: Counter[tuple[int, int]] = Counter()
    for (hands, barred), ways in _endings(hands_max if again else 2).items():
        for pairs in range(barred + 1):
            found[hands, pairs] += ways * comb(barred, pairs) * (-1) ** pairs
    return tuple(Term(*key, count) for key, count in sorted(found.items()) if count)


def _endings(hands_max: int) -> Counter[tuple[int, int]]:
    """Ways to end with so many hands, of which so many may not have the rank as second card."""
    ended: Counter[tuple[int, int]] = Counter()
    reached = Counter({(2, 2): 1})  # hands in all, hands whose turn is to come
    while reached:
        following: Counter[tuple[int, int]] = Counter()
        for (hands, waiting), ways in reached.items():
            if hands == hands_max or not waiting:
                ended[hands, hands - waiting] += ways
                continue
            following[hands, waiting - 1] += ways
            following[hands + 1, waiting + 1] += ways
        reached = following
    return ended


@cache
def shares(hands_max: int, again: bool) -> tuple[tuple[int, int, int], ...]:
    """Expectations are sums over hands: (cards of the rank out, is a pair, times such a hand)."""
    found: Counter[tuple[int, int]] = Counter()
    for term in terms(hands_max, again):
        found[term.cards_out, 0] += term.sign_count * (term.hands - term.pairs)
        found[term.cards_out, 1] += term.sign_count * term.pairs
    return tuple((*key, count) for key, count in sorted(found.items()) if count)
