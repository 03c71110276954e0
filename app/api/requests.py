"""What may be sent: the models of bodies and query strings, and reading them.

Strict and closed: nothing is coerced and an unknown field is refused. A field's description is
also what `invalid-field` names as expected. The stake passes as it came; R17 judges it, and the
figures of its schema are those of the rules in force (`documented.py`).
"""

import re
from typing import Annotated, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    WithJsonSchema,
)
from pydantic_core import ErrorDetails

from app.api import examples
from app.api.problems import Refused, WrongField, invalid_field
from app.proof.document import ActionName, ClientSeed, Uuid

CURSOR_LENGTH_MAX = 200
DIGITS = re.compile(r"[0-9]{1,9}")
VERSION_MAX = 2**31 - 1

STAKE_WORDS = (
    "a positive whole number of pence, a multiple of limits.step of GET /v1/table; one below "
    "limits.min is raised to it (R17)"
)
LIMIT_WORDS = (
    "a whole number of pence, a multiple of limits.step of GET /v1/table, from its limits.min to "
    "its limits.max (R18)"
)
PAGE_WORDS = "a whole number from 1, in digits alone, up to the most that /openapi.json names"


class Asked(BaseModel):
    """A closed, strict model."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Bet(Asked):
    """A bet on the announced round."""

    model_config = ConfigDict(json_schema_extra={"examples": [examples.BET]})

    round_id: Annotated[
        Uuid,
        Field(description="the round_id of next_round: a UUID in lower case with hyphens"),
    ]
    stake: Annotated[
        JsonValue,
        WithJsonSchema({"type": "integer", "description": STAKE_WORDS}),
        Field(description=STAKE_WORDS),
    ]
    client_seed: Annotated[
        ClientSeed | None,
        Field(
            description="16 to 64 characters from ! to ~, made by the player's side after the "
            "announcement arrived; may be left out",
        ),
    ] = None


class Act(Asked):
    """An action on the round in play."""

    model_config = ConfigDict(json_schema_extra={"examples": [examples.ACT]})

    action: Annotated[ActionName, Field(description="one of twist, stick, buy, split")]
    expected_version: Annotated[
        int,
        Field(
            ge=1,
            le=VERSION_MAX,
            description="a whole number from 1: the version of the round that the player saw",
        ),
    ]


class NewLimit(Asked):
    """A change of the player's table limit (R18)."""

    model_config = ConfigDict(json_schema_extra={"examples": [examples.NEW_LIMIT]})

    table_max: Annotated[
        JsonValue,
        WithJsonSchema({"type": "integer", "description": LIMIT_WORDS}),
        Field(description=LIMIT_WORDS),
    ]


class Nothing(Asked):
    """An empty body."""


def _in_digits(value: object) -> object:
    # Pydantic would read " 5", "+5" and "1_0" too.
    if isinstance(value, str) and not DIGITS.fullmatch(value):
        raise ValueError("not in digits alone")
    return value


class Page(BaseModel):
    """Which part of a list; a query string is text, so its number is read from text."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    cursor: Annotated[
        str | None,
        Field(max_length=CURSOR_LENGTH_MAX, description="the next_cursor of the page before"),
    ] = None
    limit: Annotated[
        int | None,
        BeforeValidator(_in_digits),
        Field(ge=1, description=PAGE_WORDS),
    ] = None


Model = TypeVar("Model", bound=BaseModel)


def read(model: type[Model], values: object, place: str = "body") -> Model:
    """The model of these values, or the problem `invalid-field` naming each wrong one."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise wrong_fields(model, error, place) from None


def wrong_fields(model: type[BaseModel], error: ValidationError, place: str) -> Refused:
    """The problem for what pydantic found; the values themselves are not repeated."""
    found = {_pointer(item): _expected(model, item) for item in error.errors()}
    return invalid_field(
        WrongField(pointer, expected, place) for pointer, expected in found.items()
    )


def _pointer(item: ErrorDetails) -> str:
    # Only the field: what lies inside of it is not ours to name. RFC 6901 escapes.
    name = str(item["loc"][0]) if item["loc"] else ""
    escaped = name.replace("~", "~0").replace("/", "~1")
    return f"/{escaped[:CURSOR_LENGTH_MAX]}" if item["loc"] else ""


def _expected(model: type[BaseModel], item: ErrorDetails) -> str:
    name = str(item["loc"][0]) if item["loc"] else ""
    fields = model.model_fields
    if name not in fields:
        known = ", ".join(fields) or "none"
        return f"no such field; the fields are: {known}"
    description = fields[name].description or "see /docs"
    return f"{description} (the field is missing)" if item["type"] == "missing" else description


ASKED: dict[str, type[BaseModel]] = {
    model.__name__: model for model in (Bet, Act, NewLimit, Nothing, Page)
}
