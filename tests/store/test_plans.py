"""What runs at each start, sweep and scrape finds its rows by an index, however many there are."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from app.service.health import open_rounds
from app.service.interrupted import sweep
from app.service.restored import treat_as_restored, watch
from app.service.resuming import resume_all
from app.store.engine import reading
from tests.service.desk import Desk, sit

Statement = tuple[str, Any]

SMALL = ("alembic_version", "marks", "players", "rules_seen", "seats")
"""Tables with a row for each file, sweep or player: none for each round."""
FIRST_ROW = re.compile(r"SELECT EXISTS \(SELECT rounds.round_id \s*FROM rounds\)")
"""Whether there is any round: the first row that is found ends it."""
LISTED = {"one_live_round", "open_rounds", "unanswered_transfers"}
"""Indexes of the few rows that are looked for, which may be read from end to end."""


@contextmanager
def _noted() -> Iterator[list[Statement]]:
    """Every statement that Core runs meanwhile, with its parameters."""
    noted: list[Statement] = []

    def note(
        _tx: Connection, _cursor: object, statement: str, facts: Any, _context: object, _many: bool
    ) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE")):
            noted.append((statement, facts))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield noted
    finally:
        event.remove(Engine, "before_cursor_execute", note)


@pytest.fixture
def desk(database_url: str, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(database_url, tmp_path / "keys")
    yield desk
    desk.close()


@pytest.fixture
def statements(desk: Desk) -> list[Statement]:
    """Of a start, a sweep, a scrape and a restore, over a round in play and one that was left."""
    guest = sit(desk.open())
    guest.finish(guest.bet().view)
    guest.open_round()
    with _noted() as noted:
        house = desk.open()
        watch(house)
        watch(house)
        resume_all(house)
        desk.clock.move(days=1)
        sweep(house)
        open_rounds(house)
        treat_as_restored(house)
    return [one for one in noted if not FIRST_ROW.search(one[0]) and "pg_catalog" not in one[0]]


def _plan(tx: Connection, statement: Statement) -> list[str]:
    sql, facts = statement
    if tx.dialect.name == "sqlite":
        return [row[3] for row in tx.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", facts)]
    tx.exec_driver_sql("SET LOCAL enable_seqscan = off")
    return [row[0] for row in tx.exec_driver_sql(f"EXPLAIN (COSTS OFF) {sql}", facts)]


def _reads_a_table(line: str) -> bool:
    found = re.search(
        r"\b(?:SCAN|Seq Scan on) (?!CONSTANT ROW)(\w+)(?: USING (?:COVERING )?INDEX (\w+))?", line
    )
    return found is not None and found[1] not in SMALL and found[2] not in LISTED


def test_nothing_reads_a_whole_table(desk: Desk, statements: list[Statement]) -> None:
    with reading(desk.houses[-1].engine) as tx:
        plans = {one[0]: _plan(tx, one) for one in statements}
    assert len(plans) > 10
    assert [one for one in plans.items() if any(map(_reads_a_table, one[1]))] == []


FOUND_BY = {
    "one_live_round": ("rounds.status IN ('announced'", 2),
    "open_rounds": ("rounds.status IN ('awaiting_stake'", 5),
    "unanswered_transfers": ("transfers.state IN (", 2),
}
"""Of each partial index: what a statement says that is to use it, and how many there are."""


@pytest.mark.parametrize("index", FOUND_BY)
def test_what_is_looked_for_often_is_found_by_its_own_index(
    desk: Desk, statements: list[Statement], index: str
) -> None:
    said, at_least = FOUND_BY[index]
    with reading(desk.houses[-1].engine) as tx:
        plans = {one[0]: " ".join(_plan(tx, one)) for one in statements}
    found = [plan for sql, plan in plans.items() if said in sql]
    assert len(found) >= at_least
    assert [plan for plan in found if index not in plan] == []
