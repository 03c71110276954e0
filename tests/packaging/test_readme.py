"""The README's commands are true: the first round runs word for word."""

import re
import socket
import subprocess
import sys
from pathlib import Path

import httpx

from app.cli import SUMMARIES
from tests.house.source import ROOT
from tests.packaging.environment import BARE, Environment
from tests.packaging.serving import served, wait_until_live
from tests.ports import free_port

STOP_SECONDS_MAX = 40
BROKEN_CHUNK = (
    b"POST /v1/demo/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n"
)


def test_the_first_round_of_the_readme_runs_word_for_word(
    installed: Environment, tmp_path: Path
) -> None:
    script = _blocks_under("## The first round", "sh")[0]
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
    assert "right  signature   by the given key" in run.stdout
    shown = _blocks_under("## The first round", "text")[0]
    # What stands for every round is printed as the README shows it.
    assert shown.rpartition("\n\n")[2].strip() in run.stdout


def test_the_other_server_of_the_readme_serves_from_the_places_it_names(tmp_path: Path) -> None:
    command = _blocks_under("## Running it", "sh")[0]
    port = free_port()
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parents[1])
    (tmp_path / "gunicorn.conf.py").write_text("control_socket_disable = True\n")
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(
            ["bash", "-euc", f"exec env {command.replace('8000', str(port))}"],
            cwd=tmp_path,
            env=BARE | {"PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
            stdout=log,
            stderr=log,
        )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
            wait_until_live(client, server, tmp_path / "log")
            assert client.get("/readyz").json()["ready"]
            assert client.post("/v1/demo/sessions").status_code == 201
        assert _answer_to(port, BROKEN_CHUNK).startswith(b"HTTP/1.1 400 ")
    finally:
        server.terminate()
        server.wait(STOP_SECONDS_MAX)
    assert (tmp_path / "var" / "pontoon.db").exists()


def test_every_command_and_no_other_stands_in_the_table_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = readme[readme.index("## The commands") : readme.index("## Running it")]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    named = re.findall(r"`([a-z]+)[^`]*`", " ".join(cells[1:]))
    assert sorted(named) == sorted(SUMMARIES)


def _answer_to(port: int, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(request)
        return client.recv(4096)


def _blocks_under(heading: str, language: str) -> list[str]:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme[readme.index(heading) :]
    blocks = re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)
    assert blocks, f"no commands under {heading}"
    return blocks
