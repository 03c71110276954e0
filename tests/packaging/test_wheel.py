"""The wheel by itself: complete, without tests, and enough to serve, play and replay."""

import json
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.house.source import ROOT
from tests.packaging.environment import BARE, Environment, shipped_files
from tests.packaging.serving import served
from tests.plain_play import plain_action

ACTIONS_MAX = 60


def test_the_wheel_holds_every_file_of_ours_and_no_test(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert shipped_files() - names == set()
    assert names - shipped_files() == set()


def test_the_installed_package_is_the_one_that_runs(installed: Environment, tmp_path: Path) -> None:
    script = "import app, config, rng; print(app.__file__, config.__file__, rng.__file__)"
    run = subprocess.run(
        [installed.folder / "bin" / "python", "-c", script],
        cwd=tmp_path,
        env=BARE,
        capture_output=True,
        text=True,
        check=True,
    )
    assert all(path.startswith(str(installed.site_packages)) for path in run.stdout.split())
    assert not tmp_path.is_relative_to(ROOT)


def test_from_another_folder_it_serves_plays_and_replays(
    installed: Environment, tmp_path: Path
) -> None:
    with served(installed, tmp_path) as house:
        proof = _play_one_round(house)
    (tmp_path / "proof.json").write_bytes(proof)
    run = subprocess.run(
        [installed.pontoon, "replay", "--json", "proof.json"],
        cwd=tmp_path,
        env=BARE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    verdict = json.loads(run.stdout)
    assert (verdict["verdict"], verdict["findings"]) == ("confirmed", [])


@pytest.mark.parametrize(
    "command", [("rng", "deal", "--rounds", "1"), ("sts", "pyvenv.cfg"), ("rtp",)]
)
def test_without_the_libraries_of_certification_a_command_names_what_installs_them(
    installed: Environment, command: tuple[str, ...]
) -> None:
    run = subprocess.run(
        [installed.pontoon, *command],
        cwd=installed.folder,
        env=BARE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode != 0
    assert "install Pontoon's wheel with its extra certification" in run.stderr
    assert "Traceback" not in run.stderr


def _play_one_round(house: httpx.Client) -> bytes:
    """Bet £2, stick as soon as that is allowed, else twist; the proof as it was sent."""
    opened = house.post("/v1/demo/sessions").raise_for_status().json()
    house.headers["Authorization"] = f"Bearer {opened['token']}"
    bet = {
        "round_id": opened["next_round"]["round_id"],
        "stake": 200,
        "client_seed": "0123456789abcdef0123456789abcdef",
    }
    state = _post(house, "/v1/rounds", bet)
    for _ in range(ACTIONS_MAX):
        if not state["legal_actions"]:
            break
        action = plain_action(state["legal_actions"])
        play = {"action": action, "expected_version": state["version"]}
        state = _post(house, f"/v1/rounds/{state['round_id']}/actions", play)
    return house.get(f"/v1/rounds/{state['round_id']}/proof").raise_for_status().content


def _post(house: httpx.Client, path: str, body: dict[str, object]) -> dict[str, Any]:
    key = f"wheel-{body.get('expected_version', 0)}"
    answer = house.post(path, json=body, headers={"Idempotency-Key": key}).raise_for_status()
    return dict(answer.json())
