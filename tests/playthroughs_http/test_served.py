"""Against the real server: fifty at once, and rounds that end confirmed."""

import http.client
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from app.proof.document import parse_proof
from app.proof.judge import judge
from tests.commands.served import Served, served
from tests.plain_play import plain_action

AT_ONCE = 50
STAKE = 500
ROUNDS = 20
ACTIONS_MAX = 60

Facts = dict[str, Any]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served")) as running:
        yield running


@dataclass(frozen=True)
class Sitting:
    """A guest at the served table."""

    http: httpx.Client
    opened: Facts

    @property
    def coming(self) -> Facts:
        found: Facts = self.http.get("/v1/session").json()
        return found

    def post(self, path: str, body: Facts, key: str) -> httpx.Response:
        return self.http.post(path, json=body, headers={"Idempotency-Key": key})

    def balance(self) -> int:
        return int(self.coming["balance"])


@pytest.fixture
def guest(house: Served) -> Iterator[Sitting]:
    limits = httpx.Limits(max_connections=AT_ONCE)
    with httpx.Client(base_url=house.url, trust_env=False, timeout=60, limits=limits) as http:
        opened = http.post("/v1/demo/sessions").raise_for_status().json()
        http.headers["Authorization"] = f"Bearer {opened['token']}"
        yield Sitting(http, opened)


def _at_once(send: Callable[[int], httpx.Response]) -> list[httpx.Response]:
    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(send, range(AT_ONCE)))


def _fresh(guest: Sitting) -> Facts:
    """A bet whose round does not end with the deal is told apart by the tests themselves."""
    return {"round_id": guest.coming["next_round"]["round_id"], "stake": STAKE}


def _debited(guest: Sitting, state: Facts) -> bool:
    """Exactly one stake has been taken: no answer of the round says anything else."""
    expected = 100_000 - STAKE + int(state["returned"] or 0)
    return guest.balance() == expected and state["balance"] == expected


def test_fifty_bets_under_one_key_are_one_bet_and_fifty_equal_answers(guest: Sitting) -> None:
    body = {**_fresh(guest), "client_seed": "0123456789abcdef"}
    answers = _at_once(lambda _: guest.post("/v1/rounds", body, "one"))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    replayed = [answer.headers.get("Idempotent-Replayed") for answer in answers]
    assert replayed.count("true") == AT_ONCE - 1
    assert _debited(guest, answers[0].json())


def test_fifty_bets_with_fifty_seeds_are_one_round_and_refusals(guest: Sitting) -> None:
    body = _fresh(guest)
    answers = _at_once(
        lambda n: guest.post("/v1/rounds", {**body, "client_seed": f"{n:032x}"}, f"key-{n}")
    )
    won = [answer for answer in answers if answer.status_code == 201]
    lost = [answer for answer in answers if answer.status_code == 409]
    assert (len(won), len(lost)) == (1, AT_ONCE - 1)
    state = won[0].json()
    # A round that the deal has ended is no longer open; then another is announced already.
    slug = "round-open" if state["legal_actions"] else "announcement-changed"
    assert {answer.json()["type"] for answer in lost} == {f"/problems/{slug}"}
    assert _debited(guest, state)


def test_fifty_bets_with_one_seed_and_fifty_keys_name_one_round(guest: Sitting) -> None:
    body = {**_fresh(guest), "client_seed": "0123456789abcdef"}
    answers = _at_once(lambda n: guest.post("/v1/rounds", body, f"key-{n}"))
    assert {answer.status_code for answer in answers} == {201}
    assert {answer.json()["round_id"] for answer in answers} == {body["round_id"]}
    assert _debited(guest, answers[0].json())


def test_rounds_at_the_served_table_are_confirmed(guest: Sitting) -> None:
    for number in range(ROUNDS):
        bet = {**_fresh(guest), "client_seed": f"{number:032x}"}
        state = guest.post("/v1/rounds", bet, f"bet-{number}").raise_for_status().json()
        for _ in range(ACTIONS_MAX):
            if not state["legal_actions"]:
                break
            action = plain_action(state["legal_actions"])
            body = {"action": action, "expected_version": state["version"]}
            path = f"/v1/rounds/{state['round_id']}/actions"
            state = guest.post(path, body, f"act-{number}-{state['version']}").json()
        proof = guest.http.get(f"/v1/rounds/{state['round_id']}/proof").raise_for_status().content
        assert judge(parse_proof(proof)).verdict == "confirmed"
    lines = guest.http.get("/v1/rounds/proofs.ndjson").content.splitlines()
    assert len(lines) == ROUNDS


def test_ten_megabytes_without_a_length_are_refused_and_the_server_goes_on(guest: Sitting) -> None:
    chunks = (b" " * 10_240 for _ in range(1024))
    headers = {"Content-Type": "application/json", "Idempotency-Key": "large"}
    answer = guest.http.post("/v1/rounds", content=chunks, headers=headers)
    assert answer.status_code == 413
    assert answer.json()["type"] == "/problems/body-too-large"
    assert guest.http.get("/livez").status_code == 200


def test_a_body_of_ten_megabytes_is_refused_to_a_client_that_writes_before_it_reads(
    house: Served,
) -> None:
    connection = http.client.HTTPConnection(house.url.removeprefix("http://"), timeout=30)
    connection.request(
        "POST", "/v1/rounds", b" " * 10_485_760, {"Content-Type": "application/json"}
    )
    answer = connection.getresponse()
    assert answer.status == 413
    assert b"body-too-large" in answer.read()
    connection.close()


def test_a_refusal_that_needs_no_body_keeps_the_connection(house: Served) -> None:
    connection = http.client.HTTPConnection(house.url.removeprefix("http://"), timeout=10)
    for _ in range(3):
        connection.request("POST", "/v1/rounds", "{}", {"Content-Type": "application/json"})
        answer = connection.getresponse()
        assert answer.status == 401
        answer.read()
    connection.close()
