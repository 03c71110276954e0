"""Two processes start at once on a new database, in as many folders as are asked for.

Usage: python -m tests.service.starting_program FOLDER TIMES; fails if one of them does.
"""

import os
import sys
from pathlib import Path

from app.factory import build_house
from app.service.restored import watch
from app.settings import Settings

PROCESSES = 2


def main(folder: Path, times: int) -> int:
    """How many did not start."""
    refused = 0
    for turn in range(times):
        here = folder / str(turn)
        here.mkdir()
        gate, opens = os.pipe()
        children = [_start(here, gate, opens) for _ in range(PROCESSES)]
        os.close(gate)
        os.close(opens)  # what waits at the gate goes on at once
        refused += sum(os.waitpid(child, 0)[1] != 0 for child in children)
    return refused


def _start(folder: Path, gate: int, opens: int) -> int:
    child = os.fork()
    if child:
        return child
    os.close(opens)
    os.read(gate, 1)
    watch(build_house(Settings(database=f"sqlite:///{folder / 'pontoon.db'}")))
    os._exit(0)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]), int(sys.argv[2])))
