"""A guest at the table page, as a person uses it, and a guest over HTTP who looks for a hand.

The table's own server deals: a hand that a test needs is looked for by playing until it comes, and
then the page opens at that seat.
"""

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import Tabs, origin_of

Facts = dict[str, Any]

STAKE = 200  # the least, so that a seat can lose a thousand rounds in a row
ROUNDS_MAX = 3_000  # a hand of one in a hundred stays out in fewer than one of 10^12 searches
ACTIONS_MAX = 60
DOUBLE_CLICK_MS = 360  # a little over what the page takes for one click


@dataclass
class Seat:
    """A guest over HTTP."""

    http: httpx.Client
    token: str = field(repr=False)
    keys: "itertools.count[int]" = field(default_factory=itertools.count)

    def session(self) -> Facts:
        return self._sent("GET", "/v1/session")

    def bet(self, stake: int = STAKE, coming: Facts | None = None) -> Facts:
        coming = coming or self.session()["next_round"]
        return self._sent("POST", "/v1/rounds", {"round_id": coming["round_id"], "stake": stake})

    def act(self, state: Facts, action: str) -> Facts:
        body = {"action": action, "expected_version": state["version"]}
        return self._sent("POST", f"/v1/rounds/{state['round_id']}/actions", body)

    def finish(self, state: Facts) -> Facts:
        for _ in range(ACTIONS_MAX):
            legal = state["legal_actions"]
            if not legal:
                return state
            state = self.act(state, "stick" if "stick" in legal else "twist")
        raise AssertionError("the round does not end")

    def wait_for(self, fits: Callable[[Facts], bool], *actions: str, stake: int = STAKE) -> Facts:
        """A round in play that fits after these actions; the others are played out."""
        coming: Facts | None = None
        for _ in range(ROUNDS_MAX):
            state = self.bet(stake, coming)
            for action in actions:
                if action in state["legal_actions"]:
                    state = self.act(state, action)
            if state["legal_actions"] and fits(state):
                return state
            coming = self.finish(state)["next_round"]
        raise AssertionError("no such hand came")

    def _sent(self, method: str, path: str, body: Facts | None = None) -> Facts:
        headers = {"Authorization": f"Bearer {self.token}"}
        if method == "POST":
            headers["Idempotency-Key"] = f"search-{next(self.keys)}"
        answer = self.http.request(method, path, json=body, headers=headers)
        found: Facts = answer.raise_for_status().json()
        return found


@contextmanager
def open_seat(url: str) -> Iterator[Seat]:
    """A new guest of this server."""
    with httpx.Client(base_url=url, trust_env=False, timeout=30) as http:
        token = http.post("/v1/demo/sessions").raise_for_status().json()["token"]
        yield Seat(http, token)


@dataclass(frozen=True)
class Sitting:
    """The table page in a tab."""

    page: Page

    @property
    def balance(self) -> Locator:
        return self.page.locator("#balance")

    @property
    def call(self) -> Locator:
        return self.page.locator("#call-text")

    @property
    def hands(self) -> Locator:
        return self.page.locator("#hands > .hand")

    @property
    def controls(self) -> Locator:
        return self.page.locator("#controls")

    def button(self, name: str) -> Locator:
        return self.page.locator(f"#do-{name}")

    def chip(self, pounds: int) -> Locator:
        return self.page.locator(f'.chip[data-pence="{pounds * 100}"]')

    def cards(self) -> list[str]:
        """All cards on the felt, dealer first."""
        laid = self.page.locator("#felt .card")
        return [str(card) for card in laid.evaluate_all("all => all.map(c => c.dataset.card)")]

    def playing(self) -> bool:
        return self.page.locator("#playing").is_visible()

    def may(self, name: str) -> bool:
        button = self.button(name)
        return button.is_visible() and button.get_attribute("aria-disabled") == "false"

    def settled(self) -> None:
        """Wait until nothing is on its way."""
        expect(self.page.locator(".act.busy")).to_have_count(0)

    def open_panel(self, name: str) -> Locator:
        self.page.locator(f".menu [data-panel={name}]").click()
        panel = self.page.locator("#panel")
        expect(panel).to_be_visible()
        return panel

    def to_a_hand(self, bet: Callable[[], None]) -> None:
        """Bet until a round waits for an action; some end with the deal."""
        for _ in range(ACTIONS_MAX):
            before = self.cards()
            bet()
            expect(self.page.locator("#felt[data-phase=betting]")).to_have_count(0)
            self.settled()
            if self.playing():
                return
            assert self.cards() != before
        raise AssertionError("every round ended with the deal")

    def click(self, name: str) -> None:
        """Click a button as a person does, not within a double click of the last."""
        self.page.wait_for_timeout(DOUBLE_CLICK_MS)
        self.button(name).click()

    def play_a_hand(self, pounds: int = 5) -> None:
        """Bet one chip by mouse, and play the hand to its end."""
        self.page.wait_for_timeout(DOUBLE_CLICK_MS)
        self.chip(pounds).click()
        self.click("deal")
        expect(self.page.locator("#felt[data-phase=betting]")).to_have_count(0)
        self.settled()
        self.finish(self.click)

    def finish(self, press: Callable[[str], None]) -> None:
        """Play the round in play to its end: stick when allowed, else twist."""
        for _ in range(ACTIONS_MAX):
            self.settled()
            if not self.playing():
                return
            press("stick" if self.may("stick") else "twist")
        raise AssertionError("the round does not end")


def sit(tabs: Tabs, url: str, seat: Seat | None = None, query: str = "", **options: Any) -> Sitting:
    """Open the table; with `seat`, at the seat of that guest. Motion is reduced, unless named."""
    options = {"reduced_motion": "reduce", **options}
    if seat is not None:
        kept = [{"name": "pontoon.guest", "value": seat.token}]
        origin = {"origin": origin_of(url), "localStorage": kept}
        options["storage_state"] = {"cookies": [], "origins": [origin]}
    sitting = Sitting(tabs.open(f"{url}/{query}", **options))
    expect(sitting.page.locator("#bet-limits")).not_to_be_empty()
    return sitting


def is_pair(state: Facts) -> bool:
    return "split" in state["legal_actions"]
