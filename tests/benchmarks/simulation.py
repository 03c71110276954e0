"""Rounds a second against a yardstick in the same run, and two long comparisons.

Run as `python -m tests.benchmarks.simulation`; with `rates` the comparisons are left out. They are
1e9 rounds of a fresh shoe with a seed declared beforehand against the exact analysis, and a million
rounds with seeds of their own against `app.game` card for card and against the exact law.
"""

import sys
import time
from statistics import median
from typing import Final

from certification.rtp.simulation.blocks import play_blocks
from certification.rtp.simulation.estimates import Estimates, estimate
from certification.rtp.simulation.payouts import Payouts
from certification.rtp.simulation.plan import BLOCK_ROUNDS, Block, Plan, Seeds
from certification.rtp.simulation.seeded import seeded_rounds
from certification.rtp.simulation.simulate import Where, simulate
from certification.rtp.simulation.tally import ShoeTally
from certification.rtp.simulation.vectors import LANES
from config.loader import ShoePolicy
from tests.benchmarks.simulation_yardstick import rate as yardstick_rate
from tests.certification.simulation.plans import plan_of
from tests.certification.simulation.test_against_exact import exactly, law_p_value
from tests.certification.simulation.test_seeded import require_played_as_app_game_plays

REPEATS: Final = 7
ROUNDS_A_LANE: Final = 200_000
RATE_BAR: Final = 12_000_000  # rounds a CPU second on one core
RATE_AIM: Final = 50_000_000
RATIO_BAR: Final = 0.4  # of the yardstick's rate
RATIO_AIM: Final = 1.5

BILLION: Final = 1_000_000_000
MILLION: Final = 1_000_000
Z_MAX: Final = 3.0
P_MIN: Final = 0.001
DECLARED: Final = bytes.fromhex("706f6e746f6f6e2f73696d756c6174652f62656e6368".ljust(96, "0"))
"""`pontoon/simulate/bench` in ASCII, filled up with zeros; declared before any run."""


def rate(plan: Plan) -> float:
    """Rounds a second of CPU time on one core: generator, draw, play and sums."""
    start = time.process_time()
    play_blocks(plan, tuple(Block(index, ROUNDS_A_LANE) for index in range(LANES)))
    return LANES * ROUNDS_A_LANE / (time.process_time() - start)


def rates() -> None:
    """Turn by turn with the yardstick, so that both have the same machine."""
    for shoe in (ShoePolicy.PLAYED, ShoePolicy.FRESH):
        plan = plan_of(strategy="published", rounds=LANES * BLOCK_ROUNDS, shoe=shoe)
        play_blocks(plan, ())
        pairs = [(rate(plan), yardstick_rate()) for _ in range(REPEATS)]
        best = max(mine for mine, _ in pairs)
        ratio = median(mine / yardstick for mine, yardstick in pairs)
        kind = "cut shoe" if shoe is ShoePolicy.PLAYED else "fresh shoe"
        print(
            f"simulation, {kind}: {best / 1e6:.1f} M rounds a CPU second "
            f"(bar {RATE_BAR / 1e6:.0f}, aim {RATE_AIM / 1e6:.0f}); "
            f"{ratio:.2f} of the yardstick (bar {RATIO_BAR}, aim {RATIO_AIM})"
        )


def billion() -> None:
    """1e9 rounds, each from a whole shoe."""
    plan = plan_of(strategy="optimal", rounds=BILLION, shoe=ShoePolicy.FRESH, seed=DECLARED)
    compare("1e9 rounds", plan, estimate(simulate(plan, Where(2)), unit_of(plan)))


def million() -> None:
    """A million rounds with seeds of their own, each played again by `app.game`."""
    plan = plan_of(strategy="optimal", rounds=MILLION, seeds=Seeds.ROUND, seed=DECLARED)
    sums = ShoeTally()
    for played in seeded_rounds(plan, plan.block(0)):
        require_played_as_app_game_plays(plan, played)
        sums.add_round(played.walked.net, played.walked.stake)
        if played.last_of_shoe:
            sums.end_shoe()
    sums.end_shoe()
    compare("1e6 rounds with seeds of their own", plan, estimate(sums.tally(), unit_of(plan)))


def compare(name: str, plan: Plan, found: Estimates) -> None:
    """Print z and p, and stop where they are out of bounds."""
    exact = exactly(plan)
    z = found.mean.z_against(-exact.figures.house_edge)
    p_value = law_p_value(found, exact)
    print(f"{name}: mean {found.mean.value:.7f}, z {z:+.2f}, law of results p = {p_value:.3f}")
    if abs(z) > Z_MAX or p_value < P_MIN:
        raise SystemExit(f"{name}: not the exact law")


def unit_of(plan: Plan) -> int:
    """Units of net result in an opening stake."""
    return Payouts.of(plan.file.rules).unit


def main() -> None:
    """Rates, then the long comparisons."""
    rates()
    if "rates" not in sys.argv[1:]:
        million()
        billion()


if __name__ == "__main__":
    main()
