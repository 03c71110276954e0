"""Headers: who may read and frame the answers, ids, caching, and what is repeated."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from apiflask import APIFlask

from app.api.app import build_api
from app.factory import build_house
from app.service.house import House
from app.settings import Settings
from tests.api.conftest import ORIGIN
from tests.api.guest import Guest, open_guest, problem

PATHS = ("/livez", "/docs", "/docs/docs.js", "/openapi.json", "/problems/not-found", "/nothing")


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_a_strict_policy_and_an_id(api: APIFlask, path: str) -> None:
    headers = api.test_client().get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert policy.endswith(f"frame-ancestors {ORIGIN}")
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "X-Frame-Options" not in headers
    assert "Set-Cookie" not in headers
    assert re.fullmatch(r"[0-9a-f-]{36}", headers["X-Request-Id"])


def test_nobody_frames_or_reads_it_by_default(house: House) -> None:
    headers = build_api(house).test_client().get("/livez", headers={"Origin": ORIGIN}).headers
    assert headers["Content-Security-Policy"].endswith("frame-ancestors 'none'")
    assert "Access-Control-Allow-Origin" not in headers


def test_an_allowed_origin_may_read_and_another_may_not(api: APIFlask) -> None:
    client = api.test_client()
    allowed = client.get("/livez", headers={"Origin": ORIGIN}).headers
    assert allowed["Access-Control-Allow-Origin"] == ORIGIN
    assert allowed["Access-Control-Expose-Headers"] == (
        "Location, Retry-After, Idempotent-Replayed, X-Request-Id"
    )
    assert "Access-Control-Allow-Credentials" not in allowed
    for other in ("https://casino.example.evil", "http://casino.example", "null"):
        denied = client.get("/livez", headers={"Origin": other}).headers
        assert "Access-Control-Allow-Origin" not in denied
        assert denied["Vary"] == "Origin"


def test_a_preflight_of_an_allowed_origin_is_answered(api: APIFlask) -> None:
    asked = {"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}
    answer = api.test_client().options("/v1/rounds", headers=asked)
    assert answer.status_code == 204
    assert answer.headers["Access-Control-Allow-Headers"] == (
        "Authorization, Content-Type, Idempotency-Key"
    )
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]


def test_a_request_id_is_echoed_unless_it_could_not_be_logged(api: APIFlask) -> None:
    client = api.test_client()
    assert client.get("/livez", headers={"X-Request-Id": "a.b-7"}).headers["X-Request-Id"] == (
        "a.b-7"
    )
    for odd in ("has space", "x" * 65, '"}'):
        made = client.get("/livez", headers={"X-Request-Id": odd}).headers["X-Request-Id"]
        assert re.fullmatch(r"[0-9a-f-]{36}", made)


def test_money_and_proofs_are_not_stored(guest: Guest) -> None:
    state = guest.finish(guest.bet())
    for path in (
        "/v1/session",
        "/v1/limits",
        "/v1/rounds",
        f"/v1/rounds/{state['round_id']}",
        f"/v1/rounds/{state['round_id']}/proof",
        "/v1/rounds/proofs.ndjson",
    ):
        assert guest.get(path).headers["Cache-Control"] == "no-store", path
    again = guest.post("/v1/rounds", guest.bet_body())
    assert again.headers["Cache-Control"] == "no-store"


def test_a_bet_is_created_at_its_location(guest: Guest) -> None:
    answer = guest.post("/v1/rounds", guest.bet_body())
    assert answer.status_code == 201
    state = answer.get_json()
    assert answer.headers["Location"] == f"/v1/rounds/{state['round_id']}"
    assert guest.get(answer.headers["Location"]).get_json()["number"] == 1


def test_a_method_that_is_not_taken_names_those_that_are(api: APIFlask) -> None:
    answer = api.test_client().delete("/v1/limits")
    problem(answer, "method-not-allowed", 405)
    allowed = {method.strip() for method in answer.headers["Allow"].split(",")}
    assert {"GET", "PUT"} <= allowed
    assert "DELETE" not in allowed


def test_a_repeat_is_the_same_answer_and_says_so(guest: Guest) -> None:
    body = guest.bet_body()
    first = guest.post("/v1/rounds", body, key="bet")
    again = guest.post("/v1/rounds", body, key="bet")
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert (again.status_code, again.data) == (first.status_code, first.data)
    other_key = guest.post("/v1/rounds", body, key="another")
    assert other_key.get_json()["round_id"] == first.get_json()["round_id"]
    assert other_key.get_json()["hands"] == first.get_json()["hands"]


def test_a_refusal_is_judged_anew_under_the_same_key(guest: Guest) -> None:
    problem(guest.post("/v1/rounds", guest.bet_body(150), key="k"), "stake-not-whole-pounds", 422)
    assert guest.post("/v1/rounds", guest.bet_body(500), key="k").status_code == 201


def test_the_order_of_fields_makes_no_other_request(guest: Guest) -> None:
    body = guest.bet_body()
    first = guest.post("/v1/rounds", body, key="bet")
    turned = dict(reversed(list(body.items())))
    again = guest.post("/v1/rounds", turned, key="bet")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.data == first.data


def test_a_session_that_is_over_plays_no_more(settings: Settings) -> None:
    clock = StoppedClock(datetime(2026, 7, 3, 9, 30, tzinfo=UTC))
    house = build_house(settings, clock=clock)
    guest = open_guest(build_api(house))
    state = guest.in_play()
    clock.moment += timedelta(seconds=house.table.session_lifetime_seconds)
    body = {"action": "twist", "expected_version": state["version"]}
    problem(guest.post(f"/v1/rounds/{state['round_id']}/actions", body), "unauthorised", 401)
    problem(guest.get("/v1/session"), "unauthorised", 401)
    answer = guest.post("/v1/rounds", {"round_id": state["round_id"], "stake": 500})
    problem(answer, "unauthorised", 401)
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    house.close()


class StoppedClock:
    """A clock that a test sets."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment
