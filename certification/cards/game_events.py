"""Game events on whole shoes: pontoons, pairs, dealer's hands, tricks, and the result of rounds.

Laws. The opening's events by counting cards without replacement (below). The dealer's hand played
to its end has the law of hands dealt from the top of a whole shoe whatever the player took: the
player's decisions never look at the dealer's cards, and draws are exchangeable. What the player's
hands were, and the net result, by the exact analysis of the fixed strategy. Each round gives one
value of each, rounds are independent: counts are multinomial.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import perm
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from certification.cards.classes import RANKS, TEN_RANK
from certification.cards.dealer import SHOE_CARDS, CardNumbers
from certification.cards.fixed_play import RANK_CARDS, laws, moves
from certification.cards.outcome import Outcome, Subject, goodness_of_fit
from certification.cards.play import (
    BUSTS,
    DEALER,
    DEALER_PONTOON,
    HANDS,
    HANDS_MAX,
    NET,
    PONTOONS,
    TRICKS,
    play_rounds,
)

TEST: Final = "game_events"
NET_MAX: Final = 12  # three hands, each bought and paid 2 to 1
_TEN_RANKS: Final = RANKS - TEN_RANK
_TENS: Final = _TEN_RANKS * RANK_CARDS
_LAW: Final = "Pearson's chi-square against the exact law of {}"


def of_rounds(cards: CardNumbers) -> tuple[Outcome, ...]:
    """Opening, dealer, hands and net result; shape (rounds, 20), each from a whole shoe."""
    fixed = moves()
    told = play_rounds(cards, fixed.actions, fixed.pairs)
    law = laws()
    hands = [0.0] * (HANDS_MAX + 1) ** 4
    for mark, chance in law.hands.items():
        hands[_code(mark)] = chance
    marks = told[:, (PONTOONS, TRICKS, BUSTS, HANDS)]
    seen = marks @ np.array([_code(unit) for unit in np.eye(4, dtype=int).tolist()], np.int16)
    nets = [law.net.get(net, 0.0) for net in range(-NET_MAX, NET_MAX + 1)]
    opening = opening_codes(cards, told[:, DEALER] == DEALER_PONTOON)
    return (
        _fit("opening", opening, opening_law(), "pontoons and pairs of four cards"),
        _fit("dealer", told[:, DEALER], law.dealer, "the dealer's hand"),
        _fit("hands", seen, hands, "pontoons, tricks, busts and splits by the fixed strategy"),
        _fit("net", told[:, NET] + NET_MAX, nets, "the net result by the fixed strategy"),
    )


def opening_codes(cards: CardNumbers, dealer_pontoon: NDArray[np.bool_]) -> NDArray[np.int64]:
    """0 neither, 1 a pair, 2 a pontoon of the player; 3 more with a pontoon of the dealer."""
    first, second = cards[:, 0] >> 2, cards[:, 2] >> 2
    low, high = np.minimum(first, second), np.maximum(first, second)
    pontoon = (low == 0) & (high >= TEN_RANK)
    own = np.where(pontoon, 2, np.where(first == second, 1, 0))
    codes: NDArray[np.int64] = own.astype(np.int64) + 3 * dealer_pontoon
    return codes


@cache
def opening_law() -> tuple[float, ...]:
    """The chance of each of `opening_codes`: two cards to the player, two to the dealer."""
    a, t = RANK_CARDS, _TENS
    two, four = perm(SHOE_CARDS, 2), perm(SHOE_CARDS, 4)
    pair, pontoon = RANKS * perm(a, 2), 2 * a * t
    # With the dealer's pontoon: the pair is of aces, of a ten-point rank, or of another.
    pair_too = perm(a, 2) * (
        2 * (a - 2) * t + _TEN_RANKS * 2 * a * (t - 2) + (RANKS - 1 - _TEN_RANKS) * 2 * a * t
    )
    pontoon_too = pontoon * 2 * (a - 1) * (t - 1)
    with_dealer = Fraction(pair_too, four), Fraction(pontoon_too, four)
    neither = Fraction(2 * a * t, two) - sum(with_dealer)
    without = Fraction(pair, two) - with_dealer[0], Fraction(pontoon, two) - with_dealer[1]
    law = (1 - neither - sum(with_dealer) - sum(without), *without, neither, *with_dealer)
    return tuple(map(float, law))


def _code(mark: Sequence[int]) -> int:
    code = 0
    for part in mark:
        code = code * (HANDS_MAX + 1) + part
    return code


def _fit(name: str, seen: NDArray[np.integer[Any]], law: Sequence[float], what: str) -> Outcome:
    subject = Subject(TEST, name, len(seen), "rounds", _LAW.format(what))
    return goodness_of_fit(subject, np.bincount(seen, minlength=len(law)), law)
