"""The OpenAPI 3.1 document: shapes, problems, headers and words beside what the views declare."""

import json
from http import HTTPStatus
from typing import Any, cast

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from app.api import answers, asked, examples, house_answers
from app.api.problems import PROBLEMS
from app.api.speak import JSON, NDJSON, PROBLEM_JSON, problem_body
from config.documents import resource

Spec = dict[str, Any]
Responses = dict[int | str, dict[str, str | dict[str, dict[str, Any]]]]
"""Answers by status, as APIFlask takes them."""

_REF = "#/components/schemas/"
_SHOWN: tuple[type[BaseModel], ...] = (
    answers.NewSession,
    answers.Session,
    answers.PlayedRound,
    answers.Rounds,
    answers.Limits,
    answers.TableAnswer,
    answers.Examples,
    answers.ProblemBody,
    house_answers.Alive,
    house_answers.Ready,
    house_answers.Version,
)
_ASKED: tuple[type[BaseModel], ...] = (asked.Bet, asked.Act, asked.NewLimit)

_EVERY = ("internal-error",)
_PLAYER = ("unauthorised", *_EVERY)
_BODY = ("malformed-json", "body-too-large", "unsupported-media-type", "invalid-field")

TAGS = [
    {"name": "Table", "description": "What is played here, and a guest session to play it with."},
    {"name": "Rounds", "description": "Bet, act, read."},
    {"name": "Proofs", "description": "What a round was dealt from, for `pontoon replay`."},
    {"name": "Limits", "description": "The player's own limit (R18)."},
    {"name": "House", "description": "For the operator."},
]

DESCRIPTION = """\
Casino Pontoon (British blackjack) over HTTP. Amounts are whole pence, times are UTC, ids are \
UUIDs, cards are written `AC`, `TD`, `9H`, `KS`, and `??` while they lie face down.

## A round

Open a session, read `next_round`, bet on its `round_id` with a client seed of your own, act while \
`legal_actions` is not empty. The answer that ends a round announces the next one. When a round \
has ended, its proof names the secret behind its commitment: anybody can deal it again.

## Sending things twice

Every POST but the opening of a guest session carries `Idempotency-Key`. Sent again with the same \
key and body, it gets the answer of the first time, with `Idempotent-Replayed: true`, and nothing \
is done twice. After a lost answer, send the same request again.

## Errors

Errors are `application/problem+json` (RFC 9457); `type` is the address of a page with the remedy.

## First round with curl

    TOKEN=$(curl -s -X POST http://127.0.0.1:8000/v1/demo/sessions | jq -r .token)
    curl -s -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8000/v1/session | jq .next_round
"""


def problems(*slugs: str, body: bool = False) -> Responses:
    """The error answers of a call: the named problems and those of every call."""
    named = [*slugs, *(_BODY if body else ()), *_EVERY]
    found: dict[int | str, Spec] = {}
    for slug in dict.fromkeys(named):
        problem = PROBLEMS[slug]
        answer = found.setdefault(problem.status, _empty_problem())
        shown = answer["content"][PROBLEM_JSON]["examples"]
        shown[slug] = {"summary": problem.title, "value": problem_example(slug)}
        answer["description"] = ", ".join(shown)
    return cast(Responses, found)


def player_problems(*slugs: str, post: bool = False, body: bool = False) -> Responses:
    """As `problems`, for a call that needs a session (and a key when it is a POST)."""
    keyed = ("idempotency-key-missing", "idempotency-key-reused", "request-in-progress")
    return problems(*slugs, *(keyed if post else ()), "unauthorised", body=body)


def problem_example(slug: str) -> Spec:
    """A problem as it is answered."""
    problem = PROBLEMS[slug]
    facts = examples.PROBLEM_FACTS.get(slug, {})
    return problem_body(problem, problem.meaning, examples.REQUEST_ID, facts)


def complete(made: Spec | str) -> Spec | str:
    """APIFlask's document with our shapes by their plain names, and every header."""
    spec: Spec = json.loads(_plain_names(json.dumps(made)))
    spec["components"]["schemas"] = _schemas()
    spec["components"]["headers"] = examples.HEADERS
    spec["components"]["parameters"] = examples.PARAMETERS
    spec["info"]["description"] = DESCRIPTION
    for path, item in spec["paths"].items():
        for method, operation in item.items():
            _complete_operation(path, method, operation)
    return spec


def _complete_operation(path: str, method: str, operation: Spec) -> None:
    parameters = operation.setdefault("parameters", [])
    for parameter in parameters:
        if parameter["in"] == "path":
            parameter["schema"] = {"type": "string", "format": "uuid"}
            parameter["description"] = "the id of a round of this seat"
            parameter["example"] = examples.ROUND_ID
    keyed = method == "post" and "demo" not in path
    if keyed:
        parameters.append({"$ref": "#/components/parameters/IdempotencyKey"})
    if "requestBody" in operation:
        operation["requestBody"]["required"] = True
    for status, answer in operation["responses"].items():
        answer["headers"] = _headers(status, keyed, operation["operationId"])


def _headers(status: str, keyed: bool, operation: str) -> Spec:
    names = ["X-Request-Id"]
    if status == "201" and operation == "placeBet":
        names.append("Location")
    if status < "300" and keyed:
        names.append("Idempotent-Replayed")
    if status in {"429", "503"} or (status == "409" and keyed):
        names.append("Retry-After")
    if status == "401":
        names.append("WWW-Authenticate")
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _schemas() -> Spec:
    shown = [(model, "serialization") for model in _SHOWN]
    sent = [(model, "validation") for model in _ASKED]
    _, definitions = models_json_schema(
        [*shown, *sent],  # type: ignore[list-item]  # the modes are the two literals
        ref_template=_REF + "{model}",
    )
    schemas: Spec = definitions["$defs"]
    schemas.pop("JsonValue")  # what a stake may be to begin with; its schema is written out
    return {**schemas, "Proof": _proof_schema()}


def _proof_schema() -> Spec:
    schema: Spec = json.loads(resource("schema/proof-1.json").read_bytes())
    for outside in ("$schema", "$id"):
        schema.pop(outside, None)
    text = json.dumps(schema).replace("#/$defs/", f"{_REF}Proof/$defs/")
    inlined: Spec = json.loads(text)
    return inlined


def _plain_names(text: str) -> str:
    # APIFlask names a nested model after its parent: Session.Round. Here a shape has one name.
    for model in (*_SHOWN, *_ASKED):
        text = text.replace(f"{_REF}{model.__name__}.", _REF)
    return text


def _empty_problem() -> Spec:
    schema = {"$ref": _REF + answers.ProblemBody.__name__}
    return {"description": "", "content": {PROBLEM_JSON: {"schema": schema, "examples": {}}}}


def text_answer(description: str) -> Responses:
    """The answer of a call that gives plain text."""
    media = {"text/plain": {"schema": {"type": "string"}}}
    return {HTTPStatus.OK.value: {"description": description, "content": media}}


def proof_answer(many: bool = False) -> Responses:
    """The answer of a call that gives proofs."""
    media = NDJSON if many else JSON
    text = "every proof of this seat, one in each line, oldest first" if many else "the proof"
    schema = {"type": "string"} if many else {"$ref": _REF + "Proof"}
    return {HTTPStatus.OK.value: {"description": text, "content": {media: {"schema": schema}}}}
