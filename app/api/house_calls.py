"""The operator's calls: does it live, can it deal, what runs, what has it done.

None of them needs a token, none says anything about a player or a card. `/metrics` belongs behind
the operator's own network, as usual.
"""

import json
import platform
from http import HTTPStatus

from apiflask import APIBlueprint
from flask import Response, current_app
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from app.api import house_answers
from app.api.caller import the_house
from app.api.documented import DATABASE, problems, text_answer
from app.api.responses import JSON
from app.game.events import EVENTS_FORMAT
from app.proof.document import PROOF_FORMAT
from app.service.health import chance_fault, database_fault

house_calls = APIBlueprint("house", __name__)

REGISTRY = "pontoon.registry"
_FRESH = {"Cache-Control": "no-store"}


@house_calls.get("/livez")
@house_calls.doc(
    summary="Does the process answer",
    operation_id="readLive",
    tags=["House"],
    responses=problems(),
)
@house_calls.output(house_answers.Alive, description="it lives", example={"alive": True})
def livez() -> Response:
    return Response('{"alive":true}', HTTPStatus.OK, _FRESH, JSON)


@house_calls.get("/readyz")
@house_calls.doc(
    summary="Can it deal",
    description="Checks that the database is at the newest migration and can be written, and that "
    "the source of chance has passed its tests. 503 with the same body when it cannot deal.",
    operation_id="readReady",
    tags=["House"],
    responses={**problems(), 503: house_answers.not_ready()},
)
@house_calls.output(
    house_answers.Ready,
    description="it can deal",
    example={"ready": True, "database": "ok", "chance": "ok"},
)
def readyz() -> Response:
    house = the_house()
    database, chance = database_fault(house), chance_fault(house)
    ready = not database and not chance
    body = {"ready": ready, "database": database or "ok", "chance": chance or "ok"}
    status = HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE
    return Response(json.dumps(body), status, _FRESH, JSON)


@house_calls.get("/version")
@house_calls.doc(
    summary="What runs here", operation_id="readVersion", tags=["House"], responses=problems()
)
@house_calls.output(house_answers.Version, description="what runs here")
def version() -> Response:
    house = the_house()
    name, _, number = house.software.partition(" ")
    body = {
        "name": name,
        "version": number,
        "python": platform.python_version(),
        "api": "v1",
        "rules_id": house.rules_file.rules.id,
        "rules_sha256": house.rules_file.sha256,
        "events_format": EVENTS_FORMAT,
        "proof_format": PROOF_FORMAT,
    }
    return Response(json.dumps(body), HTTPStatus.OK, _FRESH, JSON)


@house_calls.get("/metrics")
@house_calls.doc(
    summary="Figures for Prometheus",
    description="Requests and their durations by route, rounds by status, open rounds, whether "
    "the source of chance is healthy. Nothing about cards.",
    operation_id="readMetrics",
    tags=["House"],
    responses={**text_answer("Prometheus text"), **problems(*DATABASE)},
)
def metrics() -> Response:
    registry: CollectorRegistry = current_app.extensions[REGISTRY]
    return Response(generate_latest(registry), headers=_FRESH, content_type=CONTENT_TYPE_LATEST)
