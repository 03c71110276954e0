"""The examples of `GET /v1/examples`, made from the golden playthroughs.

    python -m tests.playthroughs.examples       writes them into the package

Only playthroughs of the shipped rules are shown. Nothing of it runs in a serving process.
"""

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import app.web
from app.game.choices import barred, legal_actions
from app.game.state import RoundState
from app.service.showing import dealer_of, hand_views
from app.service.views import BarredView, as_fields
from tests.playthroughs.playthrough import EXAMPLES, Playthrough

FILE = Path(app.web.__file__).parent / "examples.json"
NOBODYS_ROUND = str(UUID(int=0))
NO_COMMITMENT = "0" * 64

Facts = dict[str, Any]


def examples_json() -> str:
    """The text of the file, one step in each line."""
    shown = [_example(game) for game in EXAMPLES if not game.changes]
    return _written({"examples": shown})


def _example(game: Playthrough) -> Facts:
    done = ("deal", *game.actions)
    states = game.states()
    return {
        "name": game.name,
        "title": game.title,
        "about": game.about,
        "example": True,
        "steps": [
            {"done": each, "round": _round(game, state, version, done)}
            for version, (each, state) in enumerate(zip(done, states, strict=True), start=1)
        ],
    }


def _round(game: Playthrough, state: RoundState, version: int, done: tuple[str, ...]) -> Facts:
    ended = "void" if done[version - 1] == "void" else "settled"
    return {
        "round_id": NOBODYS_ROUND,
        "number": 1,
        "version": version,
        "status": ended if state.ended else "in_play",
        "stake_requested": game.stake,
        "stake": game.stake,
        "client_seed": None,
        "commitment": NO_COMMITMENT,
        "hands": as_fields(hand_views(state)),
        "active_hand": state.active_hand,
        "dealer": as_fields(dealer_of(state)),
        "legal_actions": [action.value for action in legal_actions(state)],
        "barred": {
            bar.action.value: as_fields(BarredView(bar.code.value, bar.text))
            for bar in barred(state)
        },
        "staked": state.staked,
        "returned": state.returned,
        "net": state.net,
    }


def _written(document: Facts) -> str:
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=True)
    return text.replace('{"done":', '\n{"done":').replace('{"name":', '\n{"name":') + "\n"


if __name__ == "__main__":
    FILE.write_text(examples_json(), encoding="ascii")
