"""R18: the table limit that players set for themselves. It binds all games of the player."""

from app.game.limits import BadLimit, TableLimit, change_table_limit
from app.game.limits import LimitLocked as Locked
from app.game.money import Pence
from app.proof.instants import moment, stamp
from app.service.house import House
from app.service.refusals import InvalidField, LimitLocked
from app.service.requests import Player
from app.service.transferring import readable_account
from app.service.views import LimitsView
from app.store.engine import reading, writing
from app.store.limits import add_limit, latest_limit
from app.store.rows import LimitRow
from app.store.seats import lock_player


def limits_view(house: House, player: Player) -> LimitsView:
    """The limit in force, and when it may change."""
    with readable_account(house), reading(house.engine) as tx:
        return limits_of(latest_limit(tx, player.player_id))


def set_table_max(house: House, player: Player, value: object) -> LimitsView:
    """Set the limit, or change it. Raises `InvalidField` or `LimitLocked`."""
    rules = house.terms_of(player.player_id).rules_file.rules
    with readable_account(house), writing(house.engine) as tx:
        lock_player(tx, player.player_id)
        row = latest_limit(tx, player.player_id)
        before = None if row is None else _limit(row)
        try:
            after = change_table_limit(before, value, house.now(), rules)
        except BadLimit as bad:
            raise InvalidField("table_max", str(bad)) from None
        except Locked as locked:
            raise LimitLocked(stamp(locked.may_change_from)) from None
        if after != before:
            change = 1 if row is None else row.change + 1
            row = LimitRow(change, after.value, stamp(after.changed_at))
            add_limit(tx, player.player_id, row)
    return limits_of(row)


def limits_of(row: LimitRow | None) -> LimitsView:
    """The stored limit as it is shown."""
    if row is None:
        return LimitsView(None, None)
    return LimitsView(row.table_max, stamp(_limit(row).may_change_from))


def _limit(row: LimitRow) -> TableLimit:
    return TableLimit(Pence(row.table_max), moment(row.changed_at))
