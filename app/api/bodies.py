"""Reading a request's body: JSON that every reader would read the same way.

Duplicate keys, NaN and Infinity, numbers past a double, integers over 64 bits, deep nesting and
lone surrogates are refused as `malformed-json`. What the fields mean is judged elsewhere.
"""

import hashlib
import json
from typing import NoReturn

from flask import Flask, Request, request
from werkzeug.exceptions import RequestEntityTooLarge

from app.api.arriving import Arrivals
from app.api.problems import Refused, WrongField, invalid_field

BODY_BYTES_MAX = 64 * 1024  # design, section 7
DRAIN_BYTES_MAX = 16 * 1024 * 1024  # read and dropped of a body that is refused as too large
DRAIN_CHUNK_BYTES = 64 * 1024
JSON_DEPTH_MAX = 32  # levels of [ and {; the deepest documented body has 1
INTEGER_MIN = -(2**63)  # signed 64 bits: what a database column holds
INTEGER_MAX = 2**63 - 1
INTEGER_DIGITS_MAX = 20  # characters of -9223372036854775808
MEDIA_TYPE = "application/json"


class JsonRequest(Request):
    """Flask's request whose JSON body is read strictly, once, and must be an object."""

    # One more than allowed: of a body without Content-Length no more is read, and one byte over
    # tells that it is too large.
    max_content_length = BODY_BYTES_MAX + 1
    _parsed: dict[str, object] | None = None

    def get_json(self, *_lenient: object, **_options: object) -> dict[str, object]:
        """The body as an object; the leniencies of Flask's method are not offered."""
        if self._parsed is None:
            self._require_json()
            self._parsed = parse_object(self.body())
        return self._parsed

    def _require_json(self) -> None:
        charset = self.mimetype_params.get("charset", "utf-8").lower()
        encoding = self.headers.get("Content-Encoding", "identity").lower()
        if self.mimetype != MEDIA_TYPE or charset != "utf-8" or encoding != "identity":
            raise Refused(
                "unsupported-media-type",
                f"The body came as {self.mimetype or 'no named type'}; {MEDIA_TYPE} is expected.",
            )

    def body(self) -> bytes:
        """The bytes that came, at most `BODY_BYTES_MAX`."""
        try:
            body = self.get_data()
        except RequestEntityTooLarge:
            self._drain()
            raise body_too_large() from None
        if len(body) > BODY_BYTES_MAX:
            self._drain()
            raise body_too_large()
        return body

    def _drain(self) -> None:
        """Read on without keeping it: a client that still writes would never see the refusal."""
        declared = self.content_length
        left = DRAIN_BYTES_MAX if declared is None else min(declared, DRAIN_BYTES_MAX)
        stream = self.environ["wsgi.input"]
        while left > 0 and (chunk := stream.read(min(left, DRAIN_CHUNK_BYTES))):
            left -= len(chunk)

    def may_have_body(self) -> bool:
        """Whether there is anything to wait for (RFC 9112, 6.3: neither header, so no body)."""
        chunked = "Transfer-Encoding" in self.headers
        return chunked or self.headers.get("Content-Length", "0") != "0"


def install_bodies(app: Flask) -> None:
    """Read the body before every request, within its bounds, whether it is looked at or not.

    A refusal that leaves a body unread would cost the client its connection.
    """
    arrivals = Arrivals()

    @app.before_request
    def read_body() -> None:
        sent: JsonRequest = request._get_current_object()  # type: ignore[attr-defined]  # a proxy's own, for the thread that reads
        if sent.may_have_body():
            _require_whole(sent, arrivals.wait_for(sent, sent.body))


def broken_body() -> Refused:
    """The refusal of a body that the server itself could not read to its end."""
    detail = "The chunks of the body are not as HTTP has them."
    return Refused("malformed-json", detail, headers={"Connection": "close"})


def _require_whole(sent: JsonRequest, body: bytes) -> None:
    # Servers tell no application whether the last chunk came, so a body in chunks may have been
    # cut anywhere; nothing is to be bet on half a message (RFC 9112, 8).
    if body and sent.content_length is None:
        _malformed("The body came in chunks: send it whole, with Content-Length.")
    if len(body) < (sent.content_length or 0):
        _malformed("The body did not arrive whole, or not in time.")


def body_too_large() -> Refused:
    """The refusal of a body above the bound; what was read of it is dropped."""
    return Refused(
        "body-too-large",
        f"The body is above {BODY_BYTES_MAX} bytes.",
        {"bytes_max": BODY_BYTES_MAX},
    )


def optional_object() -> dict[str, object]:
    """The body of a call that needs none: nothing at all, or an object."""
    sent: JsonRequest = request  # type: ignore[assignment]  # the application's request class
    return sent.get_json() if sent.body() else {}


def body_sha256(body: dict[str, object]) -> str:
    """Hash of the body's canonical form: keys sorted, no spaces.

    Numbers keep the spelling that Python gives them, so 1 and 1.0 stay different requests.
    """
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def parse_object(raw: bytes) -> dict[str, object]:
    """The JSON object in `raw`, or the problem `malformed-json` or `invalid-field`."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        _malformed("The body is not UTF-8.")
    if _depth(text) > JSON_DEPTH_MAX:
        _malformed(f"The body nests deeper than {JSON_DEPTH_MAX} levels.")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_without_duplicates,
            parse_int=_integer,
            parse_float=_number,
            parse_constant=_constant,
        )
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as error:
        _malformed(f"{error.msg} at line {error.lineno}, column {error.colno}.")
    except UnicodeEncodeError:
        _malformed("A text holds half of a surrogate pair.")
    if not isinstance(value, dict):
        raise invalid_field([WrongField("", "a JSON object")])
    return value


def _malformed(detail: str) -> NoReturn:
    raise Refused("malformed-json", detail)


def _depth(text: str) -> int:
    """Deepest nesting, counted outside of strings, so that the parser never recurses far."""
    if text.count("[") + text.count("{") <= JSON_DEPTH_MAX:
        return 0
    depth = deepest = 0
    in_string = escaped = False
    for character in text:
        if in_string:
            in_string = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            in_string = True
        elif character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        _malformed("A key appears twice in one object.")
    return found


def _integer(digits: str) -> int:
    if len(digits) > INTEGER_DIGITS_MAX or not INTEGER_MIN <= int(digits) <= INTEGER_MAX:
        _malformed("An integer is over 64 bits.")
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        _malformed("A number is too large for a double.")
    return number


def _constant(name: str) -> NoReturn:
    _malformed(f"{name} is not JSON.")
