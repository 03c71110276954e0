"""Problems that need a fault to be met: a wallet that is silent, a round that was tampered with."""

from collections.abc import Iterator

import pytest

from app.api.examples import PROBLEM_FACTS
from app.factory import build_house, create_app
from app.service.house import House
from app.service.resuming import resume_all
from app.settings import Settings
from tests.api.guest import Guest, open_guest, problem
from tests.service.desk import tamper
from tests.service.far_wallet import FarWallet


@pytest.fixture
def wallet() -> FarWallet:
    return FarWallet(reachable=False)


@pytest.fixture
def far_house(settings: Settings, wallet: FarWallet) -> Iterator[House]:
    built = build_house(settings, wallet=wallet)
    yield built
    built.close()


@pytest.fixture
def far_guest(settings: Settings, far_house: House) -> Guest:
    return open_guest(create_app(settings, far_house))


def test_wallet_unavailable_and_the_same_request_again_once_it_has_answered(
    far_guest: Guest, far_house: House, wallet: FarWallet
) -> None:
    body = far_guest.bet_body()
    answer = far_guest.post("/v1/rounds", body, key="bet")
    problem(answer, "wallet-unavailable", 503)
    assert int(answer.headers["Retry-After"]) >= 1
    wallet.reachable = True
    again = far_guest.post("/v1/rounds", body, key="bet")
    problem(again, "request-in-progress", 409)
    resume_all(far_house)
    state = far_guest.post("/v1/rounds", body, key="bet").get_json()
    assert (state["round_id"], state["stake"]) == (body["round_id"], body["stake"])


def test_request_in_progress_while_a_stake_waits(far_guest: Guest) -> None:
    body = far_guest.bet_body()
    far_guest.post("/v1/rounds", body, key="bet")
    act = {"action": "twist", "expected_version": 1}
    answer = far_guest.post(f"/v1/rounds/{body['round_id']}/actions", act)
    problem(answer, "request-in-progress", 409)
    assert int(answer.headers["Retry-After"]) >= 1


def test_round_frozen_when_the_record_was_tampered_with(guest: Guest, house: House) -> None:
    state = guest.in_play()
    tamper(house, "UPDATE steps SET events = '[]'")
    act = {"action": state["legal_actions"][0], "expected_version": state["version"]}
    answer = guest.post(f"/v1/rounds/{state['round_id']}/actions", act)
    found = problem(answer, "round-frozen", 409)
    assert found["round_id"] == state["round_id"]
    assert PROBLEM_FACTS["round-frozen"].keys() <= found.keys()
    problem(guest.get(f"/v1/rounds/{state['round_id']}/proof"), "round-frozen", 409)
