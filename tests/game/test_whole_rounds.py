"""Whole rounds of an independent program, on the cards as it dealt them.

That the seeds lead to these cards is tested with `rng`; here the cards are given.
Source: see `tests/vectors/README.md`.
"""

import json
from pathlib import Path
from typing import TypedDict

import pytest

from app.game.money import Pence
from app.game.outcomes import Action
from app.game.play import Record, replay
from tests.game.table import SHIPPED, cards, deal


class _Hand(TypedDict):
    cards: list[str]
    stake: int
    returned: int


class _Round(TypedDict):
    number: int
    rules_id: str
    stake: int
    actions: list[str]
    about: list[str]
    cards: list[str]
    hands: list[_Hand]
    dealer: list[str]
    staked: int
    returned: int
    net: int


_FILE = Path(__file__).parent.parent / "vectors" / "whole_rounds.json"
ROUNDS: list[_Round] = json.loads(_FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ROUNDS, ids=lambda row: f"{row['number']} {row['about'][0]}")
def test_the_record_leads_to_the_same_hands_and_the_same_pence(row: _Round) -> None:
    assert row["rules_id"] == SHIPPED.id
    actions = tuple(map(Action, row["actions"]))
    state = replay(Record(SHIPPED, Pence(row["stake"]), actions), deal(" ".join(row["cards"])))
    assert state.ended
    assert state.cards == cards(" ".join(row["cards"]))
    assert [
        {"cards": list(map(str, hand.cards)), "stake": hand.stake, "returned": hand.returned}
        for hand in state.hands
    ] == row["hands"]
    assert list(map(str, state.dealer.cards)) == row["dealer"]
    assert (state.staked, state.returned, state.net) == (
        row["staked"],
        row["returned"],
        row["net"],
    )


def test_the_rounds_show_every_way_a_round_may_end() -> None:
    shown = {about for row in ROUNDS for about in row["about"]}
    assert shown >= {
        "all bust",
        "bought trick",
        "dealer pontoon",
        "dealer trick",
        "player pontoon",
        "player trick",
        "pontoon after split",
        "pontoon against pontoon",
        "three hands",
    }
    assert {len(row["hands"]) for row in ROUNDS} == {1, 2, 3}
