"""The few rounds that are open are found without reading those that are only announced."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

OPEN = sa.text("status IN ('awaiting_stake', 'in_play', 'frozen')")


def upgrade() -> None:
    """The index."""
    op.create_index("open_rounds", "rounds", ["seat_id"], sqlite_where=OPEN, postgresql_where=OPEN)
