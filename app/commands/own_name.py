"""What to type to run this program again, for commands that are shown to be typed."""

import shlex
import shutil
import sys
from pathlib import Path

NAME = "pontoon"


def own_name() -> str:
    """`pontoon` where a shell finds it, else the path under which it was started."""
    started = Path(sys.argv[0])
    if started.name != NAME or shutil.which(NAME) is not None:
        return NAME
    return shlex.quote(str(started))
