"""Players' own limits (R18): a row for each change, the latest is in force."""

from sqlalchemy import Connection, bindparam, insert, select

from app.store.forms import BadAccount, limit_fits
from app.store.ids import PlayerId
from app.store.rows import LimitRow
from app.store.tables import table_limits

_LATEST = (
    select(table_limits.c.change, table_limits.c.table_max, table_limits.c.changed_at)
    .where(table_limits.c.player_id == bindparam("player"))
    .order_by(table_limits.c.change.desc())
    .limit(1)
)


def latest_limit(tx: Connection, player_id: PlayerId) -> LimitRow | None:
    """The limit in force, if the player ever set one. Raises `BadAccount`."""
    row = tx.execute(_LATEST, {"player": player_id}).first()
    if row is None:
        return None
    if not limit_fits(row):
        raise BadAccount(player_id)
    return LimitRow(*row)


def add_limit(tx: Connection, player_id: PlayerId, row: LimitRow) -> None:
    """A change."""
    facts = {"player_id": player_id, "change": row.change, "table_max": row.table_max}
    tx.execute(insert(table_limits), {**facts, "changed_at": row.changed_at})
