"""Which rules this database has been served under, and the hash of their file at that time."""

from sqlalchemy import Connection, insert, select

from app.store.tables import rules_seen


class RulesChanged(Exception):
    """A rules file was edited after it had been played."""

    def __init__(self, rules_id: str, seen: str, sha256: str) -> None:
        super().__init__(
            f"the rules {rules_id} were played with the hash {seen}, and their file now has"
            f" {sha256}: a played file is never edited, so give the changed one an id of its own"
        )


def remember_rules(tx: Connection, rules_id: str, sha256: str, at: str) -> None:
    """Remember the file's hash, or raise `RulesChanged` if it is known with another."""
    if not require_unchanged(tx, rules_id, sha256):
        tx.execute(insert(rules_seen), {"rules_id": rules_id, "sha256": sha256, "seen_at": at})


def require_unchanged(tx: Connection, rules_id: str, sha256: str) -> bool:
    """Whether the file is known, with this hash; raises `RulesChanged` if it is with another."""
    of_id = select(rules_seen.c.sha256).where(rules_seen.c.rules_id == rules_id)
    seen = tx.execute(of_id).scalar()
    if seen not in (None, sha256):
        raise RulesChanged(rules_id, seen, sha256)
    return seen is not None
