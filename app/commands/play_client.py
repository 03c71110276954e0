"""The table over its API, as any front end speaks to it: the same calls to a server or in process.

A request whose answer is lost is sent again under the same key, so nothing is done twice. Whatever
else stands at the address, no answer is believed that has not the shape of ours.
"""

import json
from typing import Any

import httpx
from pydantic import BaseModel, ValidationError
from uuid_utils import uuid7

from app.api.answers import NewSession, PlayedRound, ProblemBody, Round, Session
from app.api.examples import PROBLEM_FACTS
from app.api.table_answers import TableAnswer
from app.proof.document import parse_proof
from app.proof.reading import UnusableProof
from config.table import ACTIONS

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
        session = self._send(NewSession, "POST", "/v1/demo/sessions")
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
        table = self._send(TableAnswer, "GET", "/v1/table")
        if not set(ACTIONS) <= set(table["keys"].values()):
            raise _no_table("an action has no key")
        return table

    def session(self) -> Facts:
        """Where the session stands."""
        return self._send(Session, "GET", "/v1/session")

    def bet(self, round_id: str, stake: int, client_seed: str) -> Facts:
        """Bet on the announced round."""
        body = {"round_id": round_id, "stake": stake, "client_seed": client_seed}
        return self._send(PlayedRound, "POST", "/v1/rounds", body)

    def act(self, state: Facts, action: str) -> Facts:
        """Act on the round in play."""
        body = {"action": action, "expected_version": state["version"]}
        path = f"/v1/rounds/{state['round_id']}/actions"
        return self._send(PlayedRound, "POST", path, body)

    def as_it_is(self, current: Facts) -> Facts:
        """A round that a refusal told of, as the answer to an action would tell it."""
        state, session = _read(Round, json.dumps(current).encode()), self.session()
        return {**state, "balance": session["balance"], "next_round": session["next_round"]}

    def proof(self, round_id: str) -> str:
        """The proof of an ended round, as it was sent."""
        content = self._answer("GET", f"/v1/rounds/{round_id}/proof", None)
        try:
            parse_proof(content)
        except UnusableProof:
            raise _no_table("its proof is none") from None
        return content.decode()

    def _speak_as(self, token: str) -> None:
        self._http.headers["Authorization"] = f"Bearer {token}"

    def _send(
        self, shape: type[BaseModel], method: str, path: str, body: Facts | None = None
    ) -> Facts:
        return _read(shape, self._answer(method, path, body))

    def _answer(self, method: str, path: str, body: Facts | None) -> bytes:
        headers = {"Idempotency-Key": str(uuid7())} if method == "POST" else {}
        for attempt in range(1, ATTEMPTS_MAX + 1):
            try:
                answer = self._http.request(method, path, json=body, headers=headers)
            except httpx.RequestError as error:
                if attempt == ATTEMPTS_MAX:
                    raise TableClosed(_unanswered(error)) from None
                continue
            return _judged(answer)
        raise TableClosed("the table does not answer")


def _unanswered(error: httpx.RequestError) -> str:
    match error:
        case httpx.TimeoutException():
            return f"no answer within {WAIT_SECONDS:g} seconds"
        case httpx.ConnectError():
            return "nobody listens there"
        case httpx.DecodingError():
            return "what it sends cannot be read"
        case _:
            return "the connection broke off"


def _judged(answer: httpx.Response) -> bytes:
    if answer.is_success:
        return answer.content
    refusal = Refused(_read(ProblemBody, answer.content))
    if not PROBLEM_FACTS.get(refusal.slug, {}).keys() <= refusal.problem.keys():
        raise _no_table("its refusal leaves out what it is about")
    raise refusal


def _read(shape: type[BaseModel], content: bytes) -> Facts:
    """The facts that were sent, of this shape; what a newer table has besides is let be."""
    try:
        shape.model_validate_json(content, extra="ignore")
    except ValidationError:
        raise _no_table(f"its {shape.__name__} is none") from None
    facts: Facts = json.loads(content)
    return facts


def _no_table(why: str) -> TableClosed:
    return TableClosed(f"what answers there is no Pontoon table: {why}")
