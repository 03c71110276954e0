"""What bad input gets: its own problem, the right status, and nothing changed."""

import io
import json
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from werkzeug.test import TestResponse
from werkzeug.wrappers import Request

from app.api.bodies import JsonRequest
from app.service.house import House
from tests.api.dump import dump
from tests.api.guest import Guest, fresh_key, problem

TEN_MEGABYTES = 10 * 1024 * 1024
UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
NO_ROUND = "0198c0de-1f00-7a3b-8c1d-2e3f40516273"

Send = Callable[[Guest], TestResponse]


@dataclass(frozen=True)
class Case:
    """A bad request and what it gets."""

    name: str
    send: Send
    slug: str
    status: int
    pointer: str | None = None


def _stake(text: str) -> Send:
    def send(guest: Guest) -> TestResponse:
        round_id = guest.session()["next_round"]["round_id"]
        return guest.send("/v1/rounds", f'{{"round_id":"{round_id}","stake":{text}}}'.encode())

    return send


def _seed(seed: object) -> Send:
    return lambda guest: guest.post("/v1/rounds", {**guest.bet_body(), "client_seed": seed})


def _bet(**fields: object) -> Send:
    return lambda guest: guest.post("/v1/rounds", {**guest.bet_body(), **fields})


def _without(name: str) -> Send:
    def send(guest: Guest) -> TestResponse:
        body = guest.bet_body()
        del body[name]
        return guest.post("/v1/rounds", body)

    return send


def _raw(raw: bytes) -> Send:
    return lambda guest: guest.send("/v1/rounds", raw)


def _typed(content_type: str | None, **headers: str) -> Send:
    def send(guest: Guest) -> TestResponse:
        return guest.http.post(
            "/v1/rounds",
            data=json.dumps(guest.bet_body()),
            content_type=content_type,
            headers={**guest.headers(fresh_key()), **headers},
        )

    return send


def _keyed(key: str | None) -> Send:
    def send(guest: Guest) -> TestResponse:
        headers = guest.headers(key)
        return guest.http.post("/v1/rounds", json=guest.bet_body(), headers=headers)

    return send


def _chunked(body: Callable[[Guest], bytes]) -> Send:
    """As a server hands over what came in chunks, whether the last one came or not."""

    def send(guest: Guest) -> TestResponse:
        return guest.http.post(
            "/v1/rounds",
            input_stream=io.BytesIO(body(guest)),
            content_type="application/json",
            headers={**guest.headers(fresh_key()), "Transfer-Encoding": "chunked"},
            environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
        )

    return send


def _token(token: str) -> Send:
    def send(guest: Guest) -> TestResponse:
        headers = {"Authorization": token} if token else {}
        return guest.http.get("/v1/session", headers=headers)

    return send


