"""The tables. What guards their rows against change is in `migrations`.

Moments are texts as `app.service.clock` writes them, money is whole pence in 64 bits, JSON is kept
as the text it was written as. No table holds a face-down card of a round that has not ended. Tables
without a row id, and indexes of the few rows that are looked for, save SQLite pages to write.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

LIVE = "status IN ('announced', 'awaiting_stake', 'in_play', 'frozen')"
"""Statuses of which a seat has one at most: so one announced number, and one open round."""
ENDED = "status IN ('settled', 'void', 'lapsed')"
UNANSWERED = "state IN ('pending', 'unknown')"

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

rules_seen = Table(
    "rules_seen",
    metadata,
    Column("rules_id", Text, primary_key=True),
    Column("sha256", Text, nullable=False),
    Column("seen_at", Text, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("seat_id", Text, primary_key=True),
    Column("operator_id", Text, nullable=False),
    Column("player_id", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    UniqueConstraint("operator_id", "player_id"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("session_id", Text, primary_key=True),
    Column("seat_id", Text, ForeignKey("seats.seat_id"), nullable=False, index=True),
    Column("token_hash", Text, nullable=False, unique=True),
    Column("started_at", Text, nullable=False),
    Column("expires_at", Text, nullable=False),
)

rounds = Table(
    "rounds",
    metadata,
    Column("round_id", Text, primary_key=True),
    # Announced: never changed.
    Column("seat_id", Text, ForeignKey("seats.seat_id"), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("rules_id", Text, nullable=False),
    Column("rules_sha256", Text, nullable=False),
    Column("shoe_before", Text, nullable=False),
    Column("made_whole", Boolean, nullable=False),
    Column("commitment", Text, nullable=False, unique=True),
    Column("sealed_key_id", Text, nullable=False),
    Column("sealed_nonce", LargeBinary, nullable=False),
    Column("sealed_secret", LargeBinary, nullable=False),
    Column("announced_at", Text, nullable=False),
    # Bound once, by the bet.
    Column("session_id", Text, ForeignKey("sessions.session_id"), index=True),
    Column("stake_requested", BigInteger),
    Column("stake", BigInteger),
    Column("client_seed", Text),
    Column("opened_at", Text),
    Column("status", Text, nullable=False),
    # Known once, at the end.
    Column("version", Integer),
    Column("server_secret", Text),
    Column("reason", Text),
    Column("staked", BigInteger),
    Column("returned", BigInteger),
    Column("house_played_from", Integer),
    Column("result", Text),
    Column("software", Text),
    Column("ended_at", Text),
    UniqueConstraint("seat_id", "number"),
    CheckConstraint(f"{LIVE} OR {ENDED}", "status"),
    CheckConstraint(f"server_secret IS NULL OR {ENDED}", "secret_stays_until_the_end"),
    CheckConstraint(f"({ENDED}) = (ended_at IS NOT NULL)", "ended_at"),
    CheckConstraint("stake > 0 AND stake_requested > 0", "stake"),
    Index("one_live_round", "seat_id", unique=True, sqlite_where=text(LIVE),
          postgresql_where=text(LIVE)),
)  # fmt: skip

steps = Table(
    "steps",
    metadata,
    Column("round_id", Text, ForeignKey("rounds.round_id"), primary_key=True),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("events_format", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("at", Text, nullable=False),
    CheckConstraint("actor IN ('player', 'house')", "actor"),
    sqlite_with_rowid=False,
)

transfers = Table(
    "transfers",
    metadata,
    Column("transfer_id", Text, primary_key=True),
    Column("seat_id", Text, ForeignKey("seats.seat_id"), nullable=False),
    Column("round_id", Text, ForeignKey("rounds.round_id"), nullable=False),
    Column("step", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("action", Text),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("answered_at", Text),
    UniqueConstraint("round_id", "step", "kind"),
    CheckConstraint("kind IN ('debit', 'credit', 'rollback')", "kind"),
    CheckConstraint("state IN ('pending', 'confirmed', 'refused', 'unknown')", "state"),
    CheckConstraint("amount > 0", "amount"),
    Index("unanswered_transfers", "round_id", sqlite_where=text(UNANSWERED),
          postgresql_where=text(UNANSWERED)),
    sqlite_with_rowid=False,
)  # fmt: skip

accounts = Table(
    "accounts",
    metadata,
    Column("account_id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("seat_id", Text, ForeignKey("seats.seat_id"), unique=True),
    # Only a player's balance has a floor to keep; the others are the sums of their postings.
    Column("balance", BigInteger),
    CheckConstraint("kind IN ('player', 'stakes', 'house', 'demo_funds')", "kind"),
    CheckConstraint("(kind = 'player') = (balance IS NOT NULL)", "balance_of_players"),
    CheckConstraint("(kind = 'player') = (seat_id IS NOT NULL)", "seat_of_players"),
    CheckConstraint("balance >= 0", "balance_not_negative"),
)

entries = Table(
    "entries",
    metadata,
    Column("entry_id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("round_id", Text, ForeignKey("rounds.round_id"), index=True),
    Column("at", Text, nullable=False),
    sqlite_with_rowid=False,
)

postings = Table(
    "postings",
    metadata,
    Column("entry_id", Text, ForeignKey("entries.entry_id"), primary_key=True),
    Column("account_id", Text, ForeignKey("accounts.account_id"), primary_key=True),
    Column("amount", BigInteger, nullable=False),
    CheckConstraint("amount <> 0", "amount"),
    sqlite_with_rowid=False,
)

idempotency = Table(
    "idempotency",
    metadata,
    Column("session_id", Text, ForeignKey("sessions.session_id"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("fingerprint", Text, nullable=False),
    Column("round_id", Text, ForeignKey("rounds.round_id"), nullable=False),
    # Null while the request still waits at the wallet.
    Column("answer", Text),
    Column("at", Text, nullable=False),
    Index("waiting_requests", "round_id", sqlite_where=text("answer IS NULL"),
          postgresql_where=text("answer IS NULL")),
)  # fmt: skip

table_limits = Table(
    "table_limits",
    metadata,
    Column("seat_id", Text, ForeignKey("seats.seat_id"), primary_key=True),
    Column("change", Integer, primary_key=True, autoincrement=False),
    Column("table_max", BigInteger, nullable=False),
    Column("changed_at", Text, nullable=False),
    CheckConstraint("table_max > 0", "table_max"),
)
