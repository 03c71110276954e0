"""Run as a program by `test_forks`: parent and two children draw, and say what they drew and read.

A process of its own, because a test runner has threads, and forking beside threads is a question
that `hold_lock_while_forking` asks on purpose.
"""

import json
import os
import sys
import threading

from rng.entropy import EntropySource
from rng.self_test import run_self_tests
from rng.source import RandomSource

DRAWS = 50


class Noting:
    """Reads from the operating system and notes the sizes; `gate` holds one read up."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.self_tests = 0
        self.gate: threading.Event | None = None
        self.waiting = threading.Event()

    def read(self, length: int) -> bytes:
        self.asked.append(length)
        gate, self.gate = self.gate, None
        if gate is not None:
            self.waiting.set()
            gate.wait(30)
        return os.urandom(length)

    def count_self_tests(self) -> None:
        self.self_tests += 1
        run_self_tests()


def draw(noting: Noting, source: RandomSource) -> dict[str, object]:
    noting.asked.clear()
    noting.self_tests = 0
    drawn = [source.take(32).hex() for _ in range(DRAWS)]
    return {"drawn": drawn, "asked": noting.asked, "self_tests": noting.self_tests}


def in_child(noting: Noting, source: RandomSource) -> int:
    """Fork; the child draws and writes its report. Returns the end to read it from."""
    read_end, write_end = os.pipe()
    if os.fork() == 0:
        os.close(read_end)
        with os.fdopen(write_end, "w") as pipe:
            json.dump(draw(noting, source), pipe)
        os._exit(0)
    os.close(write_end)
    return read_end


def reports(read_ends: list[int]) -> list[object]:
    read = []
    for read_end in read_ends:
        with os.fdopen(read_end) as pipe:
            read.append(json.load(pipe))
        os.wait()
    return read


def two_children() -> list[object]:
    noting = Noting()
    source = RandomSource(EntropySource(noting.read), self_tests=noting.count_self_tests)
    source.take(32)
    read_ends = [in_child(noting, source), in_child(noting, source)]
    return [draw(noting, source), *reports(read_ends)]


def hold_lock_while_forking() -> list[object]:
    noting = Noting()
    source = RandomSource(EntropySource(noting.read), self_tests=noting.count_self_tests)
    source.take(32)
    noting.gate = gate = threading.Event()
    holder = threading.Thread(target=source.take, args=(32,))
    holder.start()
    noting.waiting.wait(30)
    read_end = in_child(noting, source)
    gate.set()
    holder.join()
    return reports([read_end])


if __name__ == "__main__":
    asked_for = {"two_children": two_children, "hold_lock_while_forking": hold_lock_while_forking}
    print(json.dumps(asked_for[sys.argv[1]]()))
