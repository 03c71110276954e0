"""What is the same for everybody: what is played here, the keys, chosen hands to look at.

None of them needs a token.
"""

from importlib.resources import files

from apiflask import APIBlueprint
from flask import Response

from app.api import answers, examples, table_answers
from app.api.caller import the_house
from app.api.documented import QUERY, problems
from app.api.responses import JSON, public_answer
from app.service.signing_keys import signing_keys
from app.service.table import table_view

table_calls = APIBlueprint("table", __name__, url_prefix="/v1")


@table_calls.get("/table")
@table_calls.doc(
    summary="What is played here",
    description="The rules with their texts, stakes, chips, keys and what the game returns. "
    "No token is needed.",
    operation_id="readTable",
    tags=["Table"],
    responses=problems(*QUERY),
)
@table_calls.output(table_answers.TableAnswer, description="what is played here")
def table() -> Response:
    return public_answer(table_view(the_house()))


@table_calls.get("/keys")
@table_calls.doc(
    summary="With which keys proofs are signed",
    description="The public keys of this house. Save a `public_key` as a file, and "
    "`pontoon replay --key FILE` checks the signature of a proof. No token is needed.",
    operation_id="readKeys",
    tags=["Table"],
    responses=problems(*QUERY),
)
@table_calls.output(table_answers.SigningKeys, description="the keys", example=examples.KEYS)
def keys() -> Response:
    return public_answer(signing_keys(the_house()))


@table_calls.get("/examples")
@table_calls.doc(
    summary="Look at chosen hands",
    description="Hands that are seldom dealt, step by step, to show or to try a front end on: a "
    "split to three hands, trick against trick, pontoon against pontoon. Their cards were chosen "
    "when this program was made: they are read from a file, and no call deals chosen cards.",
    operation_id="readExamples",
    tags=["Table"],
    responses=problems(*QUERY),
)
@table_calls.output(answers.Examples, description="the examples")
def chosen_hands() -> Response:
    text = (files("app.web") / "examples.json").read_bytes()
    return Response(text, headers={"Cache-Control": "no-cache"}, mimetype=JSON)
