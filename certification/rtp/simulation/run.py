"""A plan from its first block to its last: in this process, in several, or on a cluster.

How the work is divided decides nothing: what units come to is added up exactly.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import Final

from certification.rtp.processes import spawned
from certification.rtp.simulation.blocks import play_blocks
from certification.rtp.simulation.plan import Plan, Seeds, Unit, units
from certification.rtp.simulation.seeded import play_seeded
from certification.rtp.simulation.tally import Tally
from certification.rtp.simulation.vectors import LANES

WAITING_A_PROCESS: Final = 2  # units handed to each process: one in work, one to go on with

Noted = Callable[[int], None]
Played = Iterator[tuple[Unit, Tally]]


def play_unit(plan: Plan, unit: Unit, noted: Noted = lambda _: None) -> tuple[Unit, Tally]:
    """What the blocks of a unit come to. `noted` is told of rounds played."""
    blocks = tuple(plan.block(index) for index in range(unit.first, unit.first + unit.count))
    if plan.seeds is Seeds.BLOCK:
        tally = play_blocks(plan, blocks)
        noted(tally.rounds)
        return unit, tally
    total = Tally()
    for block in blocks:
        total = total.plus(play_seeded(plan, block, noted))
    return unit, total


def units_to_play(plan: Plan, done: tuple[Unit, ...], processes: int) -> Iterator[Unit]:
    """As many blocks a unit as there are lanes, or fewer so that every process has some."""
    size = 1 if plan.seeds is Seeds.ROUND else min(LANES, -(-plan.blocks // processes))
    return units(plan, done, size)


def here(plan: Plan, to_play: Iterator[Unit], noted: Noted) -> Played:
    """In this process alone."""
    return (play_unit(plan, unit, noted) for unit in to_play)


def in_processes(plan: Plan, to_play: Iterator[Unit], processes: int) -> Played:
    """In so many processes, each started afresh; they end with this one."""
    play_blocks(plan, ())  # compiled once, before several would do it
    with spawned(processes) as pool:
        waiting: set[Future[tuple[Unit, Tally]]] = set()
        while True:  # as often as there are units
            room = WAITING_A_PROCESS * processes - len(waiting)
            waiting |= {pool.submit(play_unit, plan, unit) for unit in islice(to_play, room)}
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
