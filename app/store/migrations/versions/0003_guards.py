"""Guards: triggers that refuse every change of a fact, on both databases.

Each guard is one condition on OLD and NEW under which the statement is refused. `<>>` stands for
"differs, nulls included", which the two databases write differently.
"""

from dataclasses import dataclass

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

NEVER_CHANGED = (
    "rules_seen", "players", "seats", "sessions", "steps", "entries", "postings", "table_limits",
)  # fmt: skip
NEVER_DELETED = (*NEVER_CHANGED, "rounds", "transfers", "accounts")


@dataclass(frozen=True, slots=True)
class Guard:
    """Refuse `event` on `table` when `condition` holds."""

    name: str
    table: str
    event: str
    condition: str
    message: str


def _differ(*columns: str) -> str:
    return "(" + " OR ".join(f"OLD.{column} <>> NEW.{column}" for column in columns) + ")"


ALWAYS = "1 = 1"
BOUND = ("session_id", "stake_requested", "stake", "client_seed", "opened_at")
ANNOUNCED = (
    "round_id", "player_id", "seat_id", "number", "rules_id", "rules_sha256", "currency",
    "jurisdiction_id", "jurisdiction_sha256", "shoe_before", "made_whole", "commitment",
    "sealed_key_id", "sealed_nonce", "sealed_secret", "announced_at",
)  # fmt: skip
MOVES = {
    "announced": ("awaiting_stake", "in_play", "lapsed"),
    "awaiting_stake": ("in_play", "void", "frozen"),
    "in_play": ("settled", "void", "frozen"),
    "frozen": ("settled", "void"),
}
LEGAL_MOVE = " OR ".join(
    f"(OLD.status = '{before}' AND NEW.status = '{after}')"
    for before, afters in MOVES.items()
    for after in afters
)
HIGHEST_NUMBER = "(SELECT MAX(number) FROM rounds WHERE seat_id = NEW.seat_id)"
LAST_STEP = "(SELECT MAX(step) FROM steps WHERE round_id = NEW.round_id)"
STATUS_OF_ROUND = "(SELECT status FROM rounds WHERE round_id = NEW.round_id)"

ROUND_GUARDS = (
    Guard(
        "rounds_begin_announced",
        "rounds",
        "INSERT",
        f"NEW.status <> 'announced' OR NEW.ended_at IS NOT NULL"
        f" OR NEW.number <> COALESCE({HIGHEST_NUMBER}, 0) + 1",
        "a round begins announced, with the number after the last of its seat",
    ),
    Guard(
        "rounds_keep_their_announcement",
        "rounds",
        "UPDATE",
        _differ(*ANNOUNCED),
        "what was announced is never changed",
    ),
    Guard(
        "rounds_keep_their_bet",
        "rounds",
        "UPDATE",
        f"OLD.status <> 'announced' AND {_differ(*BOUND)}",
        "what a bet bound is never changed",
    ),
    Guard(
        "rounds_move_forwards",
        "rounds",
        "UPDATE",
        f"NOT ({LEGAL_MOVE})",
        "a round moves forwards only, and an ended one not at all",
    ),
    Guard(
        "rounds_lapse_unbound",
        "rounds",
        "UPDATE",
        "(NEW.status = 'lapsed') <> (NEW.opened_at IS NULL)",
        "a bound number is spent, and an unbound one can only lapse",
    ),
    Guard(
        "steps_follow_each_other",
        "steps",
        "INSERT",
        f"NEW.step <> COALESCE({LAST_STEP} + 1, 0)"
        f" OR COALESCE({STATUS_OF_ROUND}, '') NOT IN ('in_play', 'frozen')",
        "a step is the next one of a round in play",
    ),
)
MONEY_GUARDS = (
    Guard(
        "transfers_keep_their_facts",
        "transfers",
        "UPDATE",
        _differ(
            "transfer_id", "player_id", "round_id", "step", "kind", "amount", "action", "created_at"
        ),
        "what a wallet was asked is never changed",
    ),
    Guard(
        "transfers_answered_once",
        "transfers",
        "UPDATE",
        "OLD.state NOT IN ('pending', 'unknown') OR NEW.attempts <= OLD.attempts",
        "what a wallet answered is never changed",
    ),
    Guard(
        "accounts_keep_their_owner",
        "accounts",
        "UPDATE",
        _differ("account_id", "kind", "player_id", "currency"),
        "an account never changes hands",
    ),
    Guard(
        "idempotency_answered_once",
        "idempotency",
        "UPDATE",
        f"OLD.answer IS NOT NULL OR {_differ('credential_id', 'key', 'fingerprint', 'round_id')}",
        "an answer that was kept is never changed",
    ),
)


def upgrade() -> None:
    """Create them."""
    add = _add_sqlite if op.get_bind().dialect.name == "sqlite" else _add_postgresql
    for guard in _guards():
        add(guard)
    if op.get_bind().dialect.name != "sqlite":
        _refuse_truncate()


def _guards() -> tuple[Guard, ...]:
    unchanged = (
        Guard(f"{table}_unchanged", table, "UPDATE", ALWAYS, f"{table}: rows are never changed")
        for table in NEVER_CHANGED
    )
    kept = (
        Guard(f"{table}_kept", table, "DELETE", ALWAYS, f"{table}: rows are never deleted")
        for table in NEVER_DELETED
    )
    return (*unchanged, *kept, *ROUND_GUARDS, *MONEY_GUARDS)


def _add_sqlite(guard: Guard) -> None:
    # IS NOT compares nulls as values; `IS DISTINCT FROM` came with SQLite 3.39 only.
    condition = guard.condition.replace("<>>", "IS NOT")
    op.execute(
        f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} FOR EACH ROW"
        f" WHEN {condition} BEGIN SELECT RAISE(ABORT, '{guard.message}'); END"
    )


def _add_postgresql(guard: Guard) -> None:
    condition = guard.condition.replace("<>>", "IS DISTINCT FROM")
    row = "OLD" if guard.event == "DELETE" else "NEW"
    op.execute(
        f"CREATE FUNCTION {guard.name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF {condition} THEN RAISE EXCEPTION '{guard.message}'"
        f" USING ERRCODE = 'integrity_constraint_violation'; END IF;"
        f" RETURN {row}; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table}"
        f" FOR EACH ROW EXECUTE FUNCTION {guard.name}()"
    )


def _refuse_truncate() -> None:
    op.execute(
        "CREATE FUNCTION never_truncated() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " RAISE EXCEPTION '%: rows are never deleted', TG_TABLE_NAME"
        " USING ERRCODE = 'integrity_constraint_violation'; END $$"
    )
    for table in NEVER_DELETED:
        op.execute(
            f"CREATE TRIGGER {table}_not_truncated BEFORE TRUNCATE ON {table}"
            f" FOR EACH STATEMENT EXECUTE FUNCTION never_truncated()"
        )
