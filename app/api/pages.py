"""Pages for people: the reading page of the API and one page for each problem, from own files."""

import json
from importlib.resources import files

from apiflask import APIBlueprint
from flask import Response, render_template

from app.api.documented import problem_example
from app.api.problems import PROBLEMS, Refused

pages = APIBlueprint("pages", __name__, template_folder="../web/docs", enable_openapi=False)

_FILES = {
    "docs.css": "text/css",
    "docs.js": "text/javascript",
    "elements.js": "text/javascript",
    "icon.svg": "image/svg+xml",
    "try.js": "text/javascript",
}
_CACHE = {"Cache-Control": "no-cache"}


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
