"""The Flask application, put together: calls, pages, problems, headers, observation."""

import json
import time
import traceback
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from apiflask import APIFlask
from flask import Response, g
from flask.ctx import RequestContext

from app.api.bodies import JsonRequest, install_bodies
from app.api.caller import place
from app.api.description import DESCRIPTION, TAGS
from app.api.documented import complete
from app.api.headers import install_headers
from app.api.house_calls import REGISTRY, house_calls
from app.api.observed import (
    HouseCollector,
    install_observation,
    log_fault,
)
from app.api.pages import pages
from app.api.play import SESSION_SCHEME, guest, player
from app.api.queries import read_query
from app.api.rates import SessionRate
from app.api.responses import JSON, install_problems
from app.api.streaming import install_streams
from app.api.table_calls import table_calls
from app.service.health import chance_fault, open_rounds
from app.service.house import House
from app.service.log import Log
from app.store.engine import cause_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

Fault = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class PontoonApp(APIFlask):
    """Reads JSON strictly, and logs a fault by its place, never by its values."""

    request_class = JsonRequest
    log: Log

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """No view of ours is a coroutine, so none is asked whether it is one at each request."""
        return func

    def request_context(self, environ: "WSGIEnvironment") -> RequestContext:
        """A target without a path is that of the root, and no protocol is changed to here."""
        environ["PATH_INFO"] = environ.get("PATH_INFO") or "/"
        environ.pop("HTTP_UPGRADE", None)
        return super().request_context(environ)

    def log_exception(self, exc_info: Fault) -> None:
        """A message may quote what was stored or sent, so only kinds and lines are written."""
        _, error, trace = exc_info
        frames = [f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(trace)]
        log_fault(self.log, g.get("request_id", ""), _kinds(error), frames)


def _kinds(error: BaseException | None) -> str:
    if error is None:
        return ""
    kind, cause = type(error).__name__, cause_of(error)
    return kind if kind == cause else f"{kind}: {cause}"


def build_api(
    house: House,
    allow_origins: Sequence[str] = (),
    rate: SessionRate | None = None,
) -> APIFlask:
    """The application that speaks for this house."""
    app = PontoonApp(
        "app",
        title="Pontoon",
        version=house.software.rpartition(" ")[2],
        spec_path=None,
        docs_path=None,
        static_folder=None,  # type: ignore[arg-type]  # as Flask means it: no static files
        json_errors=False,
    )
    app.log = house.log
    # A path is what it says: no redirect to whatever host a request names.
    app.url_map.merge_slashes = False
    app.config.update(_CONFIG)
    place(app, house, rate or SessionRate(time.monotonic))
    collector = HouseCollector(lambda: open_rounds(house), lambda: not chance_fault(house))
    app.extensions[REGISTRY] = install_observation(app, collector, app.log)
    install_headers(app, allow_origins)
    install_bodies(app)
    install_streams(app)
    app.before_request(read_query)
    install_problems(app, house)
    for calls in (guest, table_calls, player, house_calls, pages):
        app.register_blueprint(calls)
    _describe(app, house)
    return app


_CONFIG = {
    "OPENAPI_VERSION": "3.1.0",
    "DESCRIPTION": DESCRIPTION,
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "TAGS": TAGS,
    "AUTO_SERVERS": False,
    "AUTO_404_RESPONSE": False,
    "AUTO_VALIDATION_ERROR_RESPONSE": False,
    "AUTO_AUTH_ERROR_RESPONSE": False,
    "SECURITY_SCHEMES": {
        SESSION_SCHEME: {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of a session.",
        }
    },
}


def _describe(app: APIFlask, house: House) -> None:
    app.spec_processor(lambda made: complete(made, house))

    @app.get("/openapi.json")
    @app.doc(hide=True)
    def openapi() -> Response:
        # Made at the first request, not at start: it takes longer than anything else here.
        document = app._get_spec("json")  # APIFlask's cached document
        return Response(json.dumps(document), headers={"Cache-Control": "no-cache"}, mimetype=JSON)
