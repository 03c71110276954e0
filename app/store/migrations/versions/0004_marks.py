"""Marks against an older copy put back, and guards against rows that are put over others.

`INSERT OR REPLACE` of SQLite deletes the row that has the key, and fires no trigger for it unless
the connection asks for that. So each unique key of a fact is guarded before the insert too, for
whoever opens the file with another program. PostgreSQL has no such statement.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

SAME_STEP = "round_id = NEW.round_id AND step = NEW.step AND kind = NEW.kind"
LIVE = "('announced', 'awaiting_stake', 'in_play', 'frozen')"
TAKEN = {
    "accounts": ("account_id = NEW.account_id", "player_id = NEW.player_id"),
    "entries": ("entry_id = NEW.entry_id",),
    "idempotency": ("credential_id = NEW.credential_id AND key = NEW.key",),
    "marks": ("mark = NEW.mark",),
    "players": (
        "player_id = NEW.player_id",
        "operator_id = NEW.operator_id AND operator_player = NEW.operator_player",
    ),
    "postings": ("entry_id = NEW.entry_id AND account_id = NEW.account_id",),
    "rounds": (
        "round_id = NEW.round_id",
        "commitment = NEW.commitment",
        f"seat_id = NEW.seat_id AND status IN {LIVE}",
    ),
    "rules_seen": ("rules_id = NEW.rules_id",),
    "seats": ("seat_id = NEW.seat_id", "player_id = NEW.player_id AND game = NEW.game"),
    "sessions": ("session_id = NEW.session_id", "token_hash = NEW.token_hash"),
    "table_limits": ("player_id = NEW.player_id AND change = NEW.change",),
    "transfers": (
        "transfer_id = NEW.transfer_id",
        f"{SAME_STEP} AND state <> 'refused' AND NEW.state <> 'refused'",
    ),
}
"""Conditions under which a row of the table has a unique key already. Steps are guarded in 0003."""


def upgrade() -> None:
    """The table, then its guards and the others'."""
    op.create_table(
        "marks",
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("newest", sa.Text(), nullable=False),
        sa.Column("restored", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("mark", name=op.f("pk_marks")),
    )
    if op.get_bind().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgresql()


def _guard_sqlite() -> None:
    for name, event, table, condition, message in (
        ("marks_unchanged", "UPDATE", "marks", "1 = 1", "marks: rows are never changed"),
        ("marks_kept", "DELETE", "marks", "1 = 1", "marks: rows are never deleted"),
        ("idempotency_kept", "DELETE", "idempotency", "OLD.answer IS NOT NULL", KEPT),
        *(
            (f"{table}_not_replaced", "INSERT", table, _taken(table), f"{table}: {REPLACED}")
            for table in TAKEN
        ),
    ):
        op.execute(
            f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW"
            f" WHEN {condition} BEGIN SELECT RAISE(ABORT, '{message}'); END"
        )


KEPT = "idempotency: an answer that was kept is never deleted"
REPLACED = "a row is never put over another"


def _taken(table: str) -> str:
    found = (f"SELECT 1 FROM {table} WHERE {key}" for key in TAKEN[table])  # noqa: S608  # ours
    return " OR ".join(f"EXISTS ({one})" for one in found)


def _guard_postgresql() -> None:
    for name, event, table, condition, message in (
        ("marks_unchanged", "UPDATE", "marks", "TRUE", "marks: rows are never changed"),
        ("marks_kept", "DELETE", "marks", "TRUE", "marks: rows are never deleted"),
        ("idempotency_kept", "DELETE", "idempotency", "OLD.answer IS NOT NULL", KEPT),
    ):
        row = "OLD" if event == "DELETE" else "NEW"
        op.execute(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" IF {condition} THEN RAISE EXCEPTION '{message}'"
            f" USING ERRCODE = 'integrity_constraint_violation'; END IF;"
            f" RETURN {row}; END $$"
        )
        op.execute(
            f"CREATE TRIGGER {name} BEFORE {event} ON {table}"
            f" FOR EACH ROW EXECUTE FUNCTION {name}()"
        )
    for table in ("marks", "idempotency"):
        op.execute(
            f"CREATE TRIGGER {table}_not_truncated BEFORE TRUNCATE ON {table}"
            f" FOR EACH STATEMENT EXECUTE FUNCTION never_truncated()"
        )
