"""Statements of the hot path: written in SQLAlchemy Core, compiled once, run by the driver itself.

A bet is about ten statements, and building each execution and its result anew cost more than
SQLite took to run it. Values go in and come out as the driver has them: text, whole numbers, bytes.
Errors are the driver's own. Everything that is not on the path of a bet or an action uses Core.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.sql.expression import ClauseElement

Facts = Mapping[str, Any]


class Prepared:
    """One statement, for either database."""

    __slots__ = ("_forms", "_statement")

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._forms: dict[str, tuple[str, Callable[[Facts], Any]]] = {}

    def change(self, tx: Connection, facts: Facts) -> int:
        """Run it; how many rows were added or changed."""
        sql, bound = self._form(tx.dialect)
        with closing(tx.connection.cursor()) as cursor:
            cursor.execute(sql, bound(facts))
            return int(cursor.rowcount)

    def change_each(self, tx: Connection, rows: Sequence[Facts]) -> None:
        """Run it for each of these."""
        sql, bound = self._form(tx.dialect)
        with closing(tx.connection.cursor()) as cursor:
            cursor.executemany(sql, [bound(facts) for facts in rows])

    def rows(self, tx: Connection, facts: Facts) -> list[tuple[Any, ...]]:
        """All that it finds."""
        sql, bound = self._form(tx.dialect)
        with closing(tx.connection.cursor()) as cursor:
            cursor.execute(sql, bound(facts))
            return list(cursor.fetchall())

    def _form(self, dialect: Dialect) -> tuple[str, Callable[[Facts], Any]]:
        form = self._forms.get(dialect.name)
        return form if form is not None else self._compiled(dialect)

    def _compiled(self, dialect: Dialect) -> tuple[str, Callable[[Facts], Any]]:
        compiled: Any = self._statement.compile(dialect=dialect)
        constants = {name: value for name, value in compiled.params.items() if value is not None}
        names: tuple[str, ...] | None = compiled.positiontup and tuple(compiled.positiontup)

        def by_position(facts: Facts) -> tuple[Any, ...]:
            values = {**constants, **facts}
            return tuple([values[name] for name in names or ()])

        def by_name(facts: Facts) -> dict[str, Any]:
            return {**constants, **facts}

        # Two threads that compile it at once make the same form.
        form = (str(compiled), by_name if names is None else by_position)
        self._forms[dialect.name] = form
        return form
