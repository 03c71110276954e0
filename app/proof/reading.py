"""Strict reading of JSON documents into values: nothing is repaired, nothing is converted.

A number written as text or as `500.0`, an unknown key and a key given twice are refused, each in
one sentence that says where.
"""

import json
from collections.abc import Iterator
from typing import IO, TypeVar

from pydantic import TypeAdapter, ValidationError

from app.proof.plain_words import field_words, syntax_words
from config.quoting import quoted

DOCUMENT_BYTES_MAX = 65_536
"""Bytes of one document: the proof of the largest round there can be takes under 8,000."""

_Document = TypeVar("_Document")


class UnusableProof(ValueError):
    """Not such a document at all: unreadable, too large, or of another shape."""


def read_document(adapter: TypeAdapter[_Document], document: bytes) -> _Document:
    """The value in these bytes, or `UnusableProof` that says what is wrong with them."""
    if len(document) > DOCUMENT_BYTES_MAX:
        raise UnusableProof(f"larger than {DOCUMENT_BYTES_MAX:,} bytes, the most it may have")
    try:
        value = adapter.validate_json(document)
    except ValidationError as error:
        raise UnusableProof(_in_words(error, document)) from None
    # That reader lets the last of two equal keys win. It has bounded the depth for this one.
    try:
        _TWINS.decode(document.decode())
    except ValueError as error:
        raise UnusableProof(str(error)) from None
    return value


def read_whole(stream: IO[bytes]) -> bytes:
    """All of a stream, or just enough of it to be refused as too large."""
    return stream.read(DOCUMENT_BYTES_MAX + 1)


def read_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines that are not empty, in bounded memory; one too long is cut where it is refused."""
    whole = True
    while line := stream.readline(DOCUMENT_BYTES_MAX + 2):
        if whole and line.strip():
            yield line.rstrip(b"\r\n")
        whole = line.endswith(b"\n")


def _refuse_twins(pairs: list[tuple[str, object]]) -> None:
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        twin = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key '{quoted(twin)}' is given more than once")


_TWINS = json.JSONDecoder(object_pairs_hook=_refuse_twins)


def _in_words(error: ValidationError, document: bytes) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "json_invalid":
        return quoted(syntax_words(first["msg"], document))
    says = field_words(first)
    where = "".join(
        f"[{step}]" if isinstance(step, int) else f".{step}" for step in first["loc"]
    ).removeprefix(".")
    return f"{quoted(where)}: {quoted(says)}" if where else f"the document {quoted(says)}"
