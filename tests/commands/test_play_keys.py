"""What is typed in `pontoon play`, and what the table is then asked: keys and words alike.

The game runs in this process, on a house of its own; its requests are listened to.
"""

import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import httpx
import pytest
from rich.console import Console

from app.commands.play_client import TableClient
from app.commands.play_game import Game
from app.commands.play_kept import Nowhere
from app.factory import build_house, create_app
from app.settings import Settings
from tests.api.guest import CLIENT_SEED
from tests.plain_play import plain_action

BETS_MAX = 1000  # a split is asked for in one hand of sixteen or so
KEYS = {"twist": "+", "stick": "Enter", "buy": "*", "split": "/"}  # R19


@dataclass(frozen=True)
class Table:
    """A table of its own, and the bodies that it was sent."""

    http: httpx.Client
    sent: list[dict[str, object]]


@pytest.fixture
def table(sqlite_url: str) -> Iterator[Table]:
    settings = Settings(database=sqlite_url)
    house = build_house(settings)
    sent: list[dict[str, object]] = []

    def listen(request: httpx.Request) -> None:
        if request.content:
            sent.append(json.loads(request.content))

    transport = httpx.WSGITransport(app=create_app(settings, house))
    hooks = {"request": [listen]}
    with httpx.Client(base_url="http://house", transport=transport, event_hooks=hooks) as http:
        yield Table(http, sent)
    house.close()


class Typist:
    """Types the key of an action when it is offered, next time the word, and plays plainly else."""

    def __init__(self, action: str) -> None:
        self._action = action
        self._left = [action, key_of(action)]
        self._bets = 0
        self.typed: list[str] = []

    def stake(self, _prompt: str) -> str:
        self._bets += 1
        assert self._bets <= BETS_MAX
        return "2" if self._left else "q"

    def action(self, prompt: str) -> str:
        offered = re.findall(r"(\w+) \[", prompt)
        due = self._left and self._action in offered
        self.typed.append(self._left.pop() if due else plain_action(offered))
        return self.typed[-1]


def key_of(action: str) -> str:
    """What is typed for it: of Enter nothing is left."""
    return KEYS[action].removeprefix("Enter")


def sit(http: httpx.Client, stake: Callable[[str], str], action: Callable[[str], str]) -> str:
    """Play with these answers to the two prompts until one of them leaves; what was shown."""
    shown = io.StringIO()
    console = Console(file=shown)
    Game(TableClient(http), console, stake, action, lambda: CLIENT_SEED, Nowhere()).sit()
    return shown.getvalue()


@pytest.mark.parametrize("action", KEYS)
def test_the_key_of_r19_and_the_word_ask_for_the_same_action(table: Table, action: str) -> None:
    typist = Typist(action)
    sit(table.http, typist.stake, typist.action)
    asked = [body["action"] for body in table.sent if "action" in body]
    done = set(zip(typist.typed, asked, strict=True))
    assert {(action, action), (key_of(action), action)} <= done


def test_nothing_and_the_key_of_r19_repeat_the_last_stake(table: Table) -> None:
    typed = iter(["7", "0", "", "nonsense", "0", "q"])
    sit(table.http, lambda _: next(typed), lambda prompt: plain_action(prompt.split()))
    assert [body["stake"] for body in table.sent if "stake" in body] == [700] * 4


def test_a_hand_that_was_finished_elsewhere_is_shown_as_it_ended(table: Table) -> None:
    elsewhere: list[str] = []

    def finished_elsewhere(_prompt: str) -> str:
        guest = TableClient(table.http)
        state = guest.session()["round"]
        while state["legal_actions"]:
            state = guest.act(state, plain_action(state["legal_actions"]))
        elsewhere.append(state["round_id"])
        return "twist"

    said = sit(table.http, lambda _: "q" if elsewhere else "2", finished_elsewhere)
    assert "The round is at version" in said
    assert "Balance: £" in said.rpartition("The round is at version")[2]
