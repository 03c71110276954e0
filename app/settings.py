"""Settings of a serving process: where things are and who may ask. Nothing here decides a round.

They come from the command line, or for other servers from environment variables that hold places
only. No setting can bring a seed, a key or a secret.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from config.loader import DEFAULT_RULES_ID

DEFAULT_DATABASE = "sqlite:///var/pontoon.db"
DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
KEYS_FOLDER = "keys"


class BadSetting(Exception):
    """An environment variable holds what it cannot mean."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`keys` None: a folder `keys` beside the SQLite file."""

    database: str = DEFAULT_DATABASE
    keys: Path | None = None
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    allow_origins: tuple[str, ...] = ()
    demo: bool = True
    rules_id: str = DEFAULT_RULES_ID

    @property
    def url(self) -> str:
        """Where the game is, for a browser on this machine."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"


def keys_folder(keys: Path | None, sqlite_file: Path | None) -> Path | None:
    """The folder that is named, or the one beside the SQLite file; None where neither is there."""
    if keys is not None or sqlite_file is None:
        return keys
    return sqlite_file.parent / KEYS_FOLDER


def settings_from_environment() -> Settings:
    """For servers that load `app.factory:wsgi`, as README "Another server" names them.

    Raises `BadSetting`.
    """
    keys = os.environ.get("PONTOON_KEYS")
    return Settings(
        database=os.environ.get("PONTOON_DATABASE", DEFAULT_DATABASE),
        keys=Path(keys) if keys else None,
        allow_origins=tuple(os.environ.get("PONTOON_ALLOW_ORIGINS", "").split()),
        demo=_yes_or_no("PONTOON_DEMO", "1"),
    )


def _yes_or_no(name: str, default: str) -> bool:
    given = os.environ.get(name, default)
    if given not in ("0", "1"):
        raise BadSetting(f"{name} is 1 or 0, and not {given!r}")
    return given == "1"
