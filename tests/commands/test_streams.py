"""A terminal that lacks letters, a reader that goes, a full disk, Ctrl+C: told, and never as 1."""

import os
import signal
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from app.commands.streams import INTERRUPTED, READER_GONE, UNWRITTEN
from app.proof.document import Proof, to_json
from tests.commands.served import PONTOON, taken
from tests.proof.rounds import RandomSeat

FULL = Path("/dev/full")
REASON = "停電 ♣"


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    """A proof with a reason that few code pages can write."""
    void: Proof = RandomSeat(seed=5).void().proof
    path = tmp_path / "proof.json"
    path.write_text(to_json(replace(void, reason=REASON)), encoding="utf-8")
    return path


def done(
    *arguments: str | Path, out: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """The command at its end; `out` is where its standard output goes."""
    command = [*PONTOON, *map(str, arguments)]
    env = {**os.environ, **environment}
    if out is None:
        return subprocess.run(command, capture_output=True, check=False, env=env)
    with out.open("wb") as to:
        return subprocess.run(command, stdout=to, stderr=subprocess.PIPE, check=False, env=env)


def test_letters_that_a_terminal_lacks_are_escaped(proof: Path) -> None:
    result = done("replay", proof, PYTHONIOENCODING="cp1252")
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"Reason: \\u505c\\u96fb \\u2663" in result.stdout


def test_a_game_is_played_in_letters_alone(tmp_path: Path) -> None:
    played = subprocess.run(
        [*PONTOON, "play"],
        input=b"5\nstick\ntwist\ntwist\ntwist\ntwist\ntwist\nstick\n\xff\n",
        capture_output=True,
        check=False,
        timeout=60,
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": str(Path.cwd())},
    )
    assert (played.returncode, played.stderr) == (0, b"")
    assert b"\\u26" in played.stdout  # a suit


def test_a_reader_that_goes_refutes_nothing(tmp_path: Path) -> None:
    seat = RandomSeat(seed=5)
    lines = "".join(to_json(seat.settled().proof) + "\n" for _ in range(2_000))
    (tmp_path / "all.ndjson").write_text(lines)
    process = subprocess.Popen(
        [*PONTOON, "replay", "--ndjson", tmp_path / "all.ndjson"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == READER_GONE


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_disk_that_is_full_is_no_fault_of_the_proof(proof: Path, unbuffered: str) -> None:
    for arguments in (("replay", proof), ("version",), ("--help",), ("replay", "--help")):
        result = done(*arguments, out=FULL, PYTHONUNBUFFERED=unbuffered)
        assert result.returncode == UNWRITTEN, arguments
        said = b"Error: What is said cannot be written: No space left on device.\n"
        assert result.stderr == said


def test_ctrl_c_refutes_nothing() -> None:
    with taken(signal.SIGINT, signal.default_int_handler):
        process = subprocess.Popen(
            [*PONTOON, "replay", "--ndjson", "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(to_json(RandomSeat(seed=5).settled().proof).encode() + b"\n")
    process.stdin.flush()
    process.stdout.readline()  # it has begun, and waits for more
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    assert b"Traceback" not in said


def test_help_names_these_exit_codes() -> None:
    said = done("replay", "--help").stdout.decode()
    for code in (UNWRITTEN, READER_GONE, INTERRUPTED):
        assert str(code) in said
