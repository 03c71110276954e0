"""Each problem is answered as the table has it, and has a page with its remedy."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from apiflask import APIFlask
from flask import g
from werkzeug.test import TestResponse

from app.api.app import build_api
from app.api.examples import PROBLEM_FACTS
from app.api.problems import PROBLEMS, Refused
from app.api.rates import SessionRate
from app.api.refusal_problems import SLUGS
from app.factory import create_app
from app.service import refusals
from app.service.house import House
from app.service.refusals import Refusal
from app.settings import Settings
from rng.entropy import EntropySource
from rng.source import RandomSource
from tests.api.guest import Guest, fresh_key, problem

NOT_ANSWERED_BY_A_REQUEST = {
    "player-suspended": 403,
    "reality-check-due": 409,
    "too-soon": 429,
}
"""Problems that a house without a jurisdiction or an operator has no occasion for."""

BY_A_FAULT = {
    "forbidden",
    "rate-limited",
    "not-dealing",
    "internal-error",
    "request-in-progress",
    "wallet-unavailable",
    "round-frozen",
}
"""Each has a test of its own, below or in test_waiting.py."""

Provoke = Callable[[Guest], TestResponse]

STANDARD = {"type", "title", "status", "detail", "request_id"}


def _act(guest: Guest, action: str, version_off: int = 0) -> TestResponse:
    state = guest.in_play()
    while action in state["legal_actions"] and not version_off:
        guest.finish(state)
        state = guest.in_play()
    body = {"action": action, "expected_version": state["version"] + version_off}
    return guest.post(f"/v1/rounds/{state['round_id']}/actions", body)


def _reused(guest: Guest) -> TestResponse:
    body = guest.bet_body()
    guest.post("/v1/rounds", body, key="once")
    return guest.post("/v1/rounds", {**body, "stake": 900}, key="once")


def _round_open(guest: Guest) -> TestResponse:
    state = guest.in_play()
    return guest.post("/v1/rounds", {"round_id": state["round_id"], "stake": 700})


def _in_play_proof(guest: Guest) -> TestResponse:
    return guest.get(f"/v1/rounds/{guest.in_play()['round_id']}/proof")


def _limit_locked(guest: Guest) -> TestResponse:
    guest.put("/v1/limits", {"table_max": 20_000})
    return guest.put("/v1/limits", {"table_max": 30_000})


def _insufficient(guest: Guest) -> TestResponse:
    guest.lose(100_000)
    return guest.post("/v1/rounds", guest.bet_body(100_000))


PROVOKED: Mapping[str, Provoke] = {
    "malformed-json": lambda guest: guest.send("/v1/rounds", b"{"),
    "idempotency-key-missing": lambda guest: guest.http.post(
        "/v1/rounds", json={}, headers=guest.headers()
    ),
    "bad-cursor": lambda guest: guest.get("/v1/rounds?cursor=nonsense"),
    "unauthorised": lambda guest: guest.http.get("/v1/session"),
    "not-found": lambda guest: guest.get("/v1/rounds/0198c0de-1f00-7a3b-8c1d-2e3f40516273"),
    "method-not-allowed": lambda guest: guest.http.put("/v1/session"),
    "body-too-large": lambda guest: guest.send("/v1/rounds", b" " * 70_000),
    "unsupported-media-type": lambda guest: guest.http.post(
        "/v1/rounds", data="{}", headers=guest.headers(fresh_key())
    ),
    "invalid-field": lambda guest: guest.post("/v1/rounds", {}),
    "stake-not-whole-pounds": lambda guest: guest.post("/v1/rounds", guest.bet_body(150)),
    "stake-above-limit": lambda guest: guest.post("/v1/rounds", guest.bet_body(200_000)),
    "idempotency-key-reused": _reused,
    "illegal-action": lambda guest: _act(guest, "split"),
    "stale-version": lambda guest: _act(guest, "twist", version_off=1),
    "announcement-changed": lambda guest: guest.post(
        "/v1/rounds", {**guest.bet_body(), "round_id": "0198c0de-1f00-7a3b-8c1d-2e3f40516273"}
    ),
    "round-open": _round_open,
    "round-in-play": _in_play_proof,
    "limit-locked": _limit_locked,
    "insufficient-funds": _insufficient,
}
"""What a guest does to meet each problem."""


@pytest.mark.parametrize("slug", PROVOKED)
def test_a_guest_meets_this_problem(guest: Guest, slug: str) -> None:
    answer = PROVOKED[slug](guest)
    found = problem(answer, slug, PROBLEMS[slug].status)
    detail = found["detail"]
    assert detail.endswith(".")
    assert detail[0].isupper() or not detail[0].isalpha()
    assert set(found) - STANDARD == PROBLEM_FACTS.get(slug, {}).keys()


def test_forbidden_where_there_are_no_guests(settings: Settings, house: House) -> None:
    app = create_app(settings, replace(house, demo=False))
    problem(app.test_client().post("/v1/demo/sessions"), "forbidden", 403)


def test_rate_limited_says_how_long_to_wait(house: House) -> None:
    app = build_api(house, rate=SessionRate(lambda: 0.0, burst=1, seconds_each=7))
    client = app.test_client()
    assert client.post("/v1/demo/sessions").status_code == 201
    answer = client.post("/v1/demo/sessions")
    problem(answer, "rate-limited", 429)
    assert answer.headers["Retry-After"] == "7"


def test_not_dealing_when_the_source_of_chance_refuses(settings: Settings, house: House) -> None:
    stuck = RandomSource(EntropySource(read=bytes))  # all zeros: the repetition test fails
    client = create_app(settings, replace(house, source=stuck)).test_client()
    answer = client.post("/v1/demo/sessions")
    problem(answer, "not-dealing", 503)
    assert int(answer.headers["Retry-After"]) >= 1
    ready = client.get("/readyz")
    assert (ready.status_code, ready.get_json()["ready"]) == (503, False)
    assert client.get("/livez").status_code == 200


def test_internal_error_tells_its_request_id_and_nothing_else(
    api: APIFlask, capsys: pytest.CaptureFixture[str]
) -> None:
    def fault() -> str:
        raise ZeroDivisionError("server_secret=c0ffee")

    api.add_url_rule("/fault", view_func=fault)
    answer = api.test_client().get("/fault", headers={"X-Request-Id": "mine-7"})
    found = problem(answer, "internal-error", 500)
    assert set(found) == {"type", "title", "status", "detail", "request_id"}
    assert found["request_id"] == "mine-7"
    logged = capsys.readouterr().err
    assert "ZeroDivisionError" in logged
    assert "mine-7" in logged
    assert "c0ffee" not in logged + answer.get_data(as_text=True)


@pytest.mark.parametrize("slug", NOT_ANSWERED_BY_A_REQUEST)
def test_this_problem_is_answered_when_it_is_raised(api: APIFlask, slug: str) -> None:
    with api.test_request_context():
        g.request_id = "mine"
        answer = api.make_response(api.handle_user_exception(Refused(slug, "why")))
    assert answer.status_code == NOT_ANSWERED_BY_A_REQUEST[slug] == PROBLEMS[slug].status
    body = answer.get_json(force=True)
    assert body["type"] == f"/problems/{slug}"
    assert body["request_id"] == "mine"


@pytest.mark.parametrize("slug", PROBLEMS)
def test_each_problem_has_a_page_with_its_remedy(api: APIFlask, slug: str) -> None:
    page = api.test_client().get(f"/problems/{slug}")
    assert page.status_code == 200
    text = page.get_data(as_text=True)
    assert str(PROBLEMS[slug].status) in text
    assert PROBLEMS[slug].title in text
    assert "What to do" in text


def test_every_slug_of_the_design_is_in_the_table_and_is_tested() -> None:
    tested = {*PROVOKED, *NOT_ANSWERED_BY_A_REQUEST, *BY_A_FAULT}
    assert tested == set(PROBLEMS)


def test_every_refusal_of_the_service_is_a_problem() -> None:
    kinds = {
        kind
        for kind in vars(refusals).values()
        if isinstance(kind, type) and issubclass(kind, Refusal) and kind is not Refusal
    }
    # Voiding is not a call of the API.
    assert kinds - set(SLUGS) == {refusals.CannotVoid}
