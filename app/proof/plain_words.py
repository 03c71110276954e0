"""What the reader of documents objects to, in words of this program, not of a library."""

import re

from pydantic_core import ErrorDetails

from app.proof.forms import IN_WORDS

_MISSING = "missing"
_UNKNOWN = frozenset({"extra_forbidden", "unexpected_keyword_argument"})
_NOTHING = "EOF while parsing a value at line 1 column 0"
_SHOULD = re.compile(r"^(?:Input|String|Tuple) should ")
_AT_FIRST = re.compile(r"expected value at line 1 column 1$")

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def field_words(error: ErrorDetails) -> str:
    """About one field, of what pydantic has found."""
    if error["type"] == _MISSING:
        return "is missing"
    if error["type"] in _UNKNOWN:
        return "is not a field of such a document"
    form = IN_WORDS.get(error.get("ctx", {}).get("pattern", ""))
    if form is not None:
        return f"must be {form}"
    return _SHOULD.sub("must ", error["msg"])


def syntax_words(says: str, document: bytes) -> str:
    """About a text that is no JSON."""
    if document.startswith(BYTE_ORDER_MARK):
        return "not JSON: it begins with a byte order mark; save it as UTF-8 without one"
    if not document.strip():
        return "not JSON: it holds nothing"
    found = says.removeprefix("Invalid JSON: ")
    if found == _NOTHING or _AT_FIRST.search(found):
        return "not JSON: it does not begin with {"
    return f"not JSON: {found}"
