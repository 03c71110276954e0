"""The tables of money, as `app.store.tables` had them at first, and the house's own accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """In the order of their foreign keys."""
    _accounts()
    _entries()
    _transfers()
    _postings()
    _house_accounts()


def _accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=True),
        sa.Column("currency", sa.Text(), nullable=True),
        sa.Column("balance", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "balance IS NULL OR kind = 'player'", name=op.f("ck_accounts_balance_of_players")
        ),
        sa.CheckConstraint(
            "(kind = 'player') = (player_id IS NOT NULL)",
            name=op.f("ck_accounts_player_of_players"),
        ),
        sa.CheckConstraint(
            "(kind = 'player') = (currency IS NOT NULL)",
            name=op.f("ck_accounts_currency_of_players"),
        ),
        sa.CheckConstraint("balance >= 0", name=op.f("ck_accounts_balance_not_negative")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.player_id"], name=op.f("fk_accounts_player_id")
        ),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("player_id", name=op.f("uq_accounts_player_id")),
    )


def _entries() -> None:
    op.create_table(
        "entries",
        sa.Column("entry_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("round_id", sa.Text(), nullable=True),
        sa.Column("at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["round_id"], ["rounds.round_id"], name=op.f("fk_entries_round_id")
        ),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("pk_entries")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_entries_round_id"), "entries", ["round_id"], unique=False)


def _transfers() -> None:
    op.create_table(
        "transfers",
        sa.Column("transfer_id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("round_id", sa.Text(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("action", sa.Text(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("answered_at", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "kind IN ('debit', 'credit', 'rollback')", name=op.f("ck_transfers_kind")
        ),
        sa.CheckConstraint(
            "state IN ('pending', 'confirmed', 'refused', 'unknown')",
            name=op.f("ck_transfers_state"),
        ),
        sa.CheckConstraint("amount > 0", name=op.f("ck_transfers_amount")),
        sa.ForeignKeyConstraint(
            ["round_id"], ["rounds.round_id"], name=op.f("fk_transfers_round_id")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.player_id"], name=op.f("fk_transfers_player_id")
        ),
        sa.PrimaryKeyConstraint("transfer_id", name=op.f("pk_transfers")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "one_transfer_for_each_step",
        "transfers",
        ["round_id", "step", "kind"],
        unique=True,
        sqlite_where=sa.text("state <> 'refused'"),
        postgresql_where=sa.text("state <> 'refused'"),
    )
    op.create_index(
        "unanswered_transfers",
        "transfers",
        ["round_id"],
        unique=False,
        sqlite_where=sa.text("state IN ('pending', 'unknown')"),
        postgresql_where=sa.text("state IN ('pending', 'unknown')"),
    )


def _postings() -> None:
    op.create_table(
        "postings",
        sa.Column("entry_id", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount <> 0", name=op.f("ck_postings_amount")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.account_id"], name=op.f("fk_postings_account_id")
        ),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entries.entry_id"], name=op.f("fk_postings_entry_id")
        ),
        sa.PrimaryKeyConstraint("entry_id", "account_id", name=op.f("pk_postings")),
        sqlite_with_rowid=False,
    )


def _house_accounts() -> None:
    op.execute(
        "INSERT INTO accounts (account_id, kind) VALUES"
        " ('stakes', 'stakes'), ('house', 'house'), ('demo_funds', 'demo_funds')"
    )
