"""The automaton in numbers, as the kernel takes it.

Numbers are laid out as: states, `Stopped` last; then the events of splits, in ranges of fixed
length; then splits that begin, by pair and dealer; then rounds that end, by net and stake.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from certification.rtp.simulation.automaton import (
    BEFORE_A_ROUND,
    RANK_COUNT,
    Automaton,
    DealerAlone,
    DealerEnds,
    Event,
    FirstDealt,
    FirstOfSplit,
    RoundEnds,
    SecondDealt,
    SecondOfSplit,
    SplitBegins,
    SplitHand,
    SplitHandEnds,
    State,
    Stopped,
    dealer_alone,
    of_split,
)
from certification.rtp.simulation.hands import Cards, Ended, Game, Kind, Pair, Result
from certification.rtp.simulation.payouts import Payouts
from certification.rtp.strategy import Strategy
from config.rules import CARDS_IN_PACK, Rules

Numbers = NDArray[np.uint16]
Integers = NDArray[np.int64]

ROW: Final = 16  # entries for a state: 13 ranks, a word passed over, padding
HANDS_MAX: Final = 4  # player.hands_max is 1 to 4
STAKES: Final = 2 * HANDS_MAX + 1  # bins by what a round staked, 0 to 8 opening stakes

# Ranges of events, counted from the first.
HAND_ENDS: Final = 0  # 2 * kind + stake - 1
DEALER_ENDS: Final = HAND_ENDS + 2 * len(Kind)  # result
FIRST_DEALT: Final = DEALER_ENDS + len(Result)  # 13 * first + card
SECOND_DEALT: Final = FIRST_DEALT + RANK_COUNT**2
SPLIT_BEGINS: Final = SECOND_DEALT + RANK_COUNT**2
PAIR_AGAIN: Final = -1  # in START: a pair that is split if there may be one more hand

# Places in `facts`. Single numbers: the first event, the first end of a round, a lane's state
# before a round and after its last, units of net result in bin 0, and where two lists begin.
EVENTS, ENDS, OPENING, STOPPED, MORE_HANDS, NET_MIN, SHUFFLE_AT, BEGINS_AT, ENDS_AT = range(9)
WHOLE: Final = ENDS_AT + 1  # [rank]: cards of this rank and those before it in a whole shoe
FIRST: Final = WHOLE + RANK_COUNT  # [rank]: state that deals to the first hand of a split
SECOND: Final = FIRST + RANK_COUNT  # [rank]: and to the second
START: Final = SECOND + RANK_COUNT  # [13 * first + card]: how a hand of a split goes on
KEPT: Final = START + RANK_COUNT**2  # the same for a pair that is not split again
LIVE: Final = KEPT + RANK_COUNT**2  # [hand that ended]: 1 if the dealer draws for it
PAY: Final = LIVE + DEALER_ENDS  # [7 * hand that ended + result], in units
LISTS: Final = PAY + DEALER_ENDS * len(
    Result
)  # (rank, dealer) of begins; (bin, net, stake) of ends


class Tables(NamedTuple):
    """`after[ROW * state + rank]` is a state or event; rank 13 changes nothing. And the facts."""

    after: Numbers
    facts: Integers
    unit: int  # of net results: units in an opening stake
    bins: int  # how many (net, stake) there may be


@dataclass(frozen=True, slots=True)
class _Found:
    """What a round can come to, each with its number, and the rows of `after`."""

    states: dict[State, int]
    rows: list[list[State | Event]]
    begins: dict[SplitBegins, int]
    ends: dict[RoundEnds, int]

    def number(self, place: State | Event) -> int:
        """Of a state or an event, once all are found."""
        events = len(self.states)
        match place:
            case SplitHandEnds(ended):
                return events + HAND_ENDS + _hand_number(ended)
            case DealerEnds(result):
                return events + DEALER_ENDS + result
            case FirstDealt(first, card):
                return events + FIRST_DEALT + RANK_COUNT * first + card
            case SecondDealt(first, card):
                return events + SECOND_DEALT + RANK_COUNT * first + card
            case SplitBegins():
                return events + SPLIT_BEGINS + self.begins[place]
            case RoundEnds():
                return events + SPLIT_BEGINS + len(self.begins) + self.ends[place]
            case _:
                return self.states[place]


def tables(rules: Rules, strategy: Strategy, *, shuffle_after: int) -> Tables:
    """The tables of these rules and a strategy that they allow.

    `shuffle_after` is `shoe.reshuffle_after`, or 0 for a whole shoe before every round.
    """
    automaton = Automaton(Game(rules, strategy), Payouts.of(rules))
    found = _explore(automaton)
    payouts = automaton.payouts
    net_min = -2 * HANDS_MAX * payouts.unit
    head = _head(found, net_min, CARDS_IN_PACK * rules.shoe.packs - shuffle_after)
    head[MORE_HANDS] = rules.player.hands_max
    of_rank = CARDS_IN_PACK // RANK_COUNT * rules.shoe.packs
    facts = [
        *head,
        *range(of_rank, of_rank * RANK_COUNT + 1, of_rank),
        *(found.states.get(FirstOfSplit(rank), 0) for rank in range(RANK_COUNT)),
        *(found.states.get(SecondOfSplit(rank), 0) for rank in range(RANK_COUNT)),
        *_starts(automaton, found, may_split=True),
        *_starts(automaton, found, may_split=False),
        *(int(_hand(number).live) for number in range(DEALER_ENDS)),
        *(payouts.net(_hand(n), result) for n in range(DEALER_ENDS) for result in Result),
        *_lists(found, net_min),
    ]
    bins = (2 * HANDS_MAX * (payouts.most + payouts.unit) + 1) * STAKES
    rows = [[*map(found.number, row), *[number] * 3] for number, row in enumerate(found.rows)]
    after = np.array(rows, dtype=np.uint16).reshape(-1)
    return Tables(after, np.array(facts, dtype=np.int64), payouts.unit, bins)


def _head(found: _Found, net_min: int, shuffle_at: int) -> list[int]:
    events = len(found.states)
    ends = events + SPLIT_BEGINS + len(found.begins)
    ends_at = LISTS + 2 * len(found.begins)
    opening, stopped = found.states[BEFORE_A_ROUND], found.states[Stopped()]
    return [events, ends, opening, stopped, 0, net_min, shuffle_at, LISTS, ends_at]


def _lists(found: _Found, net_min: int) -> Iterator[int]:
    for begin in found.begins:
        yield from (begin.rank, found.number(dealer_alone(begin.dealer)))
    for end in found.ends:
        yield from ((end.net - net_min) * STAKES + end.stake, end.net, end.stake)


def _explore(automaton: Automaton) -> _Found:
    """Every state and event that a round can come to."""
    found = _Found({BEFORE_A_ROUND: 0, Stopped(): 1}, [], {}, {})
    waiting: list[State] = [BEFORE_A_ROUND, Stopped()]
    for state in waiting:  # it grows, and ends: there are finitely many states, each entered once
        row = [automaton.after(state, rank) for rank in range(RANK_COUNT)]
        found.rows.append(row)
        for next_state in chain.from_iterable(_leads_to(automaton, found, place) for place in row):
            if next_state not in found.states:
                found.states[next_state] = len(found.states)
                waiting.append(next_state)
    return found


def _leads_to(automaton: Automaton, found: _Found, place: State | Event) -> Sequence[State]:
    """The states that `place` leads to, itself if it is one; its event is noted."""
    match place:
        case RoundEnds():
            found.ends.setdefault(place, len(found.ends))
            return ()
        case SplitBegins(rank, dealer):
            found.begins.setdefault(place, len(found.begins))
            alone = dealer_alone(dealer)
            dealers = (alone,) if isinstance(alone, DealerAlone) else ()
            return (FirstOfSplit(rank), SecondOfSplit(rank), *dealers)
        case FirstDealt(first, card):
            both = [_start(automaton, first, card, may_split=may) for may in (True, False)]
            return [turn for turn in both if isinstance(turn, SplitHand)]
        case SecondDealt() | SplitHandEnds() | DealerEnds():
            return ()
        case _:
            return (place,)


def _start(
    automaton: Automaton, first: int, card: int, *, may_split: bool
) -> SplitHand | SplitHandEnds | Pair:
    cards = Cards().and_one(first).and_one(card)
    turn = automaton.game.split(cards, first, may_split=may_split)
    return turn if isinstance(turn, Pair) else of_split(turn)


def _starts(automaton: Automaton, found: _Found, *, may_split: bool) -> Iterator[int]:
    for first in range(RANK_COUNT):
        for card in range(RANK_COUNT):
            if FirstOfSplit(first) not in found.states:
                yield 0  # such a hand cannot come about
                continue
            turn = _start(automaton, first, card, may_split=may_split)
            yield PAIR_AGAIN if isinstance(turn, Pair) else found.number(turn)


def _hand_number(ended: Ended) -> int:
    return 2 * ended.kind + ended.stake - 1


def _hand(number: int) -> Ended:
    return Ended(Kind(number // 2), 1 + number % 2)
