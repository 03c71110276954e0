"""The tables. What guards their rows against change is in `migrations`.

Moments are texts as `app.proof.instants` writes them, money is whole pence in 64 bits, JSON is kept
as the text it was written as. No table holds a face-down card of a round that has not ended. Tables
without a row id, and indexes of the few rows that are looked for, save SQLite pages to write.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from app.store.statuses import (
    ENDED,
    LIVE,
    OPEN,
    UNANSWERED,
    Actor,
    TransferKind,
    TransferState,
    one_of,
)

LIVE_STATUS = one_of("status", LIVE)
OPEN_STATUS = one_of("status", OPEN)
ENDED_STATUS = one_of("status", ENDED)
UNANSWERED_STATE = one_of("state", UNANSWERED)
NOT_REFUSED = f"state <> '{TransferState.REFUSED}'"
"""A stake that was refused may be asked for again."""

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

# Left by serving processes, to tell an older copy of the database from the one that went on.
marks = Table(
    "marks",
    metadata,
    Column("mark", Text, primary_key=True),
    Column("at", Text, nullable=False),
    # What had been written last.
    Column("newest", Text, nullable=False),
    # Whether a restore was found at this mark.
    Column("restored", Boolean, nullable=False),
)

players = Table(
    "players",
    metadata,
    Column("player_id", Text, primary_key=True),
    Column("operator_id", Text, nullable=False),
    # What the operator calls this player; money, limits and sessions are the player's.
    Column("operator_player", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    UniqueConstraint("operator_id", "operator_player"),
)

seats = Table(
    "seats",
    metadata,
    Column("seat_id", Text, primary_key=True),
    Column("player_id", Text, ForeignKey("players.player_id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    UniqueConstraint("player_id", "game"),
    UniqueConstraint("seat_id", "player_id"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("session_id", Text, primary_key=True),
    Column("player_id", Text, ForeignKey("players.player_id"), nullable=False, index=True),
    Column("token_hash", Text, nullable=False, unique=True),
    Column("started_at", Text, nullable=False),
    Column("expires_at", Text, nullable=False),
)

rounds = Table(
    "rounds",
    metadata,
    Column("round_id", Text, primary_key=True),
    # Announced: never changed.
    Column("player_id", Text, nullable=False),
    Column("seat_id", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("rules_id", Text, nullable=False),
    Column("rules_sha256", Text, nullable=False),
    Column("currency", Text, nullable=False),
    Column("jurisdiction_id", Text),
    Column("jurisdiction_sha256", Text),
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
    ForeignKeyConstraint(["seat_id", "player_id"], ["seats.seat_id", "seats.player_id"]),
    UniqueConstraint("seat_id", "number"),
    CheckConstraint(f"{LIVE_STATUS} OR {ENDED_STATUS}", "status"),
    CheckConstraint(f"server_secret IS NULL OR {ENDED_STATUS}", "secret_stays_until_the_end"),
    CheckConstraint(f"({ENDED_STATUS}) = (ended_at IS NOT NULL)", "ended_at"),
    CheckConstraint("stake > 0 AND stake_requested > 0", "stake"),
    Index("one_live_round", "seat_id", unique=True, sqlite_where=text(LIVE_STATUS),
          postgresql_where=text(LIVE_STATUS)),
    # Every seat has a live round, most of them only announced: of the open ones there are few.
    Index("open_rounds", "seat_id", sqlite_where=text(OPEN_STATUS),
          postgresql_where=text(OPEN_STATUS)),
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
    CheckConstraint(one_of("actor", Actor), "actor"),
    sqlite_with_rowid=False,
)

transfers = Table(
    "transfers",
    metadata,
    Column("transfer_id", Text, primary_key=True),
    Column("player_id", Text, ForeignKey("players.player_id"), nullable=False),
    Column("round_id", Text, ForeignKey("rounds.round_id"), nullable=False),
    Column("step", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("action", Text),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("answered_at", Text),
    CheckConstraint(one_of("kind", TransferKind), "kind"),
    CheckConstraint(one_of("state", TransferState), "state"),
    CheckConstraint("amount > 0", "amount"),
    Index("one_transfer_for_each_step", "round_id", "step", "kind", unique=True,
          sqlite_where=text(NOT_REFUSED), postgresql_where=text(NOT_REFUSED)),
    Index("unanswered_transfers", "round_id", sqlite_where=text(UNANSWERED_STATE),
          postgresql_where=text(UNANSWERED_STATE)),
    sqlite_with_rowid=False,
)  # fmt: skip

accounts = Table(
    "accounts",
    metadata,
    Column("account_id", Text, primary_key=True),
    # No list of kinds: on SQLite each new one would be a table rebuilt.
    Column("kind", Text, nullable=False),
    Column("player_id", Text, ForeignKey("players.player_id"), unique=True),
    Column("currency", Text),
    # Only a player's balance has a floor to keep; the others are the sums of their postings. Null
    # too where a wallet elsewhere keeps the player's money.
    Column("balance", BigInteger),
    CheckConstraint("balance IS NULL OR kind = 'player'", "balance_of_players"),
    CheckConstraint("(kind = 'player') = (player_id IS NOT NULL)", "player_of_players"),
    CheckConstraint("(kind = 'player') = (currency IS NOT NULL)", "currency_of_players"),
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
    # A session, or the key of an operator: whoever the request came from.
    Column("credential_id", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("fingerprint", Text, nullable=False),
    # The round that a player's bet or action was about.
    Column("round_id", Text, ForeignKey("rounds.round_id")),
    # Null while the request still waits at the wallet.
    Column("answer", Text),
    Column("at", Text, nullable=False),
    Index("waiting_requests", "round_id", sqlite_where=text("answer IS NULL"),
          postgresql_where=text("answer IS NULL")),
)  # fmt: skip

table_limits = Table(
    "table_limits",
    metadata,
    Column("player_id", Text, ForeignKey("players.player_id"), primary_key=True),
    Column("change", Integer, primary_key=True, autoincrement=False),
    Column("table_max", BigInteger, nullable=False),
    Column("changed_at", Text, nullable=False),
    CheckConstraint("table_max > 0", "table_max"),
)

# Conditions of partial indexes, word for word and without a parameter: else SQLite reads the table.
LIVE_ROUNDS = text(f"rounds.{LIVE_STATUS}")
OPEN_ROUNDS = text(f"rounds.{OPEN_STATUS}")
UNANSWERED_TRANSFERS = text(f"transfers.{UNANSWERED_STATE}")
