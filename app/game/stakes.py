"""R17: which opening stakes are taken, and which are raised. Balances are judged elsewhere."""

from dataclasses import dataclass

from app.game.money import Pence
from config.rules import Rules


class BadStake(ValueError):
    """A stake that is refused."""


class StakeNotPositive(BadStake):
    """Not a positive whole number of pence."""


class StakeNotWholePounds(BadStake):
    """Not a multiple of the step."""


class StakeAboveLimit(BadStake):
    """Above the table's limit or the player's own."""

    def __init__(self, stake: int, limit: Pence) -> None:
        super().__init__(f"a stake of {stake} pence is above the limit of {limit} pence")
        self.limit = limit


@dataclass(frozen=True, slots=True)
class OpeningStake:
    """What was asked for, and what is staked."""

    requested: Pence
    stake: Pence

    @property
    def raised(self) -> bool:
        """Whether R17 raised it to the table's minimum."""
        return self.stake != self.requested


def opening_stake(requested: object, rules: Rules, table_max: Pence | None) -> OpeningStake:
    """R17 in its order: a positive whole number, whole pounds, raised, then the limits.

    `table_max` is the player's own limit (R18), if any. Raises a `BadStake`.
    """
    # bool is an int in Python, and no stake.
    if isinstance(requested, bool) or not isinstance(requested, int) or requested <= 0:
        raise StakeNotPositive("a stake is a positive whole number of pence")
    if requested % rules.stakes.step_pence:
        raise StakeNotWholePounds(
            f"a stake is a multiple of {rules.stakes.step_pence} pence, and {requested} is not"
        )
    stake = max(requested, rules.stakes.min_pence)
    limit = rules.stakes.max_pence if table_max is None else min(table_max, rules.stakes.max_pence)
    if stake > limit:
        raise StakeAboveLimit(stake, Pence(limit))
    return OpeningStake(Pence(requested), Pence(stake))


def require_stake(stake: Pence, rules: Rules) -> None:
    """Raises `BadStake` unless a round may be opened with exactly this stake."""
    if opening_stake(stake, rules, table_max=None).raised:
        raise BadStake(
            f"a stake of {stake} pence is below the least of {rules.stakes.min_pence} pence"
        )
