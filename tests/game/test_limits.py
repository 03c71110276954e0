"""R18: the player's own limit and its week, Friday 00:00 EST (05:00 UTC) to the next."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from app.game.limits import BadLimit, LimitLocked, TableLimit, change_table_limit, week_of
from app.game.money import Pence
from tests.game.table import SHIPPED, house


def at(text: str) -> datetime:
    """A time written in UTC."""
    return datetime.fromisoformat(text.removesuffix("Z")).replace(tzinfo=UTC)


# 2 January 2026 is a Friday.
FRIDAY = at("2026-01-02T05:00:00Z")


@pytest.mark.parametrize(
    ("now", "begins"),
    [
        ("2026-01-02T04:59:59.999Z", "2025-12-26T05:00:00Z"),
        ("2026-01-02T04:59:59.999999Z", "2025-12-26T05:00:00Z"),
        ("2026-01-02T05:00:00Z", "2026-01-02T05:00:00Z"),
        ("2026-01-02T05:00:00.000001Z", "2026-01-02T05:00:00Z"),
        ("2026-01-03T00:00:00Z", "2026-01-02T05:00:00Z"),
        ("2026-01-08T23:00:00Z", "2026-01-02T05:00:00Z"),
        ("2026-01-09T04:59:59Z", "2026-01-02T05:00:00Z"),
        ("2026-01-09T05:00:00Z", "2026-01-09T05:00:00Z"),
        ("2028-02-29T12:00:00Z", "2028-02-25T05:00:00Z"),
    ],
)
def test_r18_the_week_begins_on_friday_at_05_00_utc_that_instant_included(
    now: str, begins: str
) -> None:
    assert week_of(at(now)) == at(begins)
    assert week_of(at(now)).tzinfo is UTC


@pytest.mark.parametrize(
    "summer", ["2026-03-13", "2026-07-03", "2026-10-30", "2026-11-06", "2026-03-06"]
)
def test_r18_summer_time_does_not_move_the_week(summer: str) -> None:
    start = at(f"{summer}T05:00:00Z")
    assert week_of(start) == start
    assert week_of(start - timedelta(microseconds=1)) == start - timedelta(days=7)


def test_r18_the_clocks_own_time_zone_does_not_matter() -> None:
    tokyo = FRIDAY.astimezone(timezone(timedelta(hours=9)))
    assert week_of(tokyo) == FRIDAY
    assert week_of(tokyo - timedelta(seconds=1)) == FRIDAY - timedelta(days=7)


def test_r18_every_instant_of_a_year_is_in_a_week_of_seven_days() -> None:
    for hours in range(0, 366 * 24, 7):
        now = FRIDAY + timedelta(hours=hours, minutes=13)
        begins = week_of(now)
        assert begins <= now < begins + timedelta(days=7)
        assert (begins - FRIDAY) % timedelta(days=7) == timedelta(0)


def test_r18_setting_a_limit_for_the_first_time_is_a_change() -> None:
    now = at("2026-01-06T12:00:00Z")
    limit = change_table_limit(None, 5_000, now, SHIPPED)
    assert limit == TableLimit(Pence(5_000), now)
    assert limit.may_change_from == at("2026-01-09T05:00:00Z")
    with pytest.raises(LimitLocked) as locked:
        change_table_limit(limit, 4_000, now, SHIPPED)
    assert locked.value.may_change_from == at("2026-01-09T05:00:00Z")


@pytest.mark.parametrize("value", [4_000, 6_000], ids=["lower", "higher"])
def test_r18_a_limit_changes_once_in_a_week_and_again_in_the_next(value: int) -> None:
    limit = TableLimit(Pence(5_000), FRIDAY)
    with pytest.raises(LimitLocked):
        change_table_limit(limit, value, at("2026-01-09T04:59:59.999Z"), SHIPPED)
    now = at("2026-01-09T05:00:00Z")
    assert change_table_limit(limit, value, now, SHIPPED) == TableLimit(Pence(value), now)


def test_r18_a_change_just_before_friday_may_be_followed_by_one_on_friday() -> None:
    limit = change_table_limit(None, 5_000, FRIDAY - timedelta(microseconds=1), SHIPPED)
    assert limit.may_change_from == FRIDAY
    assert change_table_limit(limit, 4_000, FRIDAY, SHIPPED).value == 4_000


def test_r18_repeating_the_value_in_force_is_no_change() -> None:
    limit = TableLimit(Pence(5_000), FRIDAY)
    same_week = FRIDAY + timedelta(days=1)
    assert change_table_limit(limit, 5_000, same_week, SHIPPED) is limit
    next_week = FRIDAY + timedelta(days=8)
    assert change_table_limit(limit, 5_000, next_week, SHIPPED) is limit
    assert change_table_limit(limit, 4_000, next_week, SHIPPED).value == 4_000


@pytest.mark.parametrize("value", [200, 300, 99_900, 100_000])
def test_r18_a_limit_is_not_below_2_pounds_and_the_tables_own_lifts_it(value: int) -> None:
    assert change_table_limit(None, value, FRIDAY, SHIPPED).value == value


@pytest.mark.parametrize(
    "value", [199, 100, 0, -200, 100_100, 250, 200.0, 1e309, "200", True, None], ids=repr
)
def test_r18_no_other_value_is_a_limit(value: object) -> None:
    with pytest.raises(BadLimit, match="from 200 to 100000"):
        change_table_limit(None, value, FRIDAY, SHIPPED)


def test_r18_a_value_that_is_no_limit_is_refused_before_the_week_is_asked() -> None:
    with pytest.raises(BadLimit):
        change_table_limit(TableLimit(Pence(5_000), FRIDAY), 100, FRIDAY, SHIPPED)


def test_r18_the_least_limit_is_the_least_stake_of_the_rules() -> None:
    with pytest.raises(BadLimit):
        change_table_limit(None, 400, FRIDAY, house("stakes.min_pence=500"))
