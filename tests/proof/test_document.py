"""The shape of a proof document: this reader and `config/schema/proof-1.json` agree on it.

The schema also says which fields an ending fills in (its `allOf`). That part is judged, not read:
a document that breaks it alone is refuted, with the field as its finding.
"""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from app.proof.document import LIST_MAX, Proof, parse_proof, proof_fields, to_json
from app.proof.forms import IN_WORDS
from app.proof.judge import judge
from app.proof.reading import DOCUMENT_BYTES_MAX, UnusableProof
from config.documents import resource
from tests.proof.rounds import RandomSeat

SCHEMA: dict[str, Any] = json.loads(resource("schema/proof-1.json").read_text(encoding="utf-8"))
WHOLE = Draft202012Validator(SCHEMA)
SHAPE = Draft202012Validator({key: part for key, part in SCHEMA.items() if key != "allOf"})

REMOVED = object()
VALUES: tuple[object, ...] = (
    REMOVED,
    None,
    True,
    -1,
    0,
    1,
    4,
    27,
    64,
    2**16,
    2**53 - 1,
    2**53,
    0.5,
    "",
    "x",
    "settled",
    "void",
    "lapsed",
    "twist",
    "win",
    "stuck",
    "GBP",
    "gbp",
    "AS",
    "1S",
    "casino-8-deck/2",
    "casino-8-deck",
    "x" * 16,
    "sixteen letters ",
    "x" * 65,
    "x" * 201,
    "é" * 200,
    "0" * 16,
    "0" * 52,
    "9" * 52,
    "0" * 64,
    "A" * 64,
    "0" * 128,
    "01890000-0000-7000-8000-00000000a11c",
    "01890000-0000-7000-8000-00000000A11C",
    "2026-03-02T10:00:00Z",
    "2026-03-02T10:00:00.123456789Z",
    "2026-03-02T10:00:00.Z",
    "2026-03-02T10:00:00+00:00",
    "2026-03-02T10:00:00Z\n",
    "2026-03-02T24:00:00Z",
    "the rules changed\nCONFIRMED",
    "the rules changed\x1b[2J",
    "\u202edegnahc selur eht",
    *(f"the rules{one}" for one in "\xad\u061c\u180e\ufff9\ufffb\U000e0000\U000e007f"),
    "the rules changed: \U000e0080, \ufffc",
    "the rules changed: \u20ac, \u00e9",
    [],
    {},
    ["AS"],
    ["AS", "2S"],
    ["AS"] * 6,
    ["AS"] * (LIST_MAX + 1),
    ["twist"],
    ["twist"] * (LIST_MAX + 1),
    ["hit"],
    [None],
    {"id": "great-britain/1", "sha256": "0" * 64},
    {"id": "", "sha256": "0" * 64},
    {"id": "great-britain/1", "sha256": "0" * 64, "more": 1},
    {"cards": ["AS", "2S"], "total": 13, "result": "stuck"},
    {"cards": ["AS", "2S"], "total": 3, "result": "stuck"},
    {"cards": ["AS", "2S"], "total": 13, "result": None},
    [{"cards": ["AS", "2S"], "stake": 200, "outcome": "win", "returned": 400}] * 4,
    [{"cards": ["AS", "2S"], "stake": 200, "outcome": "win", "returned": 400}] * 5,
)


def each_ending() -> tuple[Proof, ...]:
    seat = RandomSeat(seed=5)
    return (
        seat.settled().proof,
        seat.void(actions_max=0).proof,
        seat.unstaked().proof,
        seat.lapsed().proof,
    )


