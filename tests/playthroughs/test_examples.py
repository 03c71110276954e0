"""The examples that are served are what the golden playthroughs give."""

import json

from app.api.answers import Examples
from tests.playthroughs.examples import FILE, examples_json


def test_the_served_examples_are_what_the_playthroughs_give() -> None:
    assert FILE.read_text(encoding="ascii") == examples_json(), (
        "write them again: python -m tests.playthroughs.examples"
    )


def test_the_examples_have_the_shape_of_the_api_and_those_of_the_table_page() -> None:
    shown = Examples.model_validate(json.loads(FILE.read_bytes()))
    by_name = {one.name: one for one in shown.examples}
    assert {"three-hand-split", "trick-against-trick", "pontoon-against-pontoon"} <= set(by_name)
    assert max(len(step.round.hands) for step in by_name["three-hand-split"].steps) == 3


def test_no_example_shows_a_card_that_lies_face_down() -> None:
    shown = Examples.model_validate(json.loads(FILE.read_bytes()))
    for example in shown.examples:
        *before, last = [step.round for step in example.steps]
        assert all(set(found.dealer.cards) == {"??"} for found in before), example.name
        assert "??" not in last.dealer.cards
