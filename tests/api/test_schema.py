"""The application against its own document: what it allows and forbids is sent by schemathesis."""

from typing import Any

import schemathesis
from apiflask import APIFlask
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.core.result import Ok

from app.api.app import build_api
from app.api.rates import SessionRate
from app.service.house import House
from tests.api.guest import fresh_key, open_guest

EXAMPLES = 40  # for each call and each mode
CHECKED = {
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
}
"""That valid data is accepted is not asked: a bet on a made-up round is valid, and refused."""


def _unbounded(house: House) -> APIFlask:
    return build_api(house, rate=SessionRate(lambda: 0.0, burst=1_000_000))


def test_every_answer_is_one_that_the_document_names(house: House) -> None:
    app = _unbounded(house)
    guest = open_guest(app)
    document = app.test_client().get("/openapi.json").get_json()
    schema = schemathesis.openapi.from_dict(document, config=SchemathesisConfig())
    schema.app = app
    load_all_checks()
    left_out = [check for check in CHECKS.get_all() if check.__name__ not in CHECKED]
    called = 0
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        asks = {"parameters", "requestBody"} & {
            name
            for name, value in document["paths"][operation.path][operation.method].items()
            if value
        }
        forbidden = (GenerationMode.NEGATIVE,) if asks else ()
        for mode in (GenerationMode.POSITIVE, *forbidden):

            @settings(
                max_examples=EXAMPLES,
                phases=(Phase.generate,),
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy(generation_mode=mode))
            def answers_as_documented(case: schemathesis.Case[Any]) -> None:
                nonlocal called
                called += 1
                headers = {"Authorization": f"Bearer {guest.token}"}
                if case.method.upper() == "POST" and "Idempotency-Key" in (case.headers or {}):
                    headers["Idempotency-Key"] = fresh_key()
                case.call_and_validate(headers=headers, excluded_checks=left_out)  # type: ignore[arg-type]  # as it lists its own

            answers_as_documented()
    print(f"schemathesis: {called} requests")
    assert called > EXAMPLES * 10
