"""The table over its API, as any front end speaks to it: the same calls to a server or in process.

A request whose answer is lost is sent again under the same key, so nothing is done twice.
"""

import json
from typing import Any

import httpx
from uuid_utils import uuid7

Facts = dict[str, Any]

ATTEMPTS_MAX = 4  # sendings of one request before giving up
WAIT_SECONDS = 10.0  # for one answer


class TableClosed(Exception):
    """The table cannot be reached, or does not speak our API."""


class SessionOver(Exception):
    """The token of an earlier sitting is not good any more."""


class Refused(Exception):
    """The table said no; the facts are the problem as it was answered."""

    def __init__(self, problem: Facts) -> None:
        super().__init__(str(problem.get("detail", "refused")))
        self.problem = problem
        self.slug = str(problem.get("type", "")).rpartition("/")[2]


class TableClient:
    """One player at one table."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http

    def open(self) -> Facts:
        """Open a guest session and keep its token."""
        session = self._send("POST", "/v1/demo/sessions")
        self._speak_as(session["token"])
        return session

    def come_back(self, token: str) -> Facts:
        """The session of this token. Raises `SessionOver`."""
        self._speak_as(token)
        try:
            return self.session()
        except Refused as refusal:
            if refusal.slug != "unauthorised":
                raise
            del self._http.headers["Authorization"]
            raise SessionOver from None

    def table(self) -> Facts:
        """What is played here."""
        return self._send("GET", "/v1/table")

    def session(self) -> Facts:
        """Where the session stands."""
        return self._send("GET", "/v1/session")

    def bet(self, round_id: str, stake: int, client_seed: str) -> Facts:
        """Bet on the announced round."""
        body = {"round_id": round_id, "stake": stake, "client_seed": client_seed}
        return self._send("POST", "/v1/rounds", body)

    def act(self, state: Facts, action: str) -> Facts:
        """Act on the round in play."""
        body = {"action": action, "expected_version": state["version"]}
        return self._send("POST", f"/v1/rounds/{state['round_id']}/actions", body)

    def proof(self, round_id: str) -> str:
        """The proof of an ended round, as it was sent."""
        return self._answer("GET", f"/v1/rounds/{round_id}/proof", None).text

    def _speak_as(self, token: str) -> None:
        self._http.headers["Authorization"] = f"Bearer {token}"

    def _send(self, method: str, path: str, body: Facts | None = None) -> Facts:
        facts = self._answer(method, path, body).json()
        if not isinstance(facts, dict):
            raise TableClosed("there is no Pontoon table at this address")
        return facts

    def _answer(self, method: str, path: str, body: Facts | None) -> httpx.Response:
        headers = {"Idempotency-Key": str(uuid7())} if method == "POST" else {}
        for attempt in range(1, ATTEMPTS_MAX + 1):
            try:
                answer = self._http.request(method, path, json=body, headers=headers)
            except httpx.TransportError as error:
                if attempt == ATTEMPTS_MAX:
                    raise TableClosed(_unanswered(error)) from None
                continue
            return _judged(answer)
        raise TableClosed("the table does not answer")


def _unanswered(error: httpx.TransportError) -> str:
    match error:
        case httpx.TimeoutException():
            return f"no answer within {WAIT_SECONDS:g} seconds"
        case httpx.ConnectError():
            return "nobody listens there"
        case _:
            return "the connection broke off"


def _judged(answer: httpx.Response) -> httpx.Response:
    if answer.is_success:
        return answer
    try:
        problem = answer.json()
    except json.JSONDecodeError:
        problem = None
    if not isinstance(problem, dict) or "type" not in problem:
        raise TableClosed("there is no Pontoon table at this address")
    raise Refused(problem)
