"""A plan carried out, with its checkpoint: the one call behind `pontoon simulate`."""

from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from certification.rtp.simulation.checkpoint import Progress, load, save
from certification.rtp.simulation.cluster import on_cluster
from certification.rtp.simulation.plan import Plan
from certification.rtp.simulation.run import Noted, Played, here, in_processes, units_to_play
from certification.rtp.simulation.tally import Tally

SAVE_SECONDS: Final = 5.0  # between two writings of the checkpoint


@dataclass(frozen=True, slots=True)
class Where:
    """In how many processes of this machine, or on the cluster whose scheduler has an address."""

    processes: int = 1
    cluster: str = ""


def simulate(
    plan: Plan,
    where: Where,
    checkpoint: Path | None = None,
    noted: Noted = lambda _: None,
) -> Tally:
    """All rounds of the plan, from the checkpoint on if there is one; `noted` is told of rounds.

    However it is left, the checkpoint has what was finished. Raises `BadCheckpoint`, `NoCluster`.
    """
    progress = Progress()
    if checkpoint is not None and checkpoint.exists():
        progress = load(checkpoint, plan)
        noted(progress.tally.rounds)
    saved_at = monotonic()
    try:
        for unit, tally in _played(plan, progress, where, noted):
            progress = progress.plus(unit, tally)
            if checkpoint is not None and monotonic() - saved_at > SAVE_SECONDS:
                save(checkpoint, plan, progress)
                saved_at = monotonic()
    finally:
        if checkpoint is not None:
            save(checkpoint, plan, progress)
    return progress.tally


def _played(plan: Plan, progress: Progress, where: Where, noted: Noted) -> Played:
    to_play = units_to_play(plan, progress.done, where.processes)
    if where.cluster:
        return _noting(on_cluster(plan, to_play, where.cluster), noted)
    if where.processes == 1:
        return here(plan, to_play, noted)
    return _noting(in_processes(plan, to_play, where.processes), noted)


def _noting(played: Played, noted: Noted) -> Played:
    for unit, tally in played:
        noted(tally.rounds)
        yield unit, tally
