"""R18: the table limit that players set for themselves, and the week it may change in."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

from app.game.money import Pence
from config.rules import Rules

# R18: Friday 00:00 EST, UTC-5 all year.
_EST = timezone(timedelta(hours=-5))
_FRIDAY = 4
_WEEK = timedelta(days=7)


class BadLimit(ValueError):
    """Not a value that a table limit may have."""


class LimitLocked(ValueError):
    """The limit was changed in this week already."""

    def __init__(self, may_change_from: datetime) -> None:
        super().__init__(f"the table limit may change again from {may_change_from.isoformat()}")
        self.may_change_from = may_change_from


@dataclass(frozen=True, slots=True)
class TableLimit:
    """A player's limit, and when it was last changed (UTC)."""

    value: Pence
    changed_at: datetime

    @property
    def may_change_from(self) -> datetime:
        """The first instant of the week after the change."""
        return week_of(self.changed_at) + _WEEK


def week_of(now: datetime) -> datetime:
    """The Friday 00:00 EST that begins the week of `now`, that instant included; in UTC."""
    local = now.astimezone(_EST)
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    return (midnight - timedelta(days=(local.weekday() - _FRIDAY) % 7)).astimezone(UTC)


def change_table_limit(
    current: TableLimit | None, value: object, now: datetime, rules: Rules
) -> TableLimit:
    """The limit in force after a request for `value` pence. Raises `BadLimit` or `LimitLocked`.

    The table's own maximum is accepted: it is how a player lifts a limit again.
    """
    limit = _require_limit(value, rules)
    if current is None:
        return TableLimit(limit, now)
    if limit == current.value:
        return current
    if now < current.may_change_from:
        raise LimitLocked(current.may_change_from)
    return TableLimit(limit, now)


def _require_limit(value: object, rules: Rules) -> Pence:
    stakes = rules.stakes
    if (
        isinstance(value, bool)
        or not isinstance(value, int)
        or not stakes.min_pence <= value <= stakes.max_pence
        or value % stakes.step_pence
    ):
        raise BadLimit(
            f"a table limit is a multiple of {stakes.step_pence} pence"
            f" from {stakes.min_pence} to {stakes.max_pence}"
        )
    return Pence(value)
