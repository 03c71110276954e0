"""What `pontoon play` keeps of its guest between two sittings, so that no open hand is lost.

One small file for each table, readable by its owner alone: it holds the token of the session, which
is as good as the guest's money, and what was shown and sent before the last bet.
"""

import contextlib
import hashlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from app.service.files import write_whole

FOLDER_MODE = 0o700
NAME_DIGITS = 16  # hex digits of SHA-256 over the table's address
KEPT_BYTES_MAX = 16 * 1024


@dataclass(frozen=True, slots=True)
class Kept:
    """What the player keeps of a round to check it with: announcement, client seed, stake."""

    next_round: dict[str, Any]
    client_seed: str
    stake: int

    def as_json(self) -> str:
        """The file that `pontoon replay --announced` reads."""
        return json.dumps(asdict(self), indent=2)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A guest at a table, and the last bet if there was one."""

    token: str = field(repr=False)
    kept: Kept | None = None


class Nowhere:
    """For a house that passes with the sitting: nothing is kept."""

    def read(self) -> Sitting | None:
        return None

    def write(self, sitting: Sitting) -> None:
        """Kept nowhere."""


@dataclass(frozen=True, slots=True)
class SittingFile:
    """The file of one table."""

    path: Path

    def read(self) -> Sitting | None:
        """The guest of the last sitting; None where there is none, or the file is not ours."""
        try:
            facts = json.loads(self.path.read_text(encoding="utf-8")[:KEPT_BYTES_MAX])
            kept = facts["kept"]
            return Sitting(facts["token"], None if kept is None else Kept(**kept))
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return None

    def write(self, sitting: Sitting) -> None:
        """Whole or not at all. A folder that cannot be written to costs the next sitting only."""
        kept = None if sitting.kept is None else asdict(sitting.kept)
        text = json.dumps({"token": sitting.token, "kept": kept})
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            write_whole(self.path, text.encode())


def sitting_file(table: str) -> SittingFile:
    """Where the guest at this table is kept; `table` is the address as it was typed."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    name = hashlib.sha256(table.rstrip("/").encode()).hexdigest()[:NAME_DIGITS]
    return SittingFile(Path(state) / "pontoon" / f"guest-{name}.json")
