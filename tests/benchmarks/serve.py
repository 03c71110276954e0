"""How fast `pontoon serve` plays, starts and imports, and what memory it takes.

Run as `python -m tests.benchmarks.serve`. Play and the yardstick take turns within one run, with
the same client; the ratio is what counts, since it moves little from machine to machine.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from tests.benchmarks.wire import Facts, Measured, Wire, measured
from tests.commands.served import Served, served
from tests.ports import free_port

RATIO_BAR = 0.4  # play over yardstick
START_SECONDS_AIM = 1.5
IMPORT_MILLISECONDS_AIM = 60
MEMORY_MB_AIM = 120
TURN_SECONDS = 4.0
TURNS = 4
STARTS = 3
IMPORTS = 5
STAKE = 200
GUEST_ROUNDS = 60  # then a new guest sits down, uncounted
BYTES_IN_KIB = 1024
BYTES_IN_MB = 1_000_000


def main() -> None:
    """Print every figure with its bar or aim; exit 1 when play misses its bar."""
    with tempfile.TemporaryDirectory(prefix="pontoon-bench-") as folder:
        ratio = _rates(Path(folder))
    _start()
    _import()
    if ratio < RATIO_BAR:
        raise SystemExit(1)


def _rates(folder: Path) -> float:
    (folder / "play").mkdir()
    with served(folder / "play") as house, _yardstick(folder) as port:
        play_port = int(house.url.rpartition(":")[2])
        pairs = [
            (
                measured(lambda _, until: _rows(port, until), TURN_SECONDS),
                measured(lambda number, until: _play(play_port, number, until), TURN_SECONDS),
            )
            for _ in range(TURNS)
        ]
        _memory(house)
    yard, play = _together(pair[0] for pair in pairs), _together(pair[1] for pair in pairs)
    ratio = play.rate / yard.rate
    each = ", ".join(f"{p.rate / y.rate:.2f}" for y, p in pairs)
    print(f"play: {play.rate:,.0f} bets and actions a second, durable in SQLite")
    print(f"yardstick: {yard.rate:,.0f} rows a second")
    print(f"ratio: {ratio:.2f} (bar {RATIO_BAR}; turn by turn {each})")
    return ratio


def _rows(port: int, until: float) -> int:
    wire, count = Wire(port), 0
    while time.perf_counter() < until:
        wire.post("/row", {})
        count += 1
    return count


def _play(port: int, number: int, until: float) -> int:
    """Random legal play; what it does not count is the opening of sessions."""
    chance, count = random.Random(number), 0
    while time.perf_counter() < until:
        wire = Wire(port)
        opened = wire.post("/v1/demo/sessions")
        wire.headers["Authorization"] = f"Bearer {opened['token']}"
        coming = opened["next_round"]
        for _ in range(GUEST_ROUNDS):
            if time.perf_counter() >= until:
                break
            state, requests = _round(wire, coming, chance)
            coming = state["next_round"]
            count += requests
    return count


def _round(wire: Wire, coming: Facts, chance: random.Random) -> tuple[Facts, int]:
    round_id = coming["round_id"]
    seed = f"{chance.getrandbits(128):032x}"
    bet = {"round_id": round_id, "stake": STAKE, "client_seed": seed}
    state, count = wire.post("/v1/rounds", bet, round_id), 1
    while state["legal_actions"]:
        action = chance.choice(state["legal_actions"])
        body = {"action": action, "expected_version": state["version"]}
        path = f"/v1/rounds/{round_id}/actions"
        state, count = wire.post(path, body, f"{round_id}-{count}"), count + 1
    return state, count


@contextmanager
def _yardstick(folder: Path) -> Iterator[int]:
    port = free_port()
    database = f"sqlite:///{folder / 'yardstick.db'}"
    command = [sys.executable, "-m", "tests.benchmarks.yardstick", str(port), database]
    process = subprocess.Popen(command)
    try:
        _wait(port)
        yield port
    finally:
        process.terminate()
        process.wait()


def _wait(port: int) -> None:
    for _ in range(1000):
        try:
            urlopen(f"http://127.0.0.1:{port}/livez").close()
        except OSError:
            time.sleep(0.01)
            continue
        return
    raise SystemExit("the yardstick does not start")


def _together(turns: Iterator[Measured]) -> Measured:
    every = list(turns)
    return Measured(sum(turn.requests for turn in every), sum(turn.seconds for turn in every))


def _memory(house: Served) -> None:
    _, worker = _processes(house)
    status = Path(f"/proc/{worker}/status").read_text(encoding="ascii")
    resident = int(status.partition("VmRSS:")[2].split()[0]) * BYTES_IN_KIB / BYTES_IN_MB
    print(f"memory: {resident:.0f} MB resident in the serving process (aim {MEMORY_MB_AIM})")


def _processes(house: Served) -> tuple[int, int]:
    """The parent, and the worker that serves."""
    pid = house.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return pid, int(children[0])


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _start() -> None:
    seconds, busy = [], []
    for _ in range(STARTS):
        with tempfile.TemporaryDirectory(prefix="pontoon-bench-") as folder:
            with served(Path(folder)) as house:
                first = house.start_seconds
            with served(Path(folder)) as house:
                seconds.append((first, house.start_seconds))
                busy.append(sum(_processor_seconds(pid) for pid in _processes(house)))
    new, again = (statistics.median(times) for times in zip(*seconds, strict=True))
    print(f"start to first answer: {again:.2f} s (aim {START_SECONDS_AIM}); new database {new:.2f}")
    print(f"  of which processor time: {statistics.median(busy):.2f} s")


def _import() -> None:
    script = (
        "import time; t = time.perf_counter(); import app.game.play; "
        "print((time.perf_counter() - t) * 1000)"
    )
    command = [sys.executable, "-c", script]
    times = [float(subprocess.check_output(command)) for _ in range(IMPORTS)]
    print(f"import app.game: {statistics.median(times):.0f} ms (aim {IMPORT_MILLISECONDS_AIM})")


if __name__ == "__main__":
    main()
