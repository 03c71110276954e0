"""A simulation on disk, so that it can be interrupted: which blocks are done, and their sums.

The file keeps a SHA-256 of what it says, so that a damaged one is not believed. That is no
signature: whoever may write the file may write another.
"""

import json
import os
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from certification.rtp.simulation.plan import SEED_BYTES, Plan, Unit
from certification.rtp.simulation.tally import Shoes, Tally

FORMAT: Final = "pontoon/checkpoint/2"
FILE_BYTES_MAX: Final = 2**26  # far above what the sums of any rules take

_Count = Annotated[int, Field(ge=0)]
_Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class BadCheckpoint(ValueError):
    """A file that is no checkpoint, a damaged one, or one of another simulation."""


class _Content(BaseModel):
    """What the file says, in its types; `results` are rows of net, stake and rounds."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    format: Literal["pontoon/checkpoint/2"]
    plan_sha256: _Hash
    seed: Annotated[str, Field(pattern=rf"^[0-9a-f]{{{2 * SEED_BYTES}}}$")]
    done: tuple[tuple[_Count, _Count], ...]
    results: tuple[tuple[int, int, _Count], ...]
    shoes: tuple[_Count, _Count, int, int, _Count, _Count, _Count]  # in the order of `Shoes`

    @property
    def sha256(self) -> str:
        """Over the fields in one form, whatever the spaces of the file."""
        text = json.dumps(self.model_dump(mode="json"), sort_keys=True, separators=(",", ":"))
        return sha256(text.encode("ascii")).hexdigest()


class _File(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    content: _Content
    sha256: _Hash


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
    content = _Content(
        format=FORMAT,
        plan_sha256=plan.sha256,
        seed=plan.seed.hex(),
        done=tuple((unit.first, unit.count) for unit in progress.done),
        results=tuple((*key, count) for key, count in progress.tally.results.items()),
        shoes=progress.tally.shoes,
    )
    beside = path.with_name(path.name + ".new")
    with beside.open("w", encoding="utf-8") as file:
        file.write(_File(content=content, sha256=content.sha256).model_dump_json())
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def load(path: Path, plan: Plan) -> Progress:
    """How far the plan got; `BadCheckpoint` when the file is of another, or not as it was saved."""
    content = _content(path)
    if content.plan_sha256 != plan.sha256:
        raise BadCheckpoint(
            f"{path} belongs to another simulation: other rules, strategy, rounds, seed or options"
        )
    done = tuple(Unit(*pair) for pair in content.done)
    tally = Tally({(n, w): count for n, w, count in content.results}, Shoes(*content.shoes))
    ends = [unit.first + unit.count for unit in done]
    begins = [unit.first for unit in (*done[1:], Unit(plan.blocks, 0))]
    if any(end > begin for end, begin in zip(ends, begins[: len(ends)], strict=True)):
        raise BadCheckpoint(f"{path} is damaged: its blocks are not some of the plan's, each once")
    blocks = (index for unit in done for index in range(unit.first, unit.first + unit.count))
    if tally.rounds != sum(plan.block(index).rounds for index in blocks):
        raise BadCheckpoint(f"{path} is damaged: its rounds are not those of its blocks")
    return Progress(done, tally)


def seed_of(path: Path) -> bytes:
    """The seed, 48 bytes, that a checkpoint goes on with; `BadCheckpoint` as `load`."""
    return bytes.fromhex(_content(path).seed)


def _content(path: Path) -> _Content:
    try:
        with path.open("rb") as opened:
            file = _File.model_validate_json(opened.read(FILE_BYTES_MAX))
    except OSError as error:
        raise BadCheckpoint(f"{path} cannot be read: {error.strerror}") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise BadCheckpoint(
            f"{path} is no checkpoint of the form {FORMAT}: {place}: {first['msg']}"
        ) from None
    if file.sha256 != file.content.sha256:
        raise BadCheckpoint(f"{path} is damaged: its SHA-256 is not that of what it says")
    return file.content


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
