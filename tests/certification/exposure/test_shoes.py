"""The shoes that are valued are those that the rules deal."""

from itertools import islice

import numpy as np

from certification.rtp.exposure.leaving import stayed
from certification.rtp.exposure.shoes import Starts, deal_shoes
from certification.rtp.simulation.plain import plain_rounds
from certification.rtp.simulation.plan import Plan


def test_counts_before_each_round_are_those_of_the_rules_played_card_by_card(
    plan: Plan, starts: Starts
) -> None:
    left = [32] * 13
    expected = []
    for played in islice(plain_rounds(plan, plan.block(0)), 80):
        expected.append(list(left))
        for number in played.cards:
            left[number // 4] -= 1
        if played.last_of_shoe:
            left = [32] * 13
    two_shoes = starts.counts[starts.shoe < 2].tolist()
    assert two_shoes == expected[: len(two_shoes)]
    assert len(two_shoes) > 35


def test_every_shoe_begins_whole_and_ends_at_the_cut(starts: Starts) -> None:
    first = np.flatnonzero(starts.dealt == 0)
    assert starts.shoes == 64 == len(first)
    assert (starts.counts[first] == 32).all()
    assert starts.dealt.max() < 139
    assert (np.diff(starts.shoe) >= 0).all()
    last = np.append(first[1:], len(starts.dealt)) - 1
    assert (starts.dealt[last] >= 139 - 20).all()  # a round takes at most twenty cards


def test_a_shoe_made_whole_earlier_is_the_beginning_of_one_made_whole_later(
    starts: Starts,
) -> None:
    early = starts.until(50)
    assert early.shoes == starts.shoes
    assert early.dealt.max() < 50
    assert (starts.until(0).dealt == 0).all()
    assert len(starts.until(0).dealt) == starts.shoes


def test_the_same_seed_deals_the_same_shoes(plan: Plan, starts: Starts) -> None:
    assert (deal_shoes(plan, 32).counts[:20] == starts.counts[:20]).all()


def test_who_leaves_plays_no_more_of_that_shoe_but_the_next_one() -> None:
    dealt = np.array([0, 5, 11, 16, 0, 6, 12])
    starts = Starts(np.zeros((7, 13), dtype=np.int16), dealt, np.array([0, 0, 0, 0, 1, 1, 1]))
    worth = np.array([-0.5, 0.1, -0.2, 0.3, -0.5, 0.2, 0.1])
    assert stayed(worth, starts, -0.1).tolist() == [True, True, False, False, True, True, True]
    assert stayed(worth, starts, 0.15).tolist() == [True, False, False, False, True, True, False]
    assert stayed(worth, starts, -1.0).all()
