"""R17: the opening stake, each refusal in its order."""

from fractions import Fraction

import pytest

from app.game.money import Pence
from app.game.play import Record, open_round, replay
from app.game.stakes import (
    BadStake,
    OpeningStake,
    StakeAboveLimit,
    StakeNotPositive,
    StakeNotWholePounds,
    opening_stake,
)
from tests.game.table import SHIPPED, deal, house

MAX = Pence(100_000)


@pytest.mark.parametrize("stake", [200, 300, 500, 2_500, 99_900, 100_000])
def test_r17_whole_pounds_from_2_to_1000_are_staked_as_asked(stake: int) -> None:
    opening = opening_stake(stake, SHIPPED, None)
    assert opening == OpeningStake(Pence(stake), Pence(stake))
    assert not opening.raised


def test_r17_1_pound_is_raised_to_2_and_the_answer_says_so() -> None:
    opening = opening_stake(100, SHIPPED, None)
    assert (opening.requested, opening.stake, opening.raised) == (100, 200, True)


@pytest.mark.parametrize(
    "stake",
    [0, -5, -100, 1.5, 200.0, 1e309, "5", "200", True, False, None, [200], {}, Fraction(200)],
    ids=repr,
)
def test_r17_what_is_not_a_positive_whole_number_of_pence_is_refused_first(stake: object) -> None:
    with pytest.raises(StakeNotPositive):
        opening_stake(stake, SHIPPED, None)


@pytest.mark.parametrize("stake", [1, 50, 99, 101, 150, 199, 250, 100_001, 2**63, 10**30 + 1])
def test_r17_whole_pounds_are_asked_for_before_the_stake_is_raised_or_limited(stake: int) -> None:
    with pytest.raises(StakeNotWholePounds):
        opening_stake(stake, SHIPPED, Pence(200))


@pytest.mark.parametrize("stake", [100_100, 200_000, 2**63 * 100])
def test_r17_nothing_above_1000_pounds_opens_a_round(stake: int) -> None:
    with pytest.raises(StakeAboveLimit) as refused:
        opening_stake(stake, SHIPPED, None)
    assert refused.value.limit == MAX


def test_r17_r18_the_players_limit_binds_the_opening_stake() -> None:
    assert opening_stake(5_000, SHIPPED, Pence(5_000)).stake == 5_000
    with pytest.raises(StakeAboveLimit) as refused:
        opening_stake(5_100, SHIPPED, Pence(5_000))
    assert refused.value.limit == 5_000


def test_r17_r18_the_limit_is_judged_on_the_raised_stake() -> None:
    assert opening_stake(100, SHIPPED, Pence(200)) == OpeningStake(Pence(100), Pence(200))
    with pytest.raises(StakeAboveLimit):
        opening_stake(300, SHIPPED, Pence(200))


def test_r17_r18_a_raised_stake_may_be_above_a_limit_set_under_older_rules() -> None:
    with pytest.raises(StakeAboveLimit, match="1000 pence is above the limit of 500"):
        opening_stake(400, house("stakes.min_pence=1000"), Pence(500))


def test_r17_a_players_limit_above_the_tables_does_not_lift_the_tables() -> None:
    with pytest.raises(StakeAboveLimit) as refused:
        opening_stake(100_100, SHIPPED, Pence(200_000))
    assert refused.value.limit == MAX


@pytest.mark.parametrize("refusal", [StakeNotPositive, StakeNotWholePounds, StakeAboveLimit])
def test_r17_every_refusal_is_a_bad_stake(refusal: type[BadStake]) -> None:
    assert issubclass(refusal, BadStake)


@pytest.mark.parametrize("stake", [0, -200, 100, 150, 100_100])
def test_r17_a_round_opens_with_no_other_stake_and_asks_for_no_card(stake: int) -> None:
    with pytest.raises(BadStake):
        open_round(SHIPPED, Pence(stake), deal(""))
    with pytest.raises(BadStake):
        replay(Record(SHIPPED, Pence(stake), ()), deal(""))


def test_the_fields_of_the_stakes_are_obeyed() -> None:
    rules = house("stakes.min_pence=500", "stakes.max_pence=5000", "stakes.step_pence=500")
    assert opening_stake(500, rules, None).stake == 500
    with pytest.raises(StakeNotWholePounds):
        opening_stake(700, rules, None)
    with pytest.raises(StakeAboveLimit):
        opening_stake(5_500, rules, None)
    rules = house("stakes.min_pence=1000")
    assert opening_stake(900, rules, None) == OpeningStake(Pence(900), Pence(1_000))
    with pytest.raises(BadStake, match="below the least of 1000"):
        open_round(rules, Pence(900), deal(""))
