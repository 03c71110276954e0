"""Refusals in play: what they say beside the problem, and that nothing has changed."""

import pytest
from apiflask import APIFlask
from sqlalchemy import event

from app.service.house import House
from tests.api.dump import dump
from tests.api.guest import CLIENT_SEED, Facts, Guest, open_guest, problem
from tests.api.test_bad_input import NO_ROUND

EVERYTHING = 100_000  # pence: the play money of a guest, and the table's highest stake
GUESTS_MAX = 50


def in_play_with_everything(api: APIFlask) -> tuple[Guest, Facts]:
    """A guest who has staked everything on a hand that is in play."""
    for _ in range(GUESTS_MAX):
        guest = open_guest(api)
        state = guest.bet(EVERYTHING)
        if state["legal_actions"]:
            return guest, state
    raise AssertionError("every round ended with the deal")


def test_a_stake_above_the_balance_changes_nothing(guest: Guest, house: House) -> None:
    balance = guest.lose(EVERYTHING)
    before = dump(house.engine)
    answer = guest.post("/v1/rounds", guest.bet_body(EVERYTHING))
    found = problem(answer, "insufficient-funds", 409)
    assert (found["needed"], found["balance"]) == (EVERYTHING, balance)
    assert dump(house.engine) == before


def test_buying_without_the_money_changes_nothing(api: APIFlask, house: House) -> None:
    guest, state = in_play_with_everything(api)
    assert "buy" in state["legal_actions"]
    before = dump(house.engine)
    body = {"action": "buy", "expected_version": state["version"]}
    answer = guest.post(f"/v1/rounds/{state['round_id']}/actions", body)
    found = problem(answer, "insufficient-funds", 409)
    assert (found["needed"], found["balance"]) == (EVERYTHING, 0)
    assert dump(house.engine) == before


def test_an_illegal_action_names_the_legal_ones_and_changes_nothing(
    guest: Guest, house: House
) -> None:
    state = guest.in_play()
    while not state["barred"]:
        guest.finish(state)
        state = guest.in_play()
    action = next(iter(state["barred"]))
    before = dump(house.engine)
    body = {"action": action, "expected_version": state["version"]}
    found = problem(
        guest.post(f"/v1/rounds/{state['round_id']}/actions", body), "illegal-action", 409
    )
    assert found["legal_actions"] == state["legal_actions"]
    assert found["barred"] == state["barred"]
    assert dump(house.engine) == before


def test_a_stale_version_gets_the_current_state_and_changes_nothing(
    guest: Guest, house: House
) -> None:
    state = guest.in_play()
    before = dump(house.engine)
    body = {"action": state["legal_actions"][0], "expected_version": state["version"] + 1}
    answer = guest.post(f"/v1/rounds/{state['round_id']}/actions", body)
    found = problem(answer, "stale-version", 409)
    assert found["current"]["version"] == state["version"]
    assert found["current"]["hands"] == state["hands"]
    assert dump(house.engine) == before


@pytest.mark.parametrize("version", [0, -1, 1.0, "1", True, None, 2**40])
def test_a_version_that_is_no_whole_number_from_1_is_refused(
    guest: Guest, house: House, version: object
) -> None:
    state = guest.in_play()
    before = dump(house.engine)
    body = {"action": "twist", "expected_version": version}
    answer = guest.post(f"/v1/rounds/{state['round_id']}/actions", body)
    found = problem(answer, "invalid-field", 422)
    assert found["errors"][0]["pointer"] == "/expected_version"
    assert dump(house.engine) == before


def test_somebody_elses_round_is_not_there(guest: Guest, api: APIFlask, house: House) -> None:
    state = guest.in_play()
    other = open_guest(api)
    before = dump(house.engine)
    where = f"/v1/rounds/{state['round_id']}"
    body = {"action": state["legal_actions"][0], "expected_version": state["version"]}
    problem(other.post(f"{where}/actions", body), "not-found", 404)
    problem(other.get(where), "not-found", 404)
    problem(other.get(f"{where}/proof"), "not-found", 404)
    assert dump(house.engine) == before


def test_a_reused_key_is_refused_and_changes_nothing(guest: Guest, house: House) -> None:
    body = guest.bet_body()
    guest.post("/v1/rounds", body, key="once")
    before = dump(house.engine)
    answer = guest.post("/v1/rounds", {**body, "stake": 700}, key="once")
    problem(answer, "idempotency-key-reused", 422)
    assert dump(house.engine) == before


def test_stakes_that_are_only_almost_the_same_number_are_other_requests(guest: Guest) -> None:
    body = guest.bet_body(500, CLIENT_SEED)
    assert guest.post("/v1/rounds", body, key="once").status_code == 201
    answer = guest.post("/v1/rounds", {**body, "stake": 500.0}, key="once")
    problem(answer, "idempotency-key-reused", 422)


def test_the_detail_of_a_wrong_stake_begins_with_its_pointer(guest: Guest) -> None:
    found = problem(guest.post("/v1/rounds", guest.bet_body(0)), "invalid-field", 422)
    assert found["detail"].startswith("/stake: ")


def test_a_stake_above_a_limit_says_whose_limit_it_is(guest: Guest) -> None:
    tables = problem(guest.post("/v1/rounds", guest.bet_body(200_000)), "stake-above-limit", 422)
    assert "the table's maximum" in tables["detail"]
    guest.put("/v1/limits", {"table_max": 1000})
    own = problem(guest.post("/v1/rounds", guest.bet_body(2000)), "stake-above-limit", 422)
    assert "the player's own table limit" in own["detail"]
    assert own["limit"] == 1000


@pytest.mark.parametrize("named", ["%00", "x", "..", NO_ROUND.upper(), f"{NO_ROUND}%0a", "é"])
@pytest.mark.parametrize("what", ["", "/proof", "/actions"])
def test_what_cannot_be_an_id_is_not_found_and_no_database_is_asked(
    api: APIFlask, house: House, named: str, what: str
) -> None:
    guest = open_guest(api)
    guest.session()
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        asked.append(statement)

    event.listen(house.engine, "before_cursor_execute", note)
    path = f"/v1/rounds/{named}{what}"
    body = {"action": "stick", "expected_version": 1}
    answer = guest.post(path, body) if what == "/actions" else guest.get(path)
    event.remove(house.engine, "before_cursor_execute", note)
    assert answer.status_code == 404
    assert [one for one in asked if "rounds" in one] == []
