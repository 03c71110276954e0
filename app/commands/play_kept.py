"""What `pontoon play` keeps of its guest between two sittings, so that no open hand is lost.

One small file for each table, readable by its owner alone: it holds the token of the session, which
is as good as the guest's money, and what was shown and sent before the last bet: written before the
bet goes out, since its answer may be lost.
"""

import contextlib
import hashlib
import json
import os
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from app.service.files import write_whole

FOLDER_MODE = 0o700
NAME_DIGITS = 16  # hex digits of SHA-256 over the table's address
KEPT_BYTES_MAX = 16 * 1024
SHOWN = frozenset({"round_id", "number", "commitment"})  # what the game says of an announcement
TOKEN_FORM = re.compile("[!-~]{1,200}")


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
    """A guest at a table, the last bet if there was one, and one whose answer has not come."""

    token: str = field(repr=False)
    kept: Kept | None = None
    sent: Kept | None = None

    def told(self, coming: dict[str, Any] | None) -> "Sitting":
        """As the table sees it, which announces `coming`: what was sent was a bet, or never was."""
        if self.sent is None:
            return self
        arrived = coming is None or coming["round_id"] != self.sent.next_round["round_id"]
        return Sitting(self.token, self.sent if arrived else self.kept)


@dataclass(frozen=True, slots=True)
class Nowhere:
    """Nothing is kept: the house passes with the sitting, or there is no place for a file."""

    house_passes: bool = True

    def read(self) -> Sitting | None:
        return None

    def write(self, sitting: Sitting) -> None:
        """Kept nowhere."""


@dataclass(frozen=True, slots=True)
class SittingFile:
    """The file of one table."""

    path: Path
    house_passes: ClassVar[bool] = False

    def read(self) -> Sitting | None:
        """The guest of the last sitting; None where there is none, or the file is not ours."""
        try:
            facts = json.loads(self.path.read_text(encoding="utf-8")[:KEPT_BYTES_MAX])
            token, bets = facts["token"], (facts["kept"], facts.get("sent"))
            if not TOKEN_FORM.fullmatch(token):
                return None
            return Sitting(token, *map(_bet_in, bets))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def write(self, sitting: Sitting) -> None:
        """Whole or not at all. A folder that cannot be written to costs the next sitting only."""
        text = json.dumps(asdict(sitting))
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            write_whole(self.path, text.encode())


def _bet_in(facts: dict[str, Any] | None) -> Kept | None:
    if facts is None:
        return None
    kept = Kept(**facts)
    if not kept.next_round.keys() >= SHOWN or type(kept.client_seed) is not str:
        raise ValueError("this is no bet of ours")
    return kept


def sitting_file(table: str) -> SittingFile | Nowhere:
    """Where the guest at this table is kept; `table` is the address as it was typed."""
    name = hashlib.sha256(table.rstrip("/").encode()).hexdigest()[:NAME_DIGITS]
    state = _state_folder()
    if state is None:
        return Nowhere(house_passes=False)
    return SittingFile(state / "pontoon" / f"guest-{name}.json")


def _state_folder() -> Path | None:
    """Of this user, by the XDG Base Directory Specification; None for one without a home."""
    named = Path(os.environ.get("XDG_STATE_HOME", ""))
    if named.is_absolute():  # a relative one is to be ignored
        return named
    home = Path(os.path.expanduser("~"))  # noqa: PTH111  # Path.home() raises where there is none
    return home / ".local" / "state" if home.is_absolute() and home != Path("/") else None
