"""Headers that go with every answer: who may read and frame it, what it may load, its id.

One list of origins decides both: it is the CORS list and `frame-ancestors`. It is empty by
default, so no other site reads or frames anything. A page that frames or is framed by another page
of ours brings a policy of its own, and may then be framed from here too. No cookie is ever set.
"""

import re
from collections.abc import Sequence

from flask import Flask, Response, g, request
from uuid_utils import uuid7

ALLOWED_HEADERS = "Authorization, Content-Type, Idempotency-Key"
EXPOSED_HEADERS = "Location, Retry-After, Idempotent-Replayed, X-Request-Id"
ALLOWED_METHODS = "GET, POST, PUT"
PREFLIGHT_SECONDS = 600  # how long a browser may keep a preflight's answer
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")  # an id from outside must be safe to log


def content_security_policy(origins: Sequence[str]) -> str:
    """Own files only; framed by the named origins only."""
    ancestors = " ".join(origins) if origins else "'none'"
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "font-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; "
        f"form-action 'none'; frame-ancestors {ancestors}"
    )


def ancestors_of_own_frames(origins: Sequence[str]) -> str:
    """Who may frame a page that stands in frames of ours: we, and whoever may frame us."""
    return " ".join(["frame-ancestors 'self'", *origins])


def install_headers(app: Flask, origins: Sequence[str]) -> None:
    """Give every answer its headers and answer preflights of allowed origins."""
    policy, own_frames = content_security_policy(origins), ancestors_of_own_frames(origins)
    allowed = frozenset(origins)

    @app.before_request
    def identify() -> Response | None:
        offered = request.headers.get("X-Request-Id", "")
        g.request_id = offered if REQUEST_ID.fullmatch(offered) else str(uuid7())
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return Response(status=204)
        return None

    @app.after_request
    def finish(response: Response) -> Response:
        response.headers["X-Request-Id"] = g.request_id
        brought = response.headers.get("Content-Security-Policy")
        response.headers["Content-Security-Policy"] = (
            policy if brought is None else f"{brought}; {own_frames}"
        )
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
        _share(response, allowed)
        return response


def _share(response: Response, allowed: frozenset[str]) -> None:
    if not allowed:
        return
    response.headers.add("Vary", "Origin")
    origin = request.headers.get("Origin", "")
    if origin not in allowed:
        return
    response.headers["Access-Control-Allow-Origin"] = origin
    response.headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
        response.headers["Access-Control-Allow-Methods"] = ALLOWED_METHODS
        response.headers["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
