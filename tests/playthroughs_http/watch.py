"""What a thief would read while a round is in play: answers, log lines, database rows, files.

Everything seen is kept until the round has ended and its secret and cards are known; then it is
searched for them.
"""

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, select

from app.store.engine import reading, sqlite_file
from app.store.tables import metadata, rounds

CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")
COUNTS = re.compile(r"(?<![0-9a-f])[0-8]{52}(?![0-9a-f])")

OF_A_ROUND = tuple(table for table in metadata.sorted_tables if "round_id" in table.c)

Facts = dict[str, Any]


@dataclass
class Watch:
    """What was seen of one round while it was in play."""

    announced: Facts
    answers: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    logs: list[str] = field(default_factory=list)
    shown: list[Counter[str]] = field(default_factory=list)

    def answer(self, state: Facts, text: str) -> None:
        """An answer about the round, with the hands it shows."""
        self.answers.append(text)
        self.shown.append(Counter(card for hand in state["hands"] for card in hand["cards"]))
        assert state["dealer"] == {"cards": ["??", "??"], "total": None, "result": None}

    def database(self, engine: Engine) -> None:
        """Every row that names the round."""
        self.rows.append(rows_of_round(engine, self.announced["round_id"]))

    def nothing_told(self, proof: Facts) -> None:
        """Now that the proof is known: none of what was seen could have told the dealer's cards."""
        secret = proof["server_secret"]
        for text in (*self.answers, *self.rows, *self.logs):
            assert secret not in text
            assert secret[:16] not in text
            assert set(COUNTS.findall(text)) <= {self.announced["shoe_before"]}
        for text, shown in zip(self.answers, self.shown, strict=True):
            assert Counter(CARD.findall(text)) == shown
        for text, shown in zip(self.rows, self.shown, strict=True):
            # Rows repeat cards that were shown, and hold no other.
            assert set(CARD.findall(text)) <= set(shown)
        for text in self.logs:
            assert CARD.findall(text) == []


def rows_of_round(engine: Engine, round_id: str) -> str:
    """The rows of every table that name this round, as text; bytes as hex."""
    found = []
    with reading(engine) as tx:
        for table in OF_A_ROUND:
            for row in tx.execute(select(table).where(table.c.round_id == round_id)):
                found.append(json.dumps([_plain(value) for value in row]))
    return "\n".join(found)


def copies_of(engine: Engine) -> bytes:
    """The database's files as they are now."""
    file = sqlite_file(engine)
    assert file is not None
    paths = (file, Path(f"{file}-wal"))
    return b"".join(path.read_bytes() for path in paths if path.exists())


def secrets_published(engine: Engine) -> int:
    """Rounds in play whose secret is in the clear: always none."""
    live = select(rounds.c.round_id).where(
        rounds.c.ended_at.is_(None), rounds.c.server_secret.is_not(None)
    )
    with reading(engine) as tx:
        return len(tx.execute(live).all())


def _plain(value: object) -> object:
    return value.hex() if isinstance(value, bytes) else value