def mutants(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The document with each field, and each field of its hands and dealer, given each value."""
    places: list[tuple[Any, ...]] = [(name,) for name in (*document, "more")]
    if document["hands"]:
        places += [("hands", 0, name) for name in (*document["hands"][0], "more")]
        places += [("dealer", name) for name in (*document["dealer"], "more")]
        places += [("cards", 0), ("dealer", "cards", 0)]
    for place in places:
        for value in VALUES:
            mutant = copy.deepcopy(document)
            parent: Any = mutant
            for step in place[:-1]:
                parent = parent[step]
            if value is not REMOVED:
                parent[place[-1]] = value
            elif isinstance(parent, list):
                del parent[place[-1]]
            else:
                parent.pop(place[-1], None)
            yield mutant


def read(document: object) -> Proof | None:
    """The proof, or None where the reader refuses it."""
    try:
        return parse_proof(json.dumps(document).encode())
    except UnusableProof:
        return None


@pytest.mark.parametrize("proof", each_ending(), ids=lambda proof: proof.status)
def test_what_is_built_satisfies_the_whole_schema_and_reads_back_the_same(proof: Proof) -> None:
    document = to_json(proof)
    assert list(WHOLE.iter_errors(json.loads(document))) == []
    assert parse_proof(document.encode()) == proof
    assert list(json.loads(document)) == SCHEMA["required"]


@pytest.mark.parametrize("proof", each_ending(), ids=lambda proof: proof.status)
def test_reader_and_schema_agree_on_the_shape_of_thousands_of_mutants(proof: Proof) -> None:
    accepted = refused = 0
    for mutant in mutants(proof_fields(proof)):
        parsed = read(mutant)
        assert (parsed is not None) == SHAPE.is_valid(mutant), mutant
        accepted += parsed is not None
        refused += parsed is None
        if parsed is not None and not WHOLE.is_valid(mutant):
            assert judge(parsed).findings, mutant
    assert accepted > 100
    assert refused > 1_000


GOOD = to_json(each_ending()[0]).encode()
UNUSABLE: list[tuple[str, bytes, str]] = [
    ("nothing", b"", "not JSON: it holds nothing"),
    ("a byte order mark", b"\xef\xbb\xbf" + GOOD, "begins with a byte order mark"),
    ("an unknown field", GOOD.replace(b'"net"', b'"nett"'), "is"),
    ("text", b"a proof", "not JSON"),
    ("cut off", GOOD[:-1], "not JSON"),
    ("two documents", GOOD + b"\n" + GOOD, "not JSON"),
    ("a list", b"[]", "must be an object"),
    ("an empty object", b"{}", "format: is missing"),
    ("another format", GOOD.replace(b"proof/1", b"proof/2"), "format: must be 'pontoon/proof/1'"),
    ("a key twice", GOOD[:-1] + b',"net":1}', "the key 'net' is given more than once"),
    (
        "a key of a hand twice",
        GOOD.replace(b'"outcome":', b'"outcome":"win","outcome":'),
        "the key 'outcome' is given more than once",
    ),
    (
        "control characters",
        GOOD.replace(b"pontoon test", b"pontoon\\u001b[2J"),
        "software: must be 1 to 200 characters that show as they are written",
    ),
    (
        "an id in capitals",
        GOOD.replace(b'"seat_id":"01890000', b'"seat_id":"0189ABCD'),
        "seat_id: must be a UUID in lower case",
    ),
    (
        "an id that is too long",
        GOOD.replace(b'"seat_id":"', b'"seat_id":"0'),
        "seat_id: must have at most 36 characters",
    ),
    ("an unknown key", GOOD[:-1] + b',"more":1}', "more: "),
    ("a number as text", GOOD.replace(b'"number":1', b'"number":"1"'), "number: must be"),
    ("a number with a point", GOOD.replace(b'"number":1', b'"number":1.0'), "number: must be"),
    ("not a number", GOOD.replace(b'"number":1', b'"number":NaN'), "number: must be"),
    ("a huge number", GOOD.replace(b'"number":1', b'"number":' + b"1" * 5_000), "not JSON"),
    ("too deep", b"[" * 60_000, "not JSON"),
    ("not UTF-8", GOOD.replace(b"pontoon test", b"\xff\xfe"), "not JSON"),
    ("half a surrogate", GOOD.replace(b"pontoon test", b"\\ud800"), "not JSON"),
    ("UTF-16", GOOD.decode().encode("utf-16"), "not JSON"),
    ("too large", GOOD + b" " * DOCUMENT_BYTES_MAX, "larger than 65,536 bytes"),
]


@pytest.mark.parametrize(
    ("document", "why"), [row[1:] for row in UNUSABLE], ids=[row[0] for row in UNUSABLE]
)
def test_what_is_no_proof_is_refused_in_a_sentence(document: bytes, why: str) -> None:
    with pytest.raises(UnusableProof) as refusal:
        parse_proof(document)
    assert why in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_every_pattern_of_a_document_has_its_words() -> None:
    patterns = set(patterns_in(TypeAdapter(Proof).json_schema()))
    assert patterns == IN_WORDS.keys()


def patterns_in(schema: object) -> Iterator[str]:
    """Every `pattern` of a schema."""
    if isinstance(schema, list):
        yield from (found for part in schema for found in patterns_in(part))
    elif isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
        yield from (found for part in schema.values() for found in patterns_in(part))


def test_a_proof_may_be_laid_out_over_many_lines() -> None:
    assert parse_proof(json.dumps(json.loads(GOOD), indent=2).encode()) == each_ending()[0]
