"""A simulation on disk, so that it can be interrupted: which blocks are done, and their sums."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from certification.rtp.simulation.plan import Plan, Unit
from certification.rtp.simulation.tally import Shoes, Tally

FORMAT: Final = "pontoon/checkpoint/1"
FILE_BYTES_MAX: Final = 2**26  # far above what the sums of any rules take
_KEYS: Final = {"format", "plan_sha256", "seed", "done", "results", "shoes"}


class BadCheckpoint(ValueError):
    """A file that is no checkpoint, or one of another simulation."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What is played so far."""

    done: tuple[Unit, ...] = ()
    tally: Tally = field(default_factory=Tally)

    def plus(self, unit: Unit, tally: Tally) -> Self:
        """With another unit."""
        return type(self)(_joined((*self.done, unit)), self.tally.plus(tally))


def save(path: Path, plan: Plan, progress: Progress) -> None:
    """Replace the file in one step: whenever it is interrupted, the old or the new one is there."""
    document = {
        "format": FORMAT,
        "plan_sha256": plan.sha256,
        "seed": plan.seed.hex(),
        "done": [[unit.first, unit.count] for unit in progress.done],
        "results": [[*key, count] for key, count in progress.tally.results.items()],
        "shoes": progress.tally.shoes._asdict(),
    }
    beside = path.with_name(path.name + ".new")
    with beside.open("w", encoding="utf-8") as file:
        json.dump(document, file)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def load(path: Path, plan: Plan) -> Progress:
    """How far the plan got; `BadCheckpoint` when the file is of another."""
    document = _document(path)
    if document["plan_sha256"] != plan.sha256:
        raise BadCheckpoint(
            f"{path} belongs to another simulation: other rules, strategy, rounds, seed or options"
        )
    results = {(net, stake): count for net, stake, count in document["results"]}
    tally = Tally(results, Shoes(**document["shoes"]))
    progress = Progress(tuple(Unit(*pair) for pair in document["done"]), tally)
    blocks = (index for u in progress.done for index in range(u.first, u.first + u.count))
    if tally.rounds != sum(plan.block(index).rounds for index in blocks):
        raise BadCheckpoint(f"{path} is damaged: its rounds are not those of its blocks")
    return progress


def seed_of(path: Path) -> bytes:
    """The seed that a checkpoint goes on with."""
    return bytes.fromhex(_document(path)["seed"])


def _document(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            document = json.loads(file.read(FILE_BYTES_MAX))
    except OSError as error:
        raise BadCheckpoint(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise BadCheckpoint(f"{path} is no checkpoint: it is not JSON") from None
    if not isinstance(document, dict) or document.keys() != _KEYS or document["format"] != FORMAT:
        raise BadCheckpoint(f"{path} is no checkpoint of the form {FORMAT}")
    return document


def _joined(done: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Neighbours as one, in order."""
    joined: list[Unit] = []
    for unit in sorted(done, key=lambda each: each.first):
        if joined and joined[-1].first + joined[-1].count == unit.first:
            last = joined.pop()
            joined.append(Unit(last.first, last.count + unit.count))
        else:
            joined.append(unit)
    return tuple(joined)
