"""The shapes of the operator's answers, for the OpenAPI document."""

from typing import Annotated, Any, Literal

from pydantic import Field

from app.api.answers import Shape
from app.proof.document import Sha256


class Ready(Shape):
    """Whether the server can deal, with each check."""

    ready: bool
    database: Annotated[str, Field(description="ok, or what is wrong")]
    chance: Annotated[str, Field(description="ok, or what is wrong")]


class Alive(Shape):
    """The process answers."""

    alive: Literal[True]


class Version(Shape):
    """What runs here."""

    name: str
    version: str
    python: str
    api: Literal["v1"]
    rules_id: str
    rules_sha256: Sha256
    events_format: str
    proof_format: str


def not_ready() -> dict[str, str | dict[str, dict[str, Any]]]:
    """The answer of /readyz when no round could be dealt."""
    example = {"ready": False, "database": "ok", "chance": "the start-up test failed"}
    schema = {"$ref": "#/components/schemas/Ready"}
    return {
        "description": "it cannot deal: the checks say why",
        "content": {"application/json": {"schema": schema, "example": example}},
    }
