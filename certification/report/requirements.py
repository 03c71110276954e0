"""What regulators and laboratories ask of chance, and where the report answers.

The rows stand in `rows/`. One that is answered by a deviation names it.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from tomllib import loads
from typing import Final

ROWS: Final = ("gli", "others", "nist")  # files of requirements, in the order of the report
DEVIATIONS: Final = "deviations"


class Answer(StrEnum):
    """How the report meets a requirement."""

    SHOWN = "shown"
    DEVIATION = "deviation"
    ELSEWHERE = "elsewhere"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Deviation:
    """Where the product does otherwise than a clause asks, and why."""

    id: str
    title: str
    clauses: str
    text: str


@dataclass(frozen=True, slots=True)
class Requirement:
    """One row; `where` are names of sections."""

    id: str
    clause: str
    asks: str
    answer: Answer
    where: tuple[str, ...]
    how: str


@cache
def deviations() -> tuple[Deviation, ...]:
    """All of them, in order."""
    return tuple(
        Deviation(row["id"], row["title"], row["clauses"], row["text"])
        for row in _document(DEVIATIONS)["deviation"]
    )


@cache
def requirements() -> tuple[Requirement, ...]:
    """All of them, by their sources."""
    return tuple(
        Requirement(
            id=row["id"],
            clause=row["clause"],
            asks=row["asks"],
            answer=Answer(row["answer"]),
            where=tuple(row["where"]),
            how=row["how"],
        )
        for name in ROWS
        for row in _document(name)["row"]
    )


def _document(name: str) -> dict[str, list[dict[str, str]]]:
    file = files("certification.report").joinpath("rows", f"{name}.toml")
    document: dict[str, list[dict[str, str]]] = loads(file.read_text(encoding="utf-8"))
    return document
