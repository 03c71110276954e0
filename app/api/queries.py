"""Query strings: each name once, and only the names that a call has."""

from flask import request

from app.api.problems import WrongField, invalid_field
from app.api.requests import CURSOR_LENGTH_MAX, Page

PREFIX = "/v1/"
PAGED = "player.rounds"
READING = ("GET", "HEAD")


def read_query() -> None:
    """Before every call of the API. Pages and the operator's calls take whatever is added."""
    if not request.path.startswith(PREFIX) or request.url_rule is None:
        return
    paged = request.endpoint == PAGED and request.method in READING
    known = tuple(Page.model_fields) if paged else ()
    named = ", ".join(known) or "none"
    wrong = [
        WrongField(
            pointer(name),
            "given once" if name in known else f"no such field; the fields are: {named}",
            "query",
        )
        for name, values in request.args.lists()
        if name not in known or len(values) > 1
    ]
    if wrong:
        raise invalid_field(wrong)


def pointer(name: str) -> str:
    """RFC 6901, cut where a name is too long to be one of ours."""
    return "/" + name.replace("~", "~0").replace("/", "~1")[:CURSOR_LENGTH_MAX]
