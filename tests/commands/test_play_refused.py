"""What the table refuses in the middle of a sitting: the player is told, and is never held."""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from rich.console import Console

from app.commands.play_client import TableClient, TableClosed
from app.commands.play_game import Game
from app.commands.play_kept import SittingFile
from app.factory import build_house, create_app
from app.proof.document import parse_proof
from app.service.house import House
from app.service.log import silent_log
from app.service.restored import treat_as_restored
from app.settings import Settings
from tests.api.guest import CLIENT_SEED
from tests.plain_play import plain_action

PROMPTS_MAX = 60
"""A player who is asked more often is held."""


@dataclass(frozen=True)
class Table:
    """A table whose house is in the hands of a test."""

    house: House
    http: httpx.Client


@pytest.fixture
def table(sqlite_url: str) -> Iterator[Table]:
    settings = Settings(database=sqlite_url)
    house = build_house(settings, log=silent_log())
    transport = httpx.WSGITransport(app=create_app(settings, house))
    with httpx.Client(base_url="http://house", transport=transport) as http:
        yield Table(house, http)
    house.close()


def sit(
    table: Table, folder: Path, stake: Callable[[int], str], action: Callable[[int, str], str]
) -> str:
    """What is shown of a sitting; the two answer a prompt by its number, from 1."""
    shown = io.StringIO()
    asked = {"stake": 0, "action": 0}

    def next_stake(_prompt: str) -> str:
        asked["stake"] += 1
        assert asked["stake"] <= PROMPTS_MAX
        return stake(asked["stake"])

    def next_action(prompt: str) -> str:
        asked["action"] += 1
        assert asked["action"] <= PROMPTS_MAX
        return action(asked["action"], prompt)

    Game(
        TableClient(table.http),
        Console(file=shown, width=200),
        next_stake,
        next_action,
        lambda: CLIENT_SEED,
        SittingFile(folder / "guest.json"),
    ).sit()
    return shown.getvalue()


def test_a_changed_announcement_is_shown_and_bet_on(table: Table, tmp_path: Path) -> None:
    def stake(count: int) -> str:
        if count == 1:
            treat_as_restored(table.house)
        return "5" if count <= 2 else "q"

    said = sit(table, tmp_path, stake, lambda _, prompt: plain_action(prompt.split()))
    first, second = said.split("is announced")[1:3]
    assert "Balance: £" not in first
    assert "Balance: £" in second


def test_a_round_that_was_opened_elsewhere_is_gone_on_with(table: Table, tmp_path: Path) -> None:
    def stake(count: int) -> str:
        if count == 1:
            guest = TableClient(table.http)
            opened: dict[str, Any] = {"legal_actions": [], **guest.session()}
            while not opened["legal_actions"]:
                coming = opened["next_round"]["round_id"]
                opened = guest.bet(coming, 300, "another-seed-of-this-guest")
        return "5" if count == 1 else "q"

    said = sit(table, tmp_path, stake, lambda _, prompt: plain_action(prompt.split()))
    assert "£3" in said
    assert "Balance: £" in said


class Losing(httpx.BaseTransport):
    """A line on which no answer to a bet comes back while it is cut; before or after it arrives."""

    def __init__(self, line: httpx.BaseTransport) -> None:
        self._line = line
        self.cut: str | None = None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        betting = request.method == "POST" and request.url.path == "/v1/rounds"
        if betting and self.cut == "before":
            raise httpx.ConnectError("cut", request=request)
        answer = self._line.handle_request(request)
        if betting and self.cut == "after":
            raise httpx.ReadError("cut", request=request)
        return answer


def two_sittings(table: Table, folder: Path, cut: str) -> str:
    """One whose second bet is cut off, and what is shown of the next, which saves its last bet."""
    (line,) = [table.http._transport]
    losing = Losing(line)
    with httpx.Client(base_url="http://house", transport=losing) as http:

        def stake(count: int) -> str:
            losing.cut = cut if count == 2 else None
            return "5"

        lossy = Table(table.house, http)
        with pytest.raises(TableClosed):
            sit(lossy, folder, stake, lambda _, prompt: plain_action(prompt.split()))
        losing.cut = None
        typed = iter(["p", "q"])
        return sit(
            lossy, folder, lambda _: next(typed), lambda _, prompt: plain_action(prompt.split())
        )


@pytest.mark.parametrize(("cut", "number"), [("before", 1), ("after", 2)])
def test_what_was_sent_is_kept_for_the_next_sitting_where_its_answer_is_lost(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: str, number: int
) -> None:
    monkeypatch.chdir(tmp_path)
    said = two_sittings(table, tmp_path, cut)
    assert f"Saved. Check it with:\npontoon replay round-{number}.proof.json" in said
    proof = parse_proof((tmp_path / f"round-{number}.proof.json").read_bytes())
    kept = json.loads((tmp_path / f"round-{number}.announced.json").read_text())
    assert (proof.commitment, proof.client_seed) == (
        kept["next_round"]["commitment"],
        kept["client_seed"],
    )


def frozen_in_a_hand(table: Table, folder: Path) -> str:
    def action(count: int, prompt: str) -> str:
        if count == 1:
            treat_as_restored(table.house)
        return plain_action(prompt.split())

    return sit(table, folder, lambda count: "5" if count < PROMPTS_MAX else "q", action)


def test_a_frozen_round_holds_nobody_and_is_not_said_to_be_finished(
    table: Table, tmp_path: Path
) -> None:
    said = frozen_in_a_hand(table, tmp_path)
    assert "is stopped: nobody can play it on" in said
    assert "the house finishes it" not in said


def test_a_session_that_ends_in_a_hand_may_be_left(table: Table, tmp_path: Path) -> None:
    def action(count: int, prompt: str) -> str:
        if count == 1:
            table.http.headers["Authorization"] = "Bearer gone"
        return plain_action(prompt.split()) if count == 1 else "q"

    said = sit(table, tmp_path, lambda _: "5", action)
    assert "Type q to leave the hand as it is." in said
    assert "finish it first" not in said


def test_a_proof_that_cannot_be_saved_ends_no_sitting(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def stake(count: int) -> str:
        number = count - 1
        if number:  # what it would be saved as is a folder
            (tmp_path / f"round-{number}.proof.json").mkdir(exist_ok=True)
        return {1: "5", 2: "p", 3: "5"}.get(count, "q")

    said = sit(table, tmp_path, stake, lambda _, prompt: plain_action(prompt.split()))
    assert "It cannot be saved here (round-1.proof.json: Is a directory)." in said
    assert said.count("Balance: £") == 2
