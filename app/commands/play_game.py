"""The player's side of the game: prompts, keys, client seeds, and what is kept to check with."""

import re
import shlex
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.console import Console

from app.commands import play_screen as screen
from app.commands.own_name import own_name
from app.commands.play_client import Refused, SessionOver, TableClient
from app.commands.play_kept import Kept, Nowhere, Sitting, SittingFile
from config.words import PENCE_IN_POUND, money, units

Facts = dict[str, Any]

AMOUNT = re.compile(r"([0-9]{1,7})(?:\.([0-9]{2}))?")  # pounds, and pence after a point
SEED_BYTES = 16
LEAVE = "q"
SAVE = "p"
HELP = "?"
ENDED = ("settled", "void")
CLOSED = "The table does not deal at the moment. Come back later."
MENDED_BY_CHOICE = ("illegal-action", "insufficient-funds")
"""Refusals after which another action may be taken; after others the player may leave a hand."""


class Leave(Exception):
    """The player leaves, or the input has ended."""


class Game:
    """One sitting at the table."""

    def __init__(
        self,
        client: TableClient,
        console: Console,
        read_stake: Callable[[str], str],
        read_action: Callable[[str], str],
        new_seed: Callable[[], str],
        book: Nowhere | SittingFile,
    ) -> None:
        self._client = client
        self._console = console
        self._read_stake = read_stake
        self._read_action = read_action
        self._new_seed = new_seed
        self._table = client.table()
        self._action_of = dict(self._table["keys"])
        self._key_of = {action: key for key, action in self._table["keys"].items()}
        self._currency = str(self._table["currency"])
        self._stake = self._table["limits"]["min"]
        self._kept: Kept | None = None
        self._book = book
        self._token = ""
        self._expires = ""
        self._in_hand = False
        self._frozen = ""
        self._saved = False

    def sit(self) -> None:
        """Play until the player leaves."""
        session = self._enter()
        self._currency = session["currency"]
        self._expires = f"{session['expires_at'][:16].replace('T', ' ')} UTC"
        self._stake = session["last_stake"] or self._stake
        screen.welcome(self._console, self._table, session)
        with suppress(Leave, KeyboardInterrupt):
            self._play(session)
        self._farewell()

    def _enter(self) -> Facts:
        """The guest of the last sitting here, or a new one."""
        before = self._book.read()
        if before is not None:
            try:
                session = self._client.come_back(before.token)
            except SessionOver:
                self._console.print("The session of your last sitting is over: a new guest sits.")
            else:
                now = before.told(session["next_round"])
                self._token, self._kept = now.token, now.kept
                self._console.print("Welcome back: this is your last sitting, gone on with.")
                return session
        session = self._client.open()
        self._token = session["token"]
        self._book.write(Sitting(self._token))
        return session

    def _play(self, session: Facts) -> None:
        coming = session["next_round"]
        if session["round"] is not None:
            coming = self._finish(session["round"])
        while coming is not None:
            coming = self._round(coming)
        self._console.print(CLOSED)

    def _round(self, coming: Facts) -> Facts | None:
        screen.announcement(self._console, coming)
        return self._finish(self._bet(coming))

    def _finish(self, state: Facts) -> Facts | None:
        while state["legal_actions"]:
            self._in_hand = True
            screen.hands(self._console, state, self._currency)
            state = self._act(state)
        self._in_hand = False
        if state["status"] not in ENDED:
            self._console.print(f"Round {state['number']} waits for the house ({state['status']}).")
            return None
        screen.hands(self._console, state, self._currency)
        screen.result(self._console, state, self._currency)
        following: Facts | None = state["next_round"]
        return following

    def _bet(self, coming: Facts) -> Facts:
        while True:
            stake = self._ask_stake()
            sent = Kept(coming, self._new_seed(), stake)
            self._book.write(Sitting(self._token, self._kept, sent))
            try:
                state = self._client.bet(coming["round_id"], stake, sent.client_seed)
            except Refused as refusal:
                if refusal.slug == "round-open":  # elsewhere, by the same guest: it is kept there
                    self._kept = None
                self._book.write(Sitting(self._token, self._kept))
                screen.refusal(self._console, refusal.problem, self._currency)
                if refusal.slug == "announcement-changed":
                    coming = self._announced_instead(refusal.problem["next_round"])
                elif refusal.slug == "round-open":
                    return self._client.as_it_is(refusal.problem["current"])
                continue
            self._kept, self._saved = sent, False
            self._book.write(Sitting(self._token, self._kept))
            self._stake = state["stake"]
            if state["stake"] != stake:
                raised = money(state["stake"], self._currency)
                self._console.print(f"The stake was raised to {raised} (R17).")
            return state

    def _announced_instead(self, coming: Facts | None) -> Facts:
        if coming is None:
            self._console.print(CLOSED)
            raise Leave
        screen.announcement(self._console, coming)
        return coming

    def _ask_stake(self) -> int:
        while True:
            typed = self._read_stake(self._stake_prompt())
            if typed == LEAVE:
                raise Leave
            if typed == SAVE:
                self._save()
            elif typed == HELP:
                screen.show_keys(self._console, self._table)
            elif self._action_of.get(typed or "Enter") in {"deal-or-stick", "repeat-bet"}:
                return int(self._stake)
            elif amount := AMOUNT.fullmatch(typed):
                return int(amount[1]) * PENCE_IN_POUND + int(amount[2] or 0)
            else:
                step = money(self._table["limits"]["step"], self._currency)
                self._console.print(f"Type a stake in steps of {step}, such as 5.", style="yellow")

    def _stake_prompt(self) -> str:
        deal, stake = self._key_of["deal-or-stick"], money(self._stake, self._currency)
        return f"Stake in {units(self._currency)}, or {deal} to deal for {stake} (p, q, ?): "

    def _act(self, state: Facts) -> Facts:
        may_leave = False
        while True:
            typed = self._read_action(f"{screen.choices(state, self._key_of)}: ")
            if typed == LEAVE and may_leave:
                raise Leave
            if typed == LEAVE:
                self._console.print("The round is in play: finish it first.", style="yellow")
                continue
            if typed == HELP:
                screen.show_keys(self._console, self._table)
                continue
            action = _spoken(typed, self._action_of)
            if action not in state["legal_actions"]:
                screen.why_not(self._console, state, action)
                continue
            try:
                return self._client.act(state, action)
            except Refused as refusal:
                screen.refusal(self._console, refusal.problem, self._currency)
                if refusal.slug == "stale-version":
                    return self._client.as_it_is(refusal.problem["current"])
                if refusal.slug == "round-frozen":
                    self._frozen = str(state["round_id"])
                    raise Leave from None
                may_leave = refusal.slug not in MENDED_BY_CHOICE
                if may_leave:
                    self._console.print(f"Type {LEAVE} to leave the hand as it is.")

    def _save(self) -> None:
        if self._kept is None:
            self._console.print("There is no round yet that was bet on here.", style="yellow")
            return
        number = self._kept.next_round["number"]
        proof = Path(f"round-{number}.proof.json")
        announced = Path(f"round-{number}.announced.json")
        try:
            text = self._client.proof(self._kept.next_round["round_id"])
            proof.write_text(text, encoding="utf-8")
            announced.write_text(self._kept.as_json(), encoding="utf-8")
        except Refused as refusal:
            screen.refusal(self._console, refusal.problem, self._currency)
            return
        except OSError as error:
            why = f"{error.filename or proof}: {error.strerror}"
            self._console.print(f"It cannot be saved here ({why}).", style="yellow", markup=False)
            return
        self._saved = True
        command = f"{own_name()} replay {proof} --announced {announced}"
        self._console.print(f"Saved. Check it with:\n{command}", soft_wrap=True)

    def _farewell(self) -> None:
        if self._in_hand:
            self._console.print(f"\n{self._what_becomes_of_the_hand()}", soft_wrap=True)
        if self._kept is None or self._in_hand or self._saved:
            return
        promised = self._kept.next_round
        command = (
            f"{own_name()} replay PROOF.json --commitment {promised['commitment']} "
            f"--client-seed {shlex.quote(self._kept.client_seed)}"
        )
        self._console.print(
            f"\nYour last round was number {promised['number']}. Key p saves its proof "
            f"while you sit, and anybody can check it:\n{command}",
            soft_wrap=True,
        )

    def _what_becomes_of_the_hand(self) -> str:
        if self._frozen:
            return (
                f"Your round {self._frozen} is stopped: nobody can play it on, and its stake is "
                "paid back once the house has looked at it. Tell the house its name."
            )
        if self._book.house_passes:
            return (
                "Your hand ends here with its table, which was kept nowhere; its money was play "
                "money."
            )
        if self._book.read() is None:
            return (
                "Your hand stays open with its stake, and nobody here can go on with it: its token "
                f"could not be kept. After {self._expires} the house finishes it, sticking as soon "
                "as it may."
            )
        return (
            "Your hand stays open with its stake. Type the same command again to finish it, until "
            f"{self._expires}; after that the house finishes it, sticking as soon as it may."
        )


def _spoken(typed: str, action_of: Mapping[str, str]) -> str:
    """The action of a key, or the word itself."""
    action = action_of.get(typed or "Enter", typed)
    return "stick" if action == "deal-or-stick" else action
