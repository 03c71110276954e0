"""The README's commands are true: the first round runs word for word."""

import re
import subprocess
from pathlib import Path

from tests.house.source import ROOT
from tests.packaging.environment import BARE, Environment
from tests.packaging.serving import served


def test_the_first_round_of_the_readme_runs_word_for_word(
    installed: Environment, tmp_path: Path
) -> None:
    script = _commands_under("## The first round")
    (tmp_path / ".venv").symlink_to(installed.folder)
    with served(installed, tmp_path) as house:
        here = script.replace("http://127.0.0.1:8000", str(house.base_url).rstrip("/"))
        assert here != script
        run = subprocess.run(
            ["bash", "-eu", "-c", here],
            cwd=tmp_path,
            env=BARE | {"PATH": f"{installed.folder / 'bin'}:{BARE['PATH']}"},
            capture_output=True,
            text=True,
            check=False,
        )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "CONFIRMED" in run.stdout
    assert "The seeds were fixed beforehand" in run.stdout


def _commands_under(heading: str) -> str:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme[readme.index(heading) :]
    block = re.search(r"```sh\n(.*?)```", section, re.DOTALL)
    assert block is not None, f"no commands under {heading}"
    return block.group(1)
