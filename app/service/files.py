"""Files beside the keys: written whole or not at all, and down on the disk before they have a name.

Each draft has a name of its own, so that neither another process, nor what one left that was
killed, stands in the way.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

DRAFT = ".new"
"""How the name of a draft ends; it begins with the name of its file."""


def write_whole(path: Path, content: bytes) -> None:
    """The newest over the one before. Only its owner may read it."""
    with _draft(path, content) as draft:
        draft.replace(path)


def write_once(path: Path, content: bytes) -> None:
    """Never over another: where there is one already, that is the one."""
    with _draft(path, content) as draft, suppress(FileExistsError):
        path.hardlink_to(draft)


@contextmanager
def _draft(path: Path, content: bytes) -> Iterator[Path]:
    # mkstemp opens what was not there, for its owner only.
    number, name = tempfile.mkstemp(suffix=DRAFT, prefix=f"{path.name}.", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)
