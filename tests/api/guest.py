"""A guest at the table, as a front end would be one: a token, keys, rounds."""

import itertools
from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.held_client import HeldClient
from tests.plain_play import plain_action

Facts = dict[str, Any]

CLIENT_SEED = "0123456789abcdef0123456789abcdef"
ACTIONS_MAX = 60
_keys = itertools.count()


@dataclass
class Guest:
    """One guest session."""

    http: FlaskClient
    token: str = field(repr=False)
    opened: Facts

    def headers(self, key: str | None = None) -> dict[str, str]:
        """Who asks, and under which key."""
        keyed = {} if key is None else {"Idempotency-Key": key}
        return {"Authorization": f"Bearer {self.token}", **keyed}

    def get(self, path: str) -> TestResponse:
        return self.http.get(path, headers=self.headers())

    def post(self, path: str, body: object, key: str | None = None) -> TestResponse:
        return self.http.post(path, json=body, headers=self.headers(key or fresh_key()))

    def put(self, path: str, body: object) -> TestResponse:
        return self.http.put(path, json=body, headers=self.headers())

    def send(self, path: str, raw: bytes, key: str | None = None) -> TestResponse:
        """Bytes as they are, declared as JSON."""
        headers = self.headers(key or fresh_key())
        return self.http.post(path, data=raw, content_type="application/json", headers=headers)

    def session(self) -> Facts:
        return facts(self.get("/v1/session"))

    def bet_body(self, stake: object = 500, client_seed: str | None = CLIENT_SEED) -> Facts:
        """A bet on the announced round."""
        seed = {} if client_seed is None else {"client_seed": client_seed}
        return {"round_id": self.session()["next_round"]["round_id"], "stake": stake, **seed}

    def bet(self, stake: object = 500, client_seed: str | None = CLIENT_SEED) -> Facts:
        return facts(self.post("/v1/rounds", self.bet_body(stake, client_seed)))

    def act(self, state: Facts, action: str) -> Facts:
        body = {"action": action, "expected_version": state["version"]}
        return facts(self.post(f"/v1/rounds/{state['round_id']}/actions", body))

    def in_play(self) -> Facts:
        """A round that waits for an action; those that end at once are left behind."""
        for _ in range(ACTIONS_MAX):
            state = self.bet()
            if state["legal_actions"]:
                return state
        raise AssertionError("every round ended with the deal")

    def lose(self, stake: int) -> int:
        """Play until the balance does not cover this stake any more; what is left."""
        for _ in range(ACTIONS_MAX):
            state = self.bet(stake)
            while "twist" in state["legal_actions"]:  # to the bust, which few hands escape
                state = self.act(state, "twist")
            balance: int = state["balance"]
            if balance < stake:
                return balance
        raise AssertionError("the guest never loses")

    def finish(self, state: Facts) -> Facts:
        """Play a round to its end without risking more."""
        for _ in range(ACTIONS_MAX):
            legal = state["legal_actions"]
            if not legal:
                return state
            state = self.act(state, plain_action(legal))
        raise AssertionError("the round does not end")


def open_guest(app: Flask) -> Guest:
    """A new guest of this application."""
    app.test_client_class = HeldClient
    http = app.test_client()
    opened = facts(http.post("/v1/demo/sessions"))
    return Guest(http, opened["token"], opened)


def facts(answer: TestResponse) -> Facts:
    """The JSON of an answer that must be a success."""
    assert answer.status_code in {200, 201}, answer.get_data(as_text=True)
    found = answer.get_json()
    assert isinstance(found, dict)
    return found


def problem(answer: TestResponse, slug: str, status: int) -> Facts:
    """The JSON of an answer that must be this problem."""
    found = answer.get_json(force=True)
    assert isinstance(found, dict)
    assert (found["type"], answer.status_code) == (f"/problems/{slug}", status), found
    assert answer.content_type == "application/problem+json"
    assert found["status"] == status
    return found


def fresh_key() -> str:
    """A key that no other request of this process has."""
    return f"key-{next(_keys)}"
