"""Who may read the folder of keys: its owner and nobody else, or the house does not open."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from app.service.keys import PUBLIC_FILE

OTHERS = 0o077
"""Bits of a mode that let the group or everybody in."""


class KeysOpen(Exception):
    """Others than the owner may read the keys, or put others in their place."""


def require_private(folder: Path) -> None:
    """Raises `KeysOpen` with the remedy where others have a right to the folder or a key."""
    if os.name != "posix":
        return  # modes say nothing there
    open_paths = tuple(_open_to_others(folder))
    if open_paths:
        raise KeysOpen(
            f"the keys are open to others ({', '.join(open_paths)}): close them with"
            f" chmod -R go-rwx {folder}"
        )


def _open_to_others(folder: Path) -> Iterator[str]:
    if not folder.is_dir():
        return
    keys = (path for path in sorted(folder.iterdir()) if path.name != PUBLIC_FILE)
    for path in (folder, *keys):
        try:
            mode = stat.S_IMODE(path.stat().st_mode)
        except FileNotFoundError:
            continue  # a draft: another process that starts has given it its name since
        if mode & OTHERS:
            yield f"{path.name} has mode {mode:o}"
