"""The OpenAPI 3.1 document: shapes, problems, headers and words beside what the views declare."""

import json
from http import HTTPStatus
from typing import Any, cast

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from app.api import answers, examples, house_answers, requests, table_answers
from app.api.description import DESCRIPTION
from app.api.problems import PROBLEMS
from app.api.responses import JSON, NDJSON, PROBLEM_JSON, problem_body
from app.service.house import House
from config.documents import resource
from config.rules import StakeRules
from config.table import Table
from config.words import money, steps

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
    table_answers.TableAnswer,
    table_answers.SigningKeys,
    answers.Examples,
    answers.ProblemBody,
    house_answers.Alive,
    house_answers.Ready,
    house_answers.Version,
)
_ASKED: tuple[type[BaseModel], ...] = (requests.Bet, requests.Act, requests.NewLimit)

_EVERY = ("internal-error",)
QUERY = ("invalid-field",)
"""What every call below /v1 may answer: none takes a query that it has not."""
DATABASE = ("request-in-progress", "not-dealing")
"""What every call that reads or writes the database may answer: somebody else may hold it, or it
does not answer at all, or the key of what is read is elsewhere."""
PLAYER = ("unauthorised", *QUERY, *DATABASE)
"""What every call of a player may answer."""
BODY = (
    "malformed-json",
    "body-too-large",
    "unsupported-media-type",
    "invalid-field",
    "rate-limited",
)
"""What every call with a body may answer."""
KEYED = ("idempotency-key-missing", "idempotency-key-reused")
"""What every call under an Idempotency-Key may answer."""


def problems(*slugs: str) -> Responses:
    """The error answers of a call: the named problems and those of every call."""
    found: dict[int | str, Spec] = {}
    for slug in dict.fromkeys((*slugs, *_EVERY)):
        problem = PROBLEMS[slug]
        answer = found.setdefault(problem.status, _empty_problem())
        shown = answer["content"][PROBLEM_JSON]["examples"]
        shown[slug] = {"summary": problem.title, "value": problem_example(slug)}
        answer["description"] = ", ".join(shown)
    return cast(Responses, found)


def problem_example(slug: str) -> Spec:
    """A problem as it is answered."""
    problem = PROBLEMS[slug]
    facts = examples.PROBLEM_FACTS.get(slug, {})
    return problem_body(problem, problem.meaning, examples.REQUEST_ID, facts)


def complete(made: Spec | str, house: House) -> Spec | str:
    """APIFlask's document with our shapes by their plain names, every header, and the figures of
    the rules and the table that this house plays by.
    """
    spec: Spec = json.loads(_plain_names(json.dumps(made)))
    spec["components"]["schemas"] = _schemas()
    _fill_stakes(spec["components"]["schemas"], house.rules_file.rules.stakes, house.terms.currency)
    _fill_page(spec["paths"]["/v1/rounds"]["get"]["parameters"], house.table)
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
        waits = status in {"429", "503"} or DATABASE[0] in answer["description"]
        answer["headers"] = _headers(status, keyed, waits, operation["operationId"])


def _headers(status: str, keyed: bool, waits: bool, operation: str) -> Spec:
    names = ["X-Request-Id"]
    if status == "201" and operation == "placeBet":
        names.append("Location")
    if status < "300" and keyed:
        names.append("Idempotent-Replayed")
    if waits:
        names.append("Retry-After")
    if status == "401":
        names.append("WWW-Authenticate")
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _fill_stakes(schemas: Spec, stakes: StakeRules, currency: str) -> None:
    step, most = stakes.step_pence, stakes.max_pence
    fields = (
        (schemas["Bet"]["properties"]["stake"], step),
        (schemas["NewLimit"]["properties"]["table_max"], stakes.min_pence),
    )
    here = f"{steps(step, currency)}: {most} is {money(most, currency)}"
    for field, least in fields:
        field |= {"minimum": least, "multipleOf": step, "maximum": most}
        field["description"] += f"; here in {here}"


def _fill_page(parameters: list[Spec], table: Table) -> None:
    (limit,) = (each for each in parameters if each["name"] == "limit")
    bounds = {"minimum": 1, "maximum": table.history_rounds_max}
    limit["schema"] = {"type": "integer", **bounds, "default": table.history_rounds_default}
    limit["description"] = "how many rounds at most"


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
    return _ok(description, {"text/plain": {"schema": {"type": "string"}}})


def proof_answer() -> Responses:
    """The answer of the call that gives one proof."""
    return _ok("the proof", {JSON: {"schema": {"$ref": _REF + "Proof"}}})


def proofs_answer() -> Responses:
    """The answer of the call that gives all of them."""
    text = "every proof of this seat, one in each line, oldest first"
    return _ok(text, {NDJSON: {"schema": {"type": "string"}}})


def _ok(description: str, content: dict[str, Spec]) -> Responses:
    return {HTTPStatus.OK.value: {"description": description, "content": content}}
