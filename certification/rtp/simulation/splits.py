"""Split rounds, lane by lane: what the table of the automaton cannot hold.

`page` is the page of one lane. A step returns the state in which the lane awaits a card or, below
zero, `settled` with the dealer's result when there is nothing more to deal.
"""

from typing import Final

from certification.rtp.simulation.automaton import RANK_COUNT
from certification.rtp.simulation.compiled import part
from certification.rtp.simulation.hands import Result
from certification.rtp.simulation.lanes import (
    DEALER,
    ENDED,
    ENDED_COUNT,
    HANDS,
    HELD,
    WAITING,
    WAITING_COUNT,
)
from certification.rtp.simulation.tables import (
    BEGINS_AT,
    DEALER_ENDS,
    EVENTS,
    FIRST,
    FIRST_DEALT,
    KEPT,
    LIVE,
    MORE_HANDS,
    PAIR_AGAIN,
    PAY,
    SECOND,
    SECOND_DEALT,
    SPLIT_BEGINS,
    START,
    Integers,
)

_RESULTS: Final = len(Result)


@part
def settled(result: int) -> int:
    """A dealer's result in place of a state, and back."""
    return -1 - result


@part
def split_step(event: int, facts: Integers, page: Integers) -> int:
    """Take on an event of a split (R10), counted from the first event."""
    if event >= SPLIT_BEGINS:
        begin = facts[BEGINS_AT] + 2 * (event - SPLIT_BEGINS)
        page[DEALER] = facts[begin + 1]
        page[HANDS] = 2
        page[WAITING_COUNT] = 0
        page[ENDED_COUNT] = 0
        return int(facts[FIRST + facts[begin]])
    if event >= SECOND_DEALT:
        # The first of the two is played before the new one, and both before those that wait.
        count = page[WAITING_COUNT]
        page[WAITING + count] = event - SECOND_DEALT
        page[WAITING + count + 1] = page[HELD]
        page[WAITING_COUNT] = count + 2
        return _next_hand(facts, page)
    if event >= FIRST_DEALT:
        page[HELD] = event - FIRST_DEALT
        return int(facts[SECOND + (event - FIRST_DEALT) // RANK_COUNT])
    if event >= DEALER_ENDS:
        return settled(event - DEALER_ENDS)
    _note_ended(event, page)
    return _next_hand(facts, page)


@part
def split_net(result: int, facts: Integers, page: Integers) -> int:
    """Net result in units of a split round against the dealer's result."""
    net = 0
    for place in range(page[ENDED_COUNT]):
        net += facts[PAY + _RESULTS * page[ENDED + place] + result]
    return net


@part
def split_stake(page: Integers) -> int:
    """What a split round staked, in opening stakes."""
    stake = 0
    for place in range(page[ENDED_COUNT]):
        stake += 1 + (page[ENDED + place] & 1)  # a bought hand has an odd number
    return stake


@part
def _next_hand(facts: Integers, page: Integers) -> int:
    """Turn to the waiting hands, past those that their second card has ended, then the dealer."""
    while page[WAITING_COUNT] > 0:
        page[WAITING_COUNT] -= 1
        hand = page[WAITING + page[WAITING_COUNT]]
        number = facts[START + hand]
        if number == PAIR_AGAIN:
            if page[HANDS] < facts[MORE_HANDS]:
                page[HANDS] += 1
                return int(facts[FIRST + hand // RANK_COUNT])
            number = facts[KEPT + hand]
        if number < facts[EVENTS]:
            return int(number)
        _note_ended(number - facts[EVENTS], page)
    return _turn_to_dealer(facts, page)


@part
def _note_ended(hand: int, page: Integers) -> None:
    page[ENDED + page[ENDED_COUNT]] = hand
    page[ENDED_COUNT] += 1


@part
def _turn_to_dealer(facts: Integers, page: Integers) -> int:
    """R13: he draws only for a hand that is neither bust nor a pontoon."""
    live = 0
    for place in range(page[ENDED_COUNT]):
        live |= facts[LIVE + page[ENDED + place]]
    if not live:
        return settled(0)  # what he has does not matter
    if page[DEALER] < facts[EVENTS]:
        return int(page[DEALER])
    return settled(page[DEALER] - facts[EVENTS] - DEALER_ENDS)
