"""The player's side of the game: prompts, keys, client seeds, and what is kept to check with."""

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from app.commands import play_screen as screen
from app.commands.play_client import Refused, TableClient
from config.words import PENCE_IN_POUND, money

Facts = dict[str, Any]

POUNDS_DIGITS_MAX = 7
SEED_BYTES = 16
LEAVE = "q"
SAVE = "p"


class Leave(Exception):
    """The player leaves, or the input has ended."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What the player keeps of a round to check it with: announcement, client seed, stake."""

    next_round: Facts
    client_seed: str
    stake: int

    def as_json(self) -> str:
        """The file that `pontoon replay --announced` reads."""
        facts = {
            "next_round": self.next_round,
            "client_seed": self.client_seed,
            "stake": self.stake,
        }
        return json.dumps(facts, indent=2)


class Game:
    """One sitting at the table."""

    def __init__(
        self,
        client: TableClient,
        console: Console,
        read_stake: Callable[[str], str],
        read_action: Callable[[str], str],
        new_seed: Callable[[], str],
    ) -> None:
        self._client = client
        self._console = console
        self._read_stake = read_stake
        self._read_action = read_action
        self._new_seed = new_seed
        self._table = client.table()
        self._action_of = dict(self._table["keys"])
        self._key_of = {action: key for key, action in self._table["keys"].items()}
        self._stake = self._table["limits"]["min"]
        self._kept: Kept | None = None

    def sit(self) -> None:
        """Play until the player leaves."""
        session = self._client.open()
        screen.welcome(self._console, self._table, session)
        coming = session["next_round"]
        try:
            while coming is not None:
                coming = self._round(coming)
            self._console.print("The table does not deal at the moment. Come back later.")
        except Leave:
            pass
        self._farewell()

    def _round(self, coming: Facts) -> Facts | None:
        screen.announcement(self._console, coming)
        state = self._bet(coming)
        while state["legal_actions"]:
            screen.hands(self._console, state)
            state = self._act(state)
        screen.hands(self._console, state)
        screen.result(self._console, state)
        following: Facts | None = state["next_round"]
        return following

    def _bet(self, coming: Facts) -> Facts:
        while True:
            stake = self._ask_stake()
            seed = self._new_seed()
            try:
                state = self._client.bet(coming["round_id"], stake, seed)
            except Refused as refusal:
                self._console.print(str(refusal), style="yellow")
                continue
            self._kept = Kept(coming, seed, stake)
            self._stake = stake
            if state["stake"] != stake:
                self._console.print(f"The stake was raised to {money(state['stake'])} (R17).")
            return state

    def _ask_stake(self) -> int:
        while True:
            deal = self._key_of["deal-or-stick"]
            typed = self._read_stake(
                f"Stake in pounds, or {deal} to deal for {money(self._stake)} (p, q): "
            )
            if typed == LEAVE:
                raise Leave
            if typed == SAVE:
                self._save()
            elif self._action_of.get(typed or "Enter") in {"deal-or-stick", "repeat-bet"}:
                return int(self._stake)
            elif typed.isdecimal() and len(typed) <= POUNDS_DIGITS_MAX:
                return int(typed) * PENCE_IN_POUND
            else:
                self._console.print("Type whole pounds, such as 5.", style="yellow")

    def _act(self, state: Facts) -> Facts:
        while True:
            typed = self._read_action(f"{screen.choices(state, self._key_of)}: ")
            if typed == LEAVE:
                self._console.print("The round is in play: finish it first.", style="yellow")
                continue
            action = _spoken(typed, self._action_of)
            if action not in state["legal_actions"]:
                screen.why_not(self._console, state, action)
                continue
            try:
                return self._client.act(state, action)
            except Refused as refusal:
                self._console.print(str(refusal), style="yellow")
                if refusal.slug == "stale-version":
                    return dict(refusal.problem["current"])

    def _save(self) -> None:
        if self._kept is None:
            self._console.print("No round has been played yet.", style="yellow")
            return
        number = self._kept.next_round["number"]
        proof = Path(f"round-{number}.proof.json")
        announced = Path(f"round-{number}.announced.json")
        proof.write_text(self._client.proof(self._kept.next_round["round_id"]), encoding="utf-8")
        announced.write_text(self._kept.as_json(), encoding="utf-8")
        command = f"pontoon replay {proof} --announced {announced}"
        self._console.print(f"Saved. Check it with:\n{command}", soft_wrap=True)

    def _farewell(self) -> None:
        if self._kept is None:
            return
        promised = self._kept.next_round
        command = (
            f"pontoon replay PROOF.json --commitment {promised['commitment']} "
            f"--client-seed {shlex.quote(self._kept.client_seed)}"
        )
        self._console.print(
            f"\nYour last round was number {promised['number']}. Key p saves its proof "
            f"while you sit, and anybody can check it:\n{command}",
            soft_wrap=True,
        )


def _spoken(typed: str, action_of: Mapping[str, str]) -> str:
    """The action of a key, or the word itself."""
    action = action_of.get(typed or "Enter", typed)
    return "stick" if action == "deal-or-stick" else action
