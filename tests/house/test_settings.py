"""The settings of our tools name what is there: a rule that is on, a file that exists."""

import tomllib
from typing import Any

from tests.house.source import ROOT, tracked_files


def _ruff() -> Any:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]


def test_every_rule_that_is_ignored_is_one_that_would_be_on() -> None:
    lint = _ruff()["lint"]
    exempted = [rule for rules in lint["per-file-ignores"].values() for rule in rules]
    selected = tuple(lint["select"])
    assert [r for r in (*lint["ignore"], *exempted) if not r.startswith(selected)] == []


def test_every_exemption_is_for_files_that_exist() -> None:
    files = [path.relative_to(ROOT) for path in tracked_files()]
    for pattern in _ruff()["lint"]["per-file-ignores"]:
        below = pattern.removesuffix("/**")
        assert any(file.as_posix() == below or file.is_relative_to(below) for file in files), below
