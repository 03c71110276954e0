"""No table, stored answer or log line tells a face-down card before the round has ended."""

import json

import pytest
from sqlalchemy import inspect, text

from app.proof.document import Proof
from app.service.house import House
from app.service.interrupted import void
from app.service.proofs import proof
from app.store.engine import reading
from app.store.ids import RoundId
from tests.service.desk import Guest, tamper


def test_no_row_holds_a_face_down_card_or_the_secret_while_the_round_is_in_play(
    guest: Guest,
) -> None:
    played = guest.open_round()
    during = _rows_of_round(guest.house, played.round_id)
    guest.finish(played)
    document = proof(guest.house, guest.player, played.round_id)
    assert document.server_secret not in during
    shown = [card for hand in played.hands for card in hand.cards]
    for card in set(_face_down(document)) - set(shown):
        assert f'"{card}"' not in during
    assert '"??"' in during


def test_no_alarm_about_a_round_in_play_tells_a_card_or_the_secret(
    sqlite_guest: Guest, capsys: pytest.CaptureFixture[str]
) -> None:
    house, played = sqlite_guest.house, sqlite_guest.open_round()
    tamper(house, f"UPDATE steps SET events = 'x' WHERE round_id = '{played.round_id}'")
    assert sqlite_guest.session().round is not None
    logged = capsys.readouterr().err
    assert ("round frozen" in logged, played.round_id in logged) == (True, True)
    void(house, RoundId(played.round_id), "it was tampered with")
    document = proof(house, sqlite_guest.player, played.round_id)
    assert document.server_secret not in logged
    for card in set(document.cards):
        assert f'"{card}"' not in logged


def test_what_is_published_comes_with_the_end(guest: Guest) -> None:
    played = guest.open_round()
    assert "server_secret" in _rows_of_round(guest.house, played.round_id)
    assert _column(guest.house, "server_secret", played.round_id) is None
    assert _column(guest.house, "result", played.round_id) is None
    guest.finish(played)
    assert len(str(_column(guest.house, "server_secret", played.round_id))) == 64


def test_nothing_that_is_kept_of_a_house_shows_a_key(guest: Guest) -> None:
    secret = guest.house.keys.sealing.key
    for shown in (repr(guest.house), str(guest.house), repr(guest.house.keys.sealing)):
        assert repr(secret) not in shown
        assert secret.hex() not in shown


def _face_down(document: Proof) -> tuple[str, str]:
    assert document.dealer is not None
    first, second, *_ = document.dealer.cards
    return first, second


def _rows_of_round(house: House, round_id: str) -> str:
    found = []
    with reading(house.engine) as tx:
        for table in inspect(tx).get_table_names():
            for row in tx.execute(text(f"SELECT * FROM {table}")).mappings():
                if round_id in map(str, row.values()):
                    found.append({name: str(value) for name, value in row.items()})
    return json.dumps(found).replace('\\"', '"')


def _column(house: House, name: str, round_id: str) -> object:
    with reading(house.engine) as tx:
        statement = text(f"SELECT {name} FROM rounds WHERE round_id = :id")
        return tx.execute(statement, {"id": round_id}).scalar()
