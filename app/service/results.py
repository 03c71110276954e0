"""The result of a played round: what is stored when it ends, shown to its player, and proved.

Every card of it is dealt and turned over. Sums, times and the secret are columns of their own.
"""

import json
from dataclasses import dataclass
from typing import Any

from app.proof.document import ActionName, DealerFacts, HandFacts
from app.proof.facts import Facts
from app.service.views import DealerView, HandView, as_json, dealer_view, hand_view


class BadResult(LookupError):
    """The text is not a result as it is stored."""


@dataclass(frozen=True, slots=True)
class Result:
    """An ended round that was dealt; `cards` in dealing order."""

    actions: tuple[ActionName, ...]
    cards: tuple[str, ...]
    words_passed_over: int
    hands: tuple[HandView, ...]
    dealer: DealerView

    def to_json(self) -> str:
        """As it is stored."""
        return as_json(self)

    @staticmethod
    def from_json(text: str) -> "Result":
        """The result that `to_json` wrote; raises `BadResult` where the text is none."""
        try:
            stored = json.loads(text)
            return Result(
                actions=tuple(stored["actions"]),
                cards=tuple(stored["cards"]),
                words_passed_over=stored["words_passed_over"],
                hands=tuple(map(hand_view, stored["hands"])),
                dealer=dealer_view(stored["dealer"]),
            )
        except (AttributeError, LookupError, TypeError, ValueError):
            raise BadResult("what is stored is no result") from None

    def facts(self, staked: int, returned: int) -> Facts:
        """The facts that a proof states; they are not computed again."""
        return Facts(
            cards=self.cards,
            words_passed_over=self.words_passed_over,
            hands=tuple(map(_hand_facts, self.hands)),
            dealer=_dealer_facts(self.dealer),
            staked=staked,
            returned=returned,
            net=returned - staked,
        )


def _hand_facts(stored: Any) -> HandFacts:
    # As it is stored: what the round's end did not write there is for `judge` to find.
    return HandFacts(stored.cards, stored.stake, stored.outcome, stored.returned)


def _dealer_facts(stored: Any) -> DealerFacts:
    return DealerFacts(stored.cards, stored.total, stored.result)
