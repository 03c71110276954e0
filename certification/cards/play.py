"""Rounds played by a fixed strategy, as machine code: how many cards they used and what came of it.

For the shipped house rules of the casino game only; the strategy's arrays are those of
`certification.rtp.strategy`. The twin is `app.game`: a test plays the same cards through it. The
dealer's hand is played to its end in any case, and counted as used only where R13 has it drawn.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from certification.cards.dealer import CardNumbers
from certification.sp800_22.compiled import compiled

# Columns of the answer.
USED: Final = 0  # cards of the round
NET: Final = 1  # in opening stakes
PONTOONS: Final = 2  # hands; these four are 0 where the dealer's pontoon ends the round
TRICKS: Final = 3
BUSTS: Final = 4
HANDS: Final = 5
DEALER: Final = 6  # 0 bust, 1 to 5 a total of 17 to 21, 6 five-card trick, 7 pontoon
COLUMNS: Final = 7

HANDS_MAX: Final = 3
TRICK_CARDS: Final = 5
TWIST: Final = 0  # as certification.rtp.strategy.ACTION_CODES
STICK: Final = 1
BUY: Final = 2

# What a hand came to: 0 for bust, its total, or these.
TRICK_HAND: Final = 22
PONTOON_HAND: Final = 23
GOES_ON: Final = -1
DEALER_TRICK: Final = 6
DEALER_PONTOON: Final = 7


@compiled
def points(hand: NDArray[np.int64], size: int) -> tuple[int, int]:
    """R2: the best total of a hand of ranks, and 1 if it is soft."""
    total = 0
    aces = 0
    for at in range(size):
        value = min(hand[at], 9) + 1
        total += value
        if value == 1:
            aces = 1
    soft = 1 if aces and total <= 11 else 0
    return total + 10 * soft, soft


@compiled
def ended_as(size: int, total: int) -> int:
    """R6, R11, R12: what a hand is that ends by itself, or `GOES_ON`."""
    if size == 2 and total == 21:
        return PONTOON_HAND
    if total > 21:
        return 0
    return TRICK_HAND if size == TRICK_CARDS else GOES_ON


@compiled
def play_player(
    ranks: NDArray[np.int64],
    hands: NDArray[np.int64],
    facts: NDArray[np.int64],
    actions: NDArray[np.int8],
    pairs: NDArray[np.bool_],
) -> tuple[int, int]:
    """R6 to R12: the next card's place and the number of hands; `facts` has size, stake, kind."""
    at, count, now = 4, 1, 0
    while now < count:
        size = facts[now, 0]
        is_pair = size == 2 and hands[now, 0] == hands[now, 1]
        if is_pair and count < HANDS_MAX and pairs[hands[now, 0]]:
            split(ranks, at, hands, facts, now, count)
            at += 2
            count += 1
            continue
        kind = played_on(hands[now], facts[now], actions)
        if kind == GOES_ON:
            hands[now, size] = ranks[at]
            facts[now, 0] += 1
            at += 1
        else:
            facts[now, 2] = kind
            now += 1
    return at, count


@compiled
def played_on(hand: NDArray[np.int64], fact: NDArray[np.int64], actions: NDArray[np.int8]) -> int:
    """R7 to R9: what the hand came to, or `GOES_ON` for a card more; a bought one is marked."""
    size = fact[0]
    total, soft = points(hand, size)
    kind = ended_as(size, total)
    if kind == GOES_ON:
        action = actions[fact[1] - 1, size - 2, soft, total]
        kind = total if action == STICK else GOES_ON
        if action == BUY:
            fact[1] = 2
    return kind


@compiled
def split(
    ranks: NDArray[np.int64],
    at: int,
    hands: NDArray[np.int64],
    facts: NDArray[np.int64],
    now: int,
    count: int,
) -> None:
    """R10: the second card becomes the hand directly after, and each of the two gets a card."""
    for later in range(count, now + 1, -1):
        hands[later] = hands[later - 1]
        facts[later] = facts[later - 1]
    hands[now + 1, 0] = hands[now, 1]
    hands[now, 1] = ranks[at]
    hands[now + 1, 1] = ranks[at + 1]
    facts[now + 1, 0] = 2
    facts[now + 1, 1] = 1


@compiled
def play_dealer(ranks: NDArray[np.int64], at: int) -> tuple[int, int]:
    """R13: what the dealer comes to, and the place of the next card."""
    hand = np.zeros(TRICK_CARDS, np.int64)
    hand[0], hand[1] = ranks[1], ranks[3]
    size = 2
    while True:
        total, soft = points(hand, size)
        if size == 2 and total == 21:
            return DEALER_PONTOON, at
        if total > 21:
            return 0, at
        if size == TRICK_CARDS:
            return DEALER_TRICK, at
        if total >= 17 + soft:
            return total - 16, at
        hand[size] = ranks[at]
        size += 1
        at += 1


@compiled
def net_of(kind: int, stake: int, dealer: int) -> int:
    """R14, R15: what a hand wins or loses against a dealer without a pontoon."""
    if kind == PONTOON_HAND:
        return 2 * stake
    if kind == 0:
        return -stake
    if kind == TRICK_HAND:
        return 2 * stake if dealer != DEALER_TRICK else -stake
    if dealer == 0 or (dealer != DEALER_TRICK and kind > dealer + 16):
        return stake
    return -stake


@compiled
def play_rounds(
    cards: CardNumbers, actions: NDArray[np.int8], pairs: NDArray[np.bool_]
) -> NDArray[np.int16]:
    """`COLUMNS` facts of each round; `cards` of shape (rounds, 20) in dealing order."""
    told = np.zeros((len(cards), COLUMNS), np.int16)
    ranks = np.zeros(cards.shape[1], np.int64)
    hands = np.zeros((HANDS_MAX, TRICK_CARDS), np.int64)
    facts = np.zeros((HANDS_MAX, 3), np.int64)
    for which in range(len(cards)):
        for k in range(cards.shape[1]):
            ranks[k] = cards[which, k] >> 2
        dealer, _ = play_dealer(ranks, 4)
        if dealer == DEALER_PONTOON:
            told[which, USED], told[which, NET], told[which, DEALER] = 4, -1, dealer
            continue
        hands[0, 0], hands[0, 1] = ranks[0], ranks[2]
        facts[0, 0], facts[0, 1] = 2, 1
        player_used, count = play_player(ranks, hands, facts, actions, pairs)
        dealer, dealer_used = play_dealer(ranks, player_used)
        settle(told[which], facts, count, dealer)
        live = count - told[which, PONTOONS] - told[which, BUSTS]
        told[which, USED] = dealer_used if live else player_used
    return told


@compiled
def settle(told: NDArray[np.int16], facts: NDArray[np.int64], count: int, dealer: int) -> None:
    """The net result and what the hands were."""
    told[DEALER], told[HANDS] = dealer, count
    for hand in range(count):
        kind = facts[hand, 2]
        told[NET] += net_of(kind, facts[hand, 1], dealer)
        told[PONTOONS] += kind == PONTOON_HAND
        told[TRICKS] += kind == TRICK_HAND
        told[BUSTS] += kind == 0
