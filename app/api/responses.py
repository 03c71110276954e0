"""Turning views, refusals and faults into HTTP answers."""

import json
import sys
from collections.abc import Mapping
from http import HTTPStatus

from apiflask import HTTPError
from flask import Flask, Response, current_app, g, request
from pydantic import ValidationError
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import HTTPException

from app.api import refusal_problems
from app.api.bodies import body_too_large, broken_body
from app.api.caller import the_house
from app.api.problems import PROBLEMS, Problem, Refused
from app.api.requests import ASKED, wrong_fields
from app.service.house import House
from app.service.refusals import Refusal
from app.service.views import as_json
from app.store.engine import DatabaseBusy, driver_error, is_down

JSON = "application/json"
PROBLEM_JSON = "application/problem+json"
NDJSON = "application/x-ndjson"
FAULT = "The fault is in the log of the server under this request_id."
NO_STORE = {"Cache-Control": "no-store"}

# Werkzeug's own refusals, by status; any other is an internal error.
_ROUTED = {404: "not-found", 405: "method-not-allowed", 400: "malformed-json"}
_PLACES = {"json": "body", "query": "query"}


def money_answer(body: str, status: int = HTTPStatus.OK, **headers: str) -> Response:
    """JSON that speaks of money: no cache keeps it."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(body, status, {**NO_STORE, **named}, JSON)


def public_answer(view: object, status: int = HTTPStatus.OK) -> Response:
    """JSON that is the same for everybody."""
    return Response(as_json(view), status, {"Cache-Control": "no-cache"}, JSON)


def problem_answer(
    problem: Problem, detail: str, facts: Mapping[str, object], headers: Mapping[str, str]
) -> Response:
    """RFC 9457."""
    body = problem_body(problem, detail, g.request_id, facts)
    return Response(json.dumps(body), problem.status, {**NO_STORE, **headers}, PROBLEM_JSON)


def problem_body(
    problem: Problem, detail: str, request_id: str, facts: Mapping[str, object]
) -> dict[str, object]:
    """The members of a problem: the standard ones, then the facts that help on."""
    return {
        "type": problem.type,
        "title": problem.title,
        "status": problem.status,
        "detail": sentence(detail),
        "request_id": request_id,
        **facts,
    }


def sentence(words: str) -> str:
    """With a capital letter and a full stop; a pointer at the beginning stays as it is."""
    return f"{words[:1].upper()}{words[1:]}".rstrip(".") + "."


def install_problems(app: Flask, house: House) -> None:
    """Answer everything that goes wrong from the table of problems."""
    app.register_error_handler(Refusal, _refusal)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(HTTPError, _field_error)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(DatabaseBusy, _busy)
    for kind in (DBAPIError, driver_error(house.engine)):
        app.register_error_handler(kind, _database_error)


def take_broken_bodies(app: Flask, kind: type[Exception]) -> None:
    """Answer a body of which a server raises this while it is read."""
    app.register_error_handler(kind, lambda _error: _refused(broken_body()))


def _refusal(refusal: Refusal) -> Response:
    problem = refusal_problems.problem_of(refusal)
    headers = refusal_problems.headers_of(refusal)
    if problem.status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    detail = refusal_problems.detail_of(refusal, the_house().rules_file.rules.stakes.max_pence)
    return problem_answer(problem, detail, refusal_problems.facts_of(refusal), headers)


def _busy(_held: DatabaseBusy) -> Response:
    seconds = str(the_house().table.retry_after_seconds)
    detail = f"Somebody else holds what is asked for; nothing has changed. Try again in {seconds} s"
    problem = PROBLEMS["request-in-progress"]
    return problem_answer(problem, detail, {}, {"Retry-After": seconds})


def _database_error(error: Exception) -> Response:
    current_app.log_exception(sys.exc_info())
    if not is_down(error):
        return _internal()
    seconds = str(the_house().table.retry_after_seconds)
    detail = "The database does not answer, or takes no more. The same request can be sent again"
    return problem_answer(PROBLEMS["not-dealing"], detail, {}, {"Retry-After": seconds})


def _refused(refusal: Refused) -> Response:
    return problem_answer(refusal.problem, refusal.detail, refusal.facts, refusal.headers)


def _field_error(error: HTTPError) -> Response:
    # APIFlask wraps what pydantic found; the original names the model and the field.
    cause = error.__cause__
    if not isinstance(cause, ValidationError):
        return _internal()
    place = next(_PLACES[name] for name in error.detail)
    return _refused(wrong_fields(ASKED[cause.title], cause, place))


def _http_error(error: HTTPException) -> Response:
    if error.code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return _refused(body_too_large())
    if error.code not in _ROUTED:
        return _internal()
    problem = PROBLEMS[_ROUTED[error.code]]
    headers = dict(error.get_headers())
    headers.pop("Content-Type", None)
    detail = f"{request.method} is not taken here." if error.code == 405 else problem.meaning
    return problem_answer(problem, detail, {}, headers)


def _internal() -> Response:
    return problem_answer(PROBLEMS["internal-error"], FAULT, {}, {})
