"""Our own source, as the tests of the house read it: files, module names, imports."""

import ast
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ("app", "certification", "config", "rng")


@dataclass(frozen=True, slots=True)
class Module:
    """One Python file of ours: its dotted name, its text parsed, and what it imports, dotted."""

    name: str
    path: Path
    tree: ast.Module
    imports: tuple[str, ...]


@cache
def modules(*packages: str) -> tuple[Module, ...]:
    """Every module of these packages."""
    paths = (path for package in packages for path in sorted((ROOT / package).rglob("*.py")))
    return tuple(_module(path) for path in paths)


@cache
def tracked_files() -> tuple[Path, ...]:
    """What a clone holds: every file that git tracks or would track, still there."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return tuple(ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file())


def _module(path: Path) -> Module:
    parts = path.relative_to(ROOT).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return Module(name, path, tree, tuple(_imported(tree)))


def _imported(tree: ast.Module) -> list[str]:
    """`from a import b` counts as `a.b`: whether `b` is a module, the text alone does not tell."""
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found
