"""An environment with our wheel and what the wheel says it needs, made without the network.

The libraries are those of the environment that runs the tests, linked in one by one: only what
the wheel's own metadata asks for, and what that asks for in turn. So a library that the tests have
and the wheel forgot to name is missing here, as it would be for a user.
"""

import shutil
import subprocess
import sys
import venv
from dataclasses import dataclass
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.source import ROOT, SHIPPED, tracked_files

# Variables for the installed program: nothing of the tests' own environment reaches it.
BARE = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


@dataclass(frozen=True, slots=True)
class Environment:
    """A folder laid out as an environment, with our wheel in it."""

    folder: Path
    site_packages: Path

    @property
    def pontoon(self) -> Path:
        """The installed command."""
        return self.folder / "bin" / "pontoon"


def build_wheel(folder: Path) -> Path:
    """Build from a copy of what a clone holds, so that no earlier build is found again."""
    clone = folder / "clone"
    for path in tracked_files():
        copy = clone / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    _run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, clone)
    (wheel,) = folder.glob("*.whl")
    return wheel


def shipped_files() -> set[str]:
    """What of a clone has to be in the wheel: all of our packages but git's own settings."""
    files = (path for path in tracked_files() if path.name != ".gitattributes")
    names = {path.relative_to(ROOT).as_posix() for path in files}
    return {name for name in names if name.partition("/")[0] in SHIPPED}


def environment_with(wheel: Path, folder: Path) -> Environment:
    """Install the wheel and link what it needs."""
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "--isolated", "--quiet")
    _run(*pip, "install", "--no-index", "--no-deps", wheel)
    (site_packages,) = (folder / "lib").glob("python*/site-packages")
    (metadata,) = site_packages.glob("pontoon-*.dist-info")
    for needed in _needed(PathDistribution(metadata)).values():
        _link(needed, site_packages)
    return Environment(folder, site_packages)


def _needed(root: Distribution) -> dict[str, Distribution]:
    """Everything that `root` requires, directly or not, extras asked for included."""
    found: dict[str, Distribution] = {}
    waiting = [(root, frozenset({""}))]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        asking, extras = waiting.pop()
        for text in asking.requires or []:
            wanted = Requirement(text)
            if not _applies(wanted, extras):
                continue
            name, extras_wanted = canonicalize_name(wanted.name), frozenset({"", *wanted.extras})
            if (name, extras_wanted) not in seen:
                seen.add((name, extras_wanted))
                found[name] = distribution(wanted.name)
                waiting.append((found[name], extras_wanted))
    return found


def _applies(wanted: Requirement, extras: frozenset[str]) -> bool:
    return wanted.marker is None or any(wanted.marker.evaluate({"extra": e}) for e in extras)


def _link(needed: Distribution, site_packages: Path) -> None:
    """Link the top folders and files of a library; its commands stay out."""
    tops = {
        file.parts[0] for file in needed.files or [] if file.parts[0] not in {"..", "__pycache__"}
    }
    for top in tops:
        if not (site_packages / top).exists():
            (site_packages / top).symlink_to(Path(str(needed.locate_file(top))))


def _run(*command: str | Path) -> None:
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
