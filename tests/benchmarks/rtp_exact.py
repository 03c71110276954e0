"""How long the exact return takes: strategy alone, the whole analysis, the whole command.

Run as `python -m tests.benchmarks.rtp_exact`. Bars and aims are seconds where a C++ blackjack
analyser takes 0.21 s for strategy and expectations. CPU time is shown too: it is what counts on a
machine that does other things.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable

from certification.rtp.exact.analysis import advise, analyse
from certification.rtp.named import OPTIMAL, options_of
from config.loader import load_rules
from rng.shoe import Shoe

RULES = load_rules().rules
WHOLE = Shoe.whole(8)
OPTIONS = options_of(OPTIMAL, RULES)
REPEATS = 3


def strategy() -> None:
    """Best table and the expectation of each action."""
    advise(RULES, WHOLE, OPTIONS)


def whole_analysis() -> None:
    """With variance, covariance and law, splits included."""
    analyse(RULES, WHOLE, OPTIONS)


def four_hands() -> None:
    """The whole analysis where a pair may become four hands: the slowest rule for a player."""
    rules = load_rules(changes=("player.hands_max=4",)).rules
    analyse(rules, WHOLE, options_of(OPTIMAL, rules))


def whole_command() -> None:
    """A process of its own, kernels in their cache."""
    command = [sys.executable, "-m", "app.cli", "rtp", "--json"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def seconds(work: Callable[[], None]) -> tuple[float, float]:
    """Wall and CPU seconds of the best run, caches warm."""
    work()
    runs = []
    for _ in range(REPEATS):
        before, start = os.times(), time.perf_counter()
        work()
        wall, after = time.perf_counter() - start, os.times()
        runs.append((wall, sum(after[:4]) - sum(before[:4])))
    return min(runs)


def main() -> None:
    """Print each time against its bar and aim."""
    for work, bar, aim in (
        (strategy, 0.5, 0.1),
        (whole_analysis, 5.0, 1.0),
        (whole_command, 6.0, 2.0),
        (four_hands, 35.0, 10.0),
    ):
        wall, cpu = seconds(work)
        print(
            f"rtp {work.__name__:<14} {wall:.2f} s ({cpu:.2f} s of CPU): "
            f"{wall / bar:.2f} of the bar of {bar} s, {wall / aim:.2f} of the aim of {aim} s"
        )


if __name__ == "__main__":
    main()