CASES = (
    Case("stake 0", _stake("0"), "invalid-field", 422, "/stake"),
    Case("stake -5", _stake("-5"), "invalid-field", 422, "/stake"),
    Case("stake 1.5", _stake("1.5"), "invalid-field", 422, "/stake"),
    Case("stake 500.0", _stake("500.0"), "invalid-field", 422, "/stake"),
    Case("stake text", _stake('"5"'), "invalid-field", 422, "/stake"),
    Case("stake true", _stake("true"), "invalid-field", 422, "/stake"),
    Case("stake null", _stake("null"), "invalid-field", 422, "/stake"),
    Case("stake list", _stake("[500]"), "invalid-field", 422, "/stake"),
    Case("stake 1e309", _stake("1e309"), "malformed-json", 400),
    Case("stake 2^63", _stake(str(2**63)), "malformed-json", 400),
    Case("stake of 5000 digits", _stake("9" * 5000), "malformed-json", 400),
    Case("stake NaN", _stake("NaN"), "malformed-json", 400),
    Case("stake Infinity", _stake("-Infinity"), "malformed-json", 400),
    Case("stake 150", _stake("150"), "stake-not-whole-pounds", 422),
    Case("stake above the limit", _stake("100100"), "stake-above-limit", 422),
    Case("stake 2^63-8", _stake(str(2**63 - 8)), "stake-above-limit", 422),
    Case("seed with a space", _seed("0123456789 abcdef"), "invalid-field", 422, "/client_seed"),
    Case("seed with a newline", _seed("0123456789abcdef\n"), "invalid-field", 422, "/client_seed"),
    Case("seed with an emoji", _seed("0123456789abcdef🂡"), "invalid-field", 422, "/client_seed"),
    Case("seed of 15", _seed("a" * 15), "invalid-field", 422, "/client_seed"),
    Case("seed of 65", _seed("a" * 65), "invalid-field", 422, "/client_seed"),
    Case("seed a number", _seed(1234567890123456), "invalid-field", 422, "/client_seed"),
    Case("an unknown field", _bet(stakes=500), "invalid-field", 422, "/stakes"),
    Case("an odd unknown field", _bet(**{"a/b~c": 1}), "invalid-field", 422, "/a~1b~0c"),
    Case("a missing field", _without("stake"), "invalid-field", 422, "/stake"),
    Case("a round id in capitals", _bet(round_id=NO_ROUND.upper()), "invalid-field", 422),
    Case("another round id", _bet(round_id=NO_ROUND), "announcement-changed", 409),
    Case("no JSON", _raw(b"stake=500"), "malformed-json", 400),
    Case("nothing", _raw(b""), "malformed-json", 400),
    Case("half an object", _raw(b'{"stake":'), "malformed-json", 400),
    Case("two objects", _raw(b"{} {}"), "malformed-json", 400),
    Case("a key twice", _raw(b'{"stake":500,"stake":500}'), "malformed-json", 400),
    Case("not UTF-8", _raw(b'{"stake":"\xff"}'), "malformed-json", 400),
    Case("half a surrogate", _raw(b'{"round_id":"\\ud800"}'), "malformed-json", 400),
    Case("a byte order mark", _raw(b"\xef\xbb\xbf{}"), "malformed-json", 400),
    Case("nested deep", _raw(b'{"a":' + b"[" * 20_000), "malformed-json", 400),
    Case("a list", _raw(b"[]"), "invalid-field", 422, ""),
    Case("a null", _raw(b"null"), "invalid-field", 422, ""),
    Case("10 MB", _raw(b" " * TEN_MEGABYTES), "body-too-large", 413),
    Case("10 MB in chunks", _chunked(lambda _: b" " * TEN_MEGABYTES), "body-too-large", 413),
    Case(
        "a bet in chunks",
        _chunked(lambda g: json.dumps(g.bet_body()).encode()),
        "malformed-json",
        400,
    ),
    Case("64 KiB and one", _raw(b" " * (64 * 1024 + 1)), "body-too-large", 413),
    Case("a form", _typed("application/x-www-form-urlencoded"), "unsupported-media-type", 415),
    Case("no type", _typed(None), "unsupported-media-type", 415),
    Case("latin-1", _typed("application/json; charset=latin-1"), "unsupported-media-type", 415),
    Case(
        "compressed",
        _typed("application/json", **{"Content-Encoding": "gzip"}),
        "unsupported-media-type",
        415,
    ),
    Case("no key", _keyed(None), "idempotency-key-missing", 400),
    Case("a key with a space", _keyed("a b"), "idempotency-key-missing", 400),
    Case("a key of 65", _keyed("k" * 65), "idempotency-key-missing", 400),
    Case("no token", _token(""), "unauthorised", 401),
    Case("a wrong token", _token("Bearer nobody"), "unauthorised", 401),
    Case("another scheme", _token("Basic bm9ib2R5"), "unauthorised", 401),
    Case("limit 0", lambda g: g.get("/v1/rounds?limit=0"), "invalid-field", 422, "/limit"),
    Case("limit 101", lambda g: g.get("/v1/rounds?limit=101"), "invalid-field", 422, "/limit"),
    Case("limit in words", lambda g: g.get("/v1/rounds?limit=ten"), "invalid-field", 422, "/limit"),
    Case("unknown query", lambda g: g.get("/v1/rounds?page=2"), "invalid-field", 422, "/page"),
    Case("limit 1_0", lambda g: g.get("/v1/rounds?limit=1_0"), "invalid-field", 422, "/limit"),
    Case("limit +5", lambda g: g.get("/v1/rounds?limit=%2B5"), "invalid-field", 422, "/limit"),
    Case("limit spaced", lambda g: g.get("/v1/rounds?limit=%205"), "invalid-field", 422, "/limit"),
    Case(
        "limit twice", lambda g: g.get("/v1/rounds?limit=5&limit=6"), "invalid-field", 422, "/limit"
    ),
    Case("a query", lambda g: g.get("/v1/session?foo=1"), "invalid-field", 422, "/foo"),
    Case("a query on a POST", lambda g: g.post("/v1/rounds?a=1", {}), "invalid-field", 422, "/a"),
    Case("a made-up cursor", lambda g: g.get("/v1/rounds?cursor=zzz"), "bad-cursor", 400),
    Case("a round that is not", lambda g: g.get(f"/v1/rounds/{NO_ROUND}"), "not-found", 404),
    Case("no id at all", lambda g: g.get("/v1/rounds/none"), "not-found", 404),
    Case("limit text", lambda g: g.put("/v1/limits", {"table_max": "500"}), "invalid-field", 422),
    Case("limit below £2", lambda g: g.put("/v1/limits", {"table_max": 100}), "invalid-field", 422),
    Case("no field", lambda g: g.put("/v1/limits", {}), "invalid-field", 422, "/table_max"),
    Case("a method", lambda g: g.http.delete("/v1/rounds"), "method-not-allowed", 405),
)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_bad_input_gets_its_own_problem_and_changes_nothing(
    guest: Guest, house: House, case: Case
) -> None:
    before = dump(house.engine)
    found = problem(case.send(guest), case.slug, case.status)
    assert dump(house.engine) == before
    if case.pointer is not None:
        assert case.pointer in [error["pointer"] for error in found["errors"]]
        assert all(error["expected"] for error in found["errors"])


@pytest.mark.parametrize("path", ["/v1//session", "//v1/session", "/v1/session/"])
def test_a_path_that_is_nearly_right_is_not_found_and_leads_nowhere(
    guest: Guest, path: str
) -> None:
    answer = guest.http.open(path, headers={**guest.headers(), "Host": "evil.example"})
    assert (answer.status_code, answer.headers.get("Location")) == (404, None)


def test_a_target_without_a_path_is_the_root_and_not_sent_elsewhere(guest: Guest) -> None:
    answer = guest.http.get("/", environ_overrides={"PATH_INFO": "", "HTTP_HOST": "evil.example"})
    assert (answer.status_code, answer.mimetype) == (200, "text/html")


def test_an_offer_of_another_protocol_is_not_taken(guest: Guest) -> None:
    answer = guest.http.get("/v1/session", headers={**guest.headers(), **UPGRADE})
    assert answer.status_code == 200


def test_a_post_without_a_body_waits_for_none(guest: Guest) -> None:
    sent = Request.from_values("/v1/demo/sessions", method="POST").environ
    sent.pop("CONTENT_LENGTH", None)
    assert not JsonRequest(sent).may_have_body()
