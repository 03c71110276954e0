"""One sitting over HTTP on each database: bets, repeats, refusals, limits, proofs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.api.app import build_api
from app.factory import build_house
from app.proof.document import parse_proof
from app.proof.judge import judge
from app.service.house import House
from app.settings import Settings
from app.store.engine import open_engine, reading
from app.store.entries import check_books
from app.store.schema import migrate
from tests.api.dump import dump
from tests.api.guest import Guest, open_guest, problem

ROUNDS = 15


@pytest.fixture
def house(database_url: str, tmp_path: Path) -> Iterator[House]:
    engine = open_engine(database_url)
    migrate(engine)
    engine.dispose()
    built = build_house(Settings(database=database_url, keys=tmp_path / "keys"))
    yield built
    built.close()


@pytest.fixture
def guest(house: House) -> Guest:
    return open_guest(build_api(house))


def test_a_sitting_is_played_paid_and_proved(guest: Guest, house: House) -> None:
    for _ in range(ROUNDS):
        body = guest.bet_body(500)
        first = guest.post("/v1/rounds", body, key=body["round_id"])
        again = guest.post("/v1/rounds", body, key=body["round_id"])
        assert (first.status_code, again.data) == (201, first.data)
        guest.finish(first.get_json())
    with reading(house.engine) as tx:
        assert check_books(tx) == ()
    lines = guest.get("/v1/rounds/proofs.ndjson").data.splitlines()
    assert len(lines) == ROUNDS
    assert {judge(parse_proof(line)).verdict for line in lines} == {"confirmed"}
    assert guest.http.get("/readyz").get_json() == {
        "ready": True,
        "database": "ok",
        "chance": "ok",
    }
    assert 'pontoon_open_rounds{status="in_play"} 0.0' in guest.http.get("/metrics").text


def test_refusals_change_nothing(guest: Guest, house: House) -> None:
    state = guest.in_play()
    guest.put("/v1/limits", {"table_max": 20_000})
    where = f"/v1/rounds/{state['round_id']}"
    before = dump(house.engine)
    stale = {"action": "twist", "expected_version": state["version"] + 1}
    problem(guest.post(f"{where}/actions", stale), "stale-version", 409)
    problem(guest.get(f"{where}/proof"), "round-in-play", 409)
    problem(guest.put("/v1/limits", {"table_max": 30_000}), "limit-locked", 409)
    other = {"round_id": state["round_id"], "stake": 700}
    problem(guest.post("/v1/rounds", other), "round-open", 409)
    assert dump(house.engine) == before
