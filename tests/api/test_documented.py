"""The document names every problem that a call may answer, whole groups of calls at a time.

That each problem which any test meets is named, `HeldClient` sees to.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import sqlalchemy as sa
from apiflask import APIFlask
from flask import Flask
from flask.testing import FlaskClient

from app.api.app import build_api
from app.api.documented import BODY, DATABASE, KEYED
from app.service.house import House
from app.service.sessions import known_sessions
from app.store import engine
from rng.sealing import KEY_BYTES, SealingKey
from tests.api import held_client
from tests.api.guest import Guest, fresh_key, open_guest
from tests.api.held_client import PROBLEM_JSON, Call, named_problems
from tests.api.test_bad_input import NO_ROUND
from tests.service.desk import Desk

NOT_DEALING = "not-dealing"
BODIES: Mapping[Call, object] = {
    ("/v1/rounds", "post"): {"round_id": NO_ROUND, "stake": 500},
    ("/v1/rounds/{round_id}/actions", "post"): {"action": "twist", "expected_version": 1},
    ("/v1/limits", "put"): {"table_max": 20_000},
}


def naming(api: Flask, *slugs: str) -> set[Call]:
    """The calls whose document names one of these."""
    return {call for call, named in named_problems(api).items() if named & set(slugs)}


def answering(
    http: FlaskClient, token: str, slug: str, round_id: str = NO_ROUND, query: str = ""
) -> set[Call]:
    """The calls that answer this problem, each asked once."""
    found = set()
    for path, method in named_problems(http.application):
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": fresh_key()}
        answer = http.open(
            path.replace("{round_id}", round_id) + query,
            method=method.upper(),
            json=BODIES.get((path, method)),
            headers=headers,
        )
        said = answer.content_type == PROBLEM_JSON and answer.get_json(force=True)["type"]
        if said == f"/problems/{slug}":
            found.add((path, method))
    return found


def test_calls_that_need_the_database_are_those_that_say_so_where_somebody_else_holds_it(
    postgresql_url: str, tmp_path: Path, hurried: None
) -> None:
    desk = Desk(postgresql_url, tmp_path / "keys")
    api = build_api(desk.open())
    http = open_guest(api).http
    other = sa.create_engine(postgresql_url)
    with other.begin() as tx:
        for name in sa.inspect(tx).get_table_names():
            tx.execute(sa.text(f"LOCK TABLE {name} IN ACCESS EXCLUSIVE MODE"))
        held = answering(http, "of a session that is not known yet", DATABASE[0])
    other.dispose()
    desk.close()
    assert held == naming(api, *DATABASE)


def test_calls_that_need_the_database_are_those_that_say_so_where_it_is_not_there(
    guest: Guest, house: House
) -> None:
    nowhere = engine.open_engine("postgresql://nobody@127.0.0.1:1/nothing")
    down = build_api(replace(house, engine=nowhere, session_of=known_sessions(nowhere)))
    down.test_client_class = held_client.HeldClient
    asked = answering(down.test_client(), guest.token, NOT_DEALING)
    nowhere.dispose()
    assert asked == naming(guest.http.application, *DATABASE)


def test_calls_that_deal_say_so_where_the_key_of_a_round_is_elsewhere(
    guest: Guest, house: House
) -> None:
    state = guest.in_play()
    other = SealingKey("elsewhere", bytes(KEY_BYTES))
    elsewhere = build_api(replace(house, keys=replace(house.keys, sealing=other)))
    elsewhere.test_client_class = held_client.HeldClient
    asked = answering(elsewhere.test_client(), guest.token, NOT_DEALING, state["round_id"])
    assert {path for path, _ in asked} == {
        "/v1/session",
        "/v1/rounds",
        "/v1/rounds/{round_id}",
        "/v1/rounds/{round_id}/actions",
    }
    assert asked <= naming(guest.http.application, NOT_DEALING)


def test_calls_that_refuse_a_query_are_those_that_say_so(guest: Guest) -> None:
    asked = answering(guest.http, guest.token, "invalid-field", query="?foo=1")
    assert asked == naming(guest.http.application, "invalid-field")
    assert asked == {call for call in named_problems(guest.http.application) if "/v1/" in call[0]}


def test_every_call_with_a_body_or_a_key_names_what_may_be_wrong_with_it(api: APIFlask) -> None:
    paths = api.test_client().get("/openapi.json").get_json()["paths"]
    for (path, method), named in named_problems(api).items():
        call = paths[path][method]
        takes_body = "requestBody" in call or method == "post"
        keyed = any("IdempotencyKey" in one.get("$ref", "") for one in call["parameters"])
        assert (set(BODY) <= named) == takes_body, path
        assert (set(KEYED) <= named) == keyed, path


def test_an_answer_that_says_when_to_ask_again_names_the_header(api: APIFlask) -> None:
    for item in api.test_client().get("/openapi.json").get_json()["paths"].values():
        for call in item.values():
            for status, answer in call["responses"].items():
                waits = {*DATABASE, "rate-limited", "too-soon", "wallet-unavailable"}
                said = set(answer["content"].get(PROBLEM_JSON, {}).get("examples", {}))
                if said & waits:
                    assert "Retry-After" in answer["headers"], status
