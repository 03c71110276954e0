"""Sessions and seats edited past every guard: none lets anybody in, and none is a fault.

Where a row that others name is gone the database itself refuses what is to be written.
"""

from contextlib import suppress
from dataclasses import replace

import pytest

from app.service.house import House
from app.service.refusals import Unauthorised
from app.service.sessions import authenticate, known_sessions, session_view
from app.store.engine import write_refusals
from app.store.tables import metadata
from tests.service.desk import Guest, books_balance, sit
from tests.service.editing import OTHER_KIND, past_every_guard, quietly

ROWS = {
    "sessions": "session_id = '{session}'",
    "seats": "seat_id = '{seat}'",
    "players": "player_id = '{player}'",
}


def _of(guest: Guest, table: str) -> str:
    player = guest.player
    return ROWS[table].format(
        session=player.session_id, seat=player.seat_id, player=player.player_id
    )


def _go_on(guest: Guest, round_id: str) -> None:
    """By who is known already, and by the token as a process that begins anew finds it."""
    quietly(guest.session)
    with suppress(*write_refusals(guest.house.engine)):
        quietly(lambda: guest.bet(200, round_id=round_id))
    house = replace(guest.house, session_of=known_sessions(guest.house.engine))
    with suppress(*write_refusals(guest.house.engine)):
        quietly(lambda: session_view(house, authenticate(house, guest.token)))


@pytest.mark.parametrize("table", ROWS)
def test_an_edited_session_or_seat_is_never_a_fault(house: House, table: str) -> None:
    edited = 0
    with past_every_guard(house) as edit:
        for column in metadata.tables[table].columns:
            for value in OTHER_KIND:
                guest = sit(house)
                round_id = guest.announced().round_id
                change = f"UPDATE {table} SET {column.name} = :value WHERE {_of(guest, table)}"
                if edit(change, {"value": value}):
                    edited += 1
                    _go_on(guest, round_id)
    assert edited
    books_balance(house)


def test_a_session_that_cannot_be_read_lets_nobody_in_and_is_told(
    sqlite_guest: Guest, capsys: pytest.CaptureFixture[str]
) -> None:
    house = sqlite_guest.house
    with past_every_guard(house) as edit:
        change = f"UPDATE sessions SET expires_at = x'ff' WHERE {_of(sqlite_guest, 'sessions')}"
        assert edit(change, {})
    anew = replace(house, session_of=known_sessions(house.engine))
    with pytest.raises(Unauthorised):
        authenticate(anew, sqlite_guest.token)
    assert "session unreadable" in capsys.readouterr().err
