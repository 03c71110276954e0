"""The tables of players, seats and rounds, as `app.store.tables` had them at first."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """In the order of their foreign keys."""
    _rules_seen()
    _players()
    _seats()
    _sessions()
    _table_limits()
    _rounds()
    _idempotency()
    _steps()


def _rules_seen() -> None:
    op.create_table(
        "rules_seen",
        sa.Column("rules_id", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("rules_id", name=op.f("pk_rules_seen")),
    )


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("operator_id", sa.Text(), nullable=False),
        sa.Column("operator_player", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_players")),
        sa.UniqueConstraint(
            "operator_id", "operator_player", name=op.f("uq_players_operator_id_operator_player")
        ),
    )


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("seat_id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.player_id"], name=op.f("fk_seats_player_id")
        ),
        sa.PrimaryKeyConstraint("seat_id", name=op.f("pk_seats")),
        sa.UniqueConstraint("player_id", "game", name=op.f("uq_seats_player_id_game")),
        sa.UniqueConstraint("seat_id", "player_id", name=op.f("uq_seats_seat_id_player_id")),
    )


def _sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("started_at", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.player_id"], name=op.f("fk_sessions_player_id")
        ),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sessions_token_hash")),
    )
    op.create_index(op.f("ix_sessions_player_id"), "sessions", ["player_id"], unique=False)


def _table_limits() -> None:
    op.create_table(
        "table_limits",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("change", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table_max", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.Text(), nullable=False),
        sa.CheckConstraint("table_max > 0", name=op.f("ck_table_limits_table_max")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.player_id"], name=op.f("fk_table_limits_player_id")
        ),
        sa.PrimaryKeyConstraint("player_id", "change", name=op.f("pk_table_limits")),
    )


def _rounds() -> None:
    op.create_table(
        "rounds",
        sa.Column("round_id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("seat_id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("rules_id", sa.Text(), nullable=False),
        sa.Column("rules_sha256", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("jurisdiction_id", sa.Text(), nullable=True),
        sa.Column("jurisdiction_sha256", sa.Text(), nullable=True),
        sa.Column("shoe_before", sa.Text(), nullable=False),
        sa.Column("made_whole", sa.Boolean(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("sealed_key_id", sa.Text(), nullable=False),
        sa.Column("sealed_nonce", sa.LargeBinary(), nullable=False),
        sa.Column("sealed_secret", sa.LargeBinary(), nullable=False),
        sa.Column("announced_at", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=True),
        sa.Column("stake_requested", sa.BigInteger(), nullable=True),
        sa.Column("stake", sa.BigInteger(), nullable=True),
        sa.Column("client_seed", sa.Text(), nullable=True),
        sa.Column("opened_at", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.Column("server_secret", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("staked", sa.BigInteger(), nullable=True),
        sa.Column("returned", sa.BigInteger(), nullable=True),
        sa.Column("house_played_from", sa.Integer(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("software", sa.Text(), nullable=True),
        sa.Column("ended_at", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "(status IN ('settled', 'void', 'lapsed')) = (ended_at IS NOT NULL)",
            name=op.f("ck_rounds_ended_at"),
        ),
        sa.CheckConstraint(
            "server_secret IS NULL OR status IN ('settled', 'void', 'lapsed')",
            name=op.f("ck_rounds_secret_stays_until_the_end"),
        ),
        sa.CheckConstraint(
            "status IN ('announced', 'awaiting_stake', 'in_play', 'frozen')"
            " OR status IN ('settled', 'void', 'lapsed')",
            name=op.f("ck_rounds_status"),
        ),
        sa.CheckConstraint("stake > 0 AND stake_requested > 0", name=op.f("ck_rounds_stake")),
        sa.ForeignKeyConstraint(
            ["seat_id", "player_id"],
            ["seats.seat_id", "seats.player_id"],
            name=op.f("fk_rounds_seat_id"),
        ),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name=op.f("fk_rounds_session_id")
        ),
        sa.PrimaryKeyConstraint("round_id", name=op.f("pk_rounds")),
        sa.UniqueConstraint("commitment", name=op.f("uq_rounds_commitment")),
        sa.UniqueConstraint("seat_id", "number", name=op.f("uq_rounds_seat_id_number")),
    )
    op.create_index(op.f("ix_rounds_session_id"), "rounds", ["session_id"], unique=False)
    op.create_index(
        "one_live_round",
        "rounds",
        ["seat_id"],
        unique=True,
        sqlite_where=sa.text("status IN ('announced', 'awaiting_stake', 'in_play', 'frozen')"),
        postgresql_where=sa.text("status IN ('announced', 'awaiting_stake', 'in_play', 'frozen')"),
    )


def _idempotency() -> None:
    op.create_table(
        "idempotency",
        sa.Column("credential_id", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("round_id", sa.Text(), nullable=True),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["round_id"], ["rounds.round_id"], name=op.f("fk_idempotency_round_id")
        ),
        sa.PrimaryKeyConstraint("credential_id", "key", name=op.f("pk_idempotency")),
    )
    op.create_index(
        "waiting_requests",
        "idempotency",
        ["round_id"],
        unique=False,
        sqlite_where=sa.text("answer IS NULL"),
        postgresql_where=sa.text("answer IS NULL"),
    )


def _steps() -> None:
    op.create_table(
        "steps",
        sa.Column("round_id", sa.Text(), nullable=False),
        sa.Column("step", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("events_format", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.CheckConstraint("actor IN ('player', 'house')", name=op.f("ck_steps_actor")),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.round_id"], name=op.f("fk_steps_round_id")),
        sa.PrimaryKeyConstraint("round_id", "step", name=op.f("pk_steps")),
        sqlite_with_rowid=False,
    )
