"""Pages for people: the table, the checker, the reading page, a page for each problem.

All of them are own files, sent as they are, and load nothing from elsewhere.
"""

import json
import re
from functools import cache
from importlib.resources import files

from apiflask import APIBlueprint
from flask import Response, render_template, request

from app.api.documented import problem_example
from app.api.problems import PROBLEMS, Refused

pages = APIBlueprint("pages", __name__, template_folder="../web/docs", enable_openapi=False)

_FILES = {
    "docs.css": "text/css",
    "docs.js": "text/javascript",
    "elements.js": "text/javascript",
    "icon.svg": "image/svg+xml",
    "try.js": "text/javascript",
    "embedding.js": "text/javascript",
    "embedding.css": "text/css",
}
_TABLE_FILES = {
    "client.js": "text/javascript",
    "client-kept.js": "text/javascript",
    "client-sender.js": "text/javascript",
    "client.d.ts": "text/plain",
    "embed.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}
_KINDS = {".js": "text/javascript", ".css": "text/css"}
_CACHE = {"Cache-Control": "no-cache"}

# No inline script or style; frames show the checker, or on the guide the table, and no other site.
_TABLE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'"
)
# The checker is one file that also runs from disk, so it names its own policy.
_OWN_POLICY = re.compile(r'http-equiv="Content-Security-Policy"\s+content="([^"]+)"')


@pages.get("/")
def table_page() -> Response:
    return _page("index.html", _TABLE_POLICY)


@pages.get("/verify.html")
def checker() -> Response:
    named = _OWN_POLICY.search(_web_file("verify.html").decode())
    if named is None:
        raise Refused("not-found", "The checker names no policy, so it is not served.")
    return _page("verify.html", named[1])


@pages.get("/favicon.ico")
def icon() -> Response:
    # What a browser asks for beside a JSON answer or a proof that it shows.
    return table_file("icon.svg")


@pages.get("/<name>")
def table_file(name: str) -> Response:
    if name not in _TABLE_FILES:
        raise Refused("not-found", "There is no such page.")
    return _unchanging(_web_file(name), _TABLE_FILES[name])


@pages.get("/table/<name>")
def table_part(name: str) -> Response:
    part = files("app.web") / "table" / name
    kind = _KINDS.get(name[name.rfind(".") :])
    if kind is None or not re.fullmatch(r"[a-z-]+\.[a-z]+", name) or not part.is_file():
        raise Refused("not-found", "The table has no such part.")
    return _unchanging(_web_file(f"table/{name}"), kind)


@pages.get("/docs/embedding")
def embedding_guide() -> Response:
    return _page("docs/embedding.html", _TABLE_POLICY)


@pages.get("/docs")
def docs() -> Response:
    return Response(render_template("index.html"), headers=_CACHE)


@pages.get("/docs/<name>")
def docs_file(name: str) -> Response:
    if name not in _FILES:
        raise Refused("not-found", "The reading page has no such file.")
    text = (files("app.web") / "docs" / name).read_bytes()
    return Response(text, mimetype=_FILES[name], headers=_CACHE)


@pages.get("/problems/")
def problem_list() -> Response:
    return Response(render_template("problems.html", problems=PROBLEMS.values()), headers=_CACHE)


@pages.get("/problems/<slug>")
def problem_page(slug: str) -> Response:
    if slug not in PROBLEMS:
        raise Refused("not-found", "There is no such problem.")
    example = json.dumps(problem_example(slug), indent=2)
    page = render_template("problem.html", problem=PROBLEMS[slug], example=example)
    return Response(page, headers=_CACHE)


@cache
def _web_file(name: str) -> bytes:
    return files("app.web").joinpath(name).read_bytes()


def _page(name: str, policy: str) -> Response:
    answer = _unchanging(_web_file(name), "text/html")
    answer.headers["Content-Security-Policy"] = policy
    return answer


def _unchanging(text: bytes, kind: str) -> Response:
    """Asked for again each time, and sent again only when it has changed."""
    answer = Response(text, mimetype=kind, headers=_CACHE)
    answer.add_etag()
    answer.make_conditional(request)
    return answer
