"""A client that holds the API to its document: whatever problem is met must be named there."""

import re
from typing import Any

from apiflask import APIFlask
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.test import TestResponse

PROBLEM_JSON = "application/problem+json"

Call = tuple[str, str]
"""A path as the document writes it, and a method."""


class HeldClient(FlaskClient):
    """A client that takes no problem from a call whose part of the document does not name it."""

    def open(self, *args: Any, **options: Any) -> TestResponse:
        answer = super().open(*args, **options)
        if answer.content_type == PROBLEM_JSON and answer.data:  # to HEAD there is none
            _hold(self.application, answer)
        return answer


def _hold(app: Flask, answer: TestResponse) -> None:
    asked = answer.request
    try:
        rule, _ = app.url_map.bind("").match(asked.path, asked.method, return_rule=True)
    except (MethodNotAllowed, NotFound):
        return  # what no call stands behind
    call = re.sub(r"<(\w+)>", r"{\1}", rule.rule), asked.method.replace("HEAD", "GET").lower()
    named = named_problems(app)
    slug = answer.get_json(force=True)["type"].removeprefix("/problems/")
    assert slug in named.get(call, {slug}), f"{call} does not name {slug}"


def named_problems(app: Flask) -> dict[Call, set[str]]:
    """The problems that each call names: of every application the same, so made once."""
    if not _named:
        assert isinstance(app, APIFlask)
        document: Any = app._get_spec("json")  # not by a request, which would be logged
        for path, item in document["paths"].items():
            for method, call in item.items():
                problems = [
                    one.get("content", {}).get(PROBLEM_JSON, {}).get("examples", {})
                    for one in call["responses"].values()
                ]
                _named[path, method] = {slug for examples in problems for slug in examples}
    return _named


_named: dict[Call, set[str]] = {}
