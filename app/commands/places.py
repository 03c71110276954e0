"""Whether a folder is there to be written to, or could be made. Nothing is left there."""

import tempfile
from pathlib import Path


def place_fault(folder: Path) -> str:
    """Why nothing could be written into this folder; empty while it could."""
    nearest = folder.absolute()
    while not nearest.exists():  # ends: the root exists
        nearest = nearest.parent
    if not nearest.is_dir():
        return f"{nearest} is a file"
    try:
        tempfile.TemporaryFile(dir=nearest).close()  # the rights of root say nothing of /proc
    except OSError:
        return f"{nearest} may not be written to by this user"
    return ""
