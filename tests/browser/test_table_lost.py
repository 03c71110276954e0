"""What goes wrong on the way: reloads, a server that dies, answers that are slow, late or lost, and
two tabs at one seat. The page always comes back to the same hand, and nothing is done twice.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.chromium import Tabs
from tests.browser.sitting import Facts, Seat, Sitting, open_seat, sit
from tests.commands.served import PONTOON, STOP_SECONDS_MAX, Served
from tests.ports import free_port

LOST = "net::ERR_|Failed to fetch"  # what Chromium says on its console of a request that is lost
START_TRIES_MAX = 600
START_WAIT_SECONDS = 0.05


def may_go_on(state: Facts) -> bool:
    """A hand that no twist can end."""
    hand = state["hands"][0]
    return len(hand["cards"]) == 2 and not hand["soft"] and hand["total"] <= 11


def on_the_felt(at: Sitting, state: Facts) -> None:
    """Exactly this round lies there."""
    dealt = [
        *state["dealer"]["cards"],
        *(card for hand in state["hands"] for card in hand["cards"]),
    ]
    expect(at.page.locator("#felt .card")).to_have_count(len(dealt))
    assert at.cards() == dealt


def test_a_reload_in_the_middle_of_a_hand_lands_in_that_hand(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    state = seat.wait_for(may_go_on)
    at = sit(tabs, table.url, seat)
    on_the_felt(at, state)
    at.click("twist")
    expect(at.page.locator("#hands .card")).to_have_count(3)
    before = at.cards()
    at.page.reload()
    expect(at.page.locator("#hands .card")).to_have_count(3)
    assert at.cards() == before
    assert at.playing()


def test_a_server_killed_in_the_middle_of_a_hand_comes_back_to_it(
    tabs: Tabs, tmp_path: Path
) -> None:
    tabs.excuse(LOST)
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with _serving(tmp_path, port) as kill, open_seat(url) as seat:
        state = seat.wait_for(may_go_on)
        at = sit(tabs, url, seat)
        on_the_felt(at, state)
        kill()
        at.click("twist")
        expect(at.page.locator("#line")).to_contain_text("Connection lost")
        on_the_felt(at, state)
    with _serving(tmp_path, port):
        # The page may have come back by itself before a hand could reach the button.
        at.page.locator("#hurry").dispatch_event("click")
        expect(at.page.locator("#hands .card")).to_have_count(3)
        expect(at.page.locator("#line")).to_be_hidden()
        assert at.cards()[2:4] == state["hands"][0]["cards"]
        at.settled()
        at.finish(at.click)
        at.page.locator("#check").click()
        status = at.page.frame_locator(".check-frame").get_by_role("status")
        expect(status).to_contain_text("CONFIRMED")


def test_an_answer_lost_on_the_way_is_asked_for_again_under_the_same_key(
    tabs: Tabs, table: Served
) -> None:
    tabs.excuse(LOST)
    at = sit(tabs, table.url)
    keys: list[str] = []

    def lose_the_first(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()  # the server does it; the answer never arrives
            route.abort("connectionreset")
        else:
            route.continue_()

    at.page.route("**/v1/rounds", lose_the_first)
    at.chip(5).click()
    at.button("deal").click()
    expect(at.hands).to_have_count(1)
    at.settled()
    assert len(keys) == 2
    assert len(set(keys)) == 1
    at.page.unroute("**/v1/rounds")
    at.finish(at.click)
    rounds = at.open_panel("history").locator("tbody tr")
    expect(rounds).to_have_count(1)
    expect(rounds).to_contain_text("£")


def test_keys_and_clicks_do_nothing_while_a_request_is_in_flight(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    state = seat.wait_for(may_go_on)
    at = sit(tabs, table.url, seat)
    held = _held(at.page)
    at.page.keyboard.press("+")
    expect(at.button("twist")).to_have_class("act busy")
    for key in ("+", "Enter", "*", "/", "0"):
        at.page.keyboard.press(key)
    at.button("buy").click(force=True)
    held[0].continue_()
    expect(at.page.locator("#hands .card")).to_have_count(3)
    at.settled()
    assert len(held) == 1
    assert seat.session()["round"]["version"] == state["version"] + 1


def test_a_late_answer_never_overwrites_a_newer_state(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    seat.wait_for(may_go_on)
    at = sit(tabs, table.url, seat)
    held: list[Route] = []
    answers: list[str] = []

    def hold(route: Route) -> None:
        answers.append(route.fetch().text())  # what the seat was when it was asked
        held.append(route)

    at.page.route("**/v1/session", hold)
    at.page.evaluate("dispatchEvent(new Event('focus'))")
    at.page.wait_for_timeout(1_200)
    at.page.evaluate("dispatchEvent(new Event('focus'))")
    _until(at.page, lambda: len(held) >= 1)
    at.click("twist")
    expect(at.page.locator("#hands .card")).to_have_count(3)
    newer = at.cards()
    for route, answer in zip(held, answers, strict=True):
        route.fulfill(body=answer, content_type="application/json")
    at.page.unroute("**/v1/session")
    at.page.wait_for_timeout(300)
    assert at.cards() == newer


def test_two_tabs_at_one_seat_show_one_hand(tabs: Tabs, table: Served, seat: Seat) -> None:
    seat.wait_for(may_go_on)
    one = sit(tabs, table.url, seat)
    two = Sitting(one.page.context.new_page())
    two.page.goto(table.url)
    expect(two.page.locator("#hands .card")).to_have_count(2)
    one.click("twist")
    for at in (one, two):
        expect(at.page.locator("#hands .card")).to_have_count(3)
    two.finish(two.click)
    expect(one.page.locator("#felt")).to_have_attribute("data-phase", "ended")
    expect(one.call).to_have_text(str(two.call.text_content()))
    assert one.cards() == two.cards()
    expect(one.balance).to_have_text(str(two.balance.text_content()))


def test_a_decision_on_a_hand_that_was_played_on_elsewhere_changes_nothing(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    tabs.excuse("status of 409")
    state = seat.wait_for(may_go_on)
    at = sit(tabs, table.url, seat)
    played = seat.act(state, "twist")
    at.button("buy").click()
    expect(at.page.locator("#hands .card")).to_have_count(3)
    on_the_felt(at, played)
    assert seat.session()["round"]["version"] == played["version"]


def test_a_bet_on_an_announcement_that_has_passed_stakes_nothing(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    tabs.excuse("status of 409")
    at = sit(tabs, table.url, seat)
    seat.finish(seat.bet())
    balance = seat.session()["balance"]
    at.chip(5).click()
    at.button("deal").click()
    expect(at.page.locator("#notice")).to_contain_text("Nothing was staked")
    assert seat.session()["balance"] == balance
    at.click("deal")
    expect(at.hands).to_have_count(1)


def test_a_round_that_is_frozen_after_a_twist_offers_nothing_more(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    tabs.excuse("status of 409")
    state = seat.act(seat.wait_for(may_go_on), "twist")
    at = sit(tabs, table.url, seat)
    on_the_felt(at, state)
    round_id, session = state["round_id"], seat.session()
    nothing: Facts = {"hands": [], "dealer": {"cards": [], "total": None, "result": None}}
    nothing |= {"legal_actions": [], "barred": {}, "active_hand": None}
    frozen = state | nothing | {"status": "frozen", "version": state["version"] + 1}
    problem = {"type": "/problems/round-frozen", "title": "", "status": 409, "detail": "frozen"}
    at.page.route("**/actions", lambda route: route.fulfill(status=409, json=problem))
    at.page.route("**/v1/session", lambda route: route.fulfill(json=session | {"round": frozen}))
    at.click("twist")
    expect(at.page.locator("#after")).to_contain_text(round_id)
    expect(at.page.locator("#playing .act[aria-disabled=false]")).to_have_count(0)


@pytest.mark.parametrize("later", [1, 0])
def test_a_frozen_round_that_is_voided_is_drawn_and_told_as_void(
    tabs: Tabs, table: Served, seat: Seat, later: int
) -> None:
    """Whether its version is one more, or that of the frozen round with another status."""
    state = seat.wait_for(may_go_on)
    round_id, session = state["round_id"], seat.session()
    ended = seat.finish(state)
    nothing: Facts = {"legal_actions": [], "barred": {}, "active_hand": None}
    dark: Facts = {"hands": [], "dealer": {"cards": [], "total": None, "result": None}}
    frozen = state | nothing | dark | {"status": "frozen", "version": 2}
    hand = state["hands"][0] | {"state": "stuck", "outcome": "void", "returned": state["stake"]}
    money = {"returned": state["stake"], "net": 0}
    void = state | nothing | money | {"status": "void", "version": 2 + later, "hands": [hand]}
    void["dealer"] = state["dealer"] | {"cards": [], "total": None, "result": None}
    at = Sitting(tabs.open(f"{table.url}/icon.svg", reduced_motion="reduce"))
    at.page.evaluate("token => localStorage.setItem('pontoon.guest', token)", seat.token)
    answer = [session | {"round": frozen, "next_round": None}]
    at.page.route("**/v1/session", lambda route: route.fulfill(json=answer[0]))
    at.page.route(f"**/v1/rounds/{round_id}", lambda route: route.fulfill(json=void))
    at.page.goto(table.url)
    expect(at.page.locator("#after")).to_contain_text(round_id)
    expect(at.page.locator("#playing .act[aria-disabled=false]")).to_have_count(0)
    answer[0] = session | {"round": None, "next_round": ended["next_round"]}
    at.page.wait_for_timeout(1_100)
    at.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(at.call).to_have_text("This round is void: £2 back")
    expect(at.page.locator("#spoken")).to_contain_text("This round is void: £2 back")
    expect(at.hands.locator(".result")).to_have_text("Void: £2 back")
    expect(at.page.locator("#after")).not_to_contain_text(round_id)
    expect(at.page.locator("#check")).to_be_visible()
    expect(at.page.locator("#betting")).to_be_visible()


@pytest.mark.parametrize("status", [503, 502])
def test_a_server_that_cannot_at_the_moment_is_asked_again(
    tabs: Tabs, table: Served, status: int
) -> None:
    tabs.excuse(f"status of {status}")
    at = sit(tabs, table.url)
    tries: list[str] = []

    def refuse_once(route: Route) -> None:
        tries.append(route.request.headers["idempotency-key"])
        if len(tries) > 1:
            return route.continue_()
        json = {"type": "/problems/not-dealing", "title": "", "status": 503, "detail": ""}
        if status == 503:
            return route.fulfill(status=503, json=json, headers={"Retry-After": "1"})
        return route.fulfill(status=502, body="<html>proxy</html>", content_type="text/html")

    at.page.route("**/v1/rounds", refuse_once)
    at.chip(5).click()
    at.button("deal").click()
    expect(at.hands).to_have_count(1)
    assert len(tries) == 2
    assert len(set(tries)) == 1


def test_a_session_that_is_over_says_so_and_a_reload_begins_another(
    tabs: Tabs, table: Served
) -> None:
    tabs.excuse("status of 401")
    at = sit(tabs, table.url)
    at.chip(5).click()
    problem = {"type": "/problems/unauthorised", "title": "", "status": 401, "detail": "over"}
    at.page.route("**/v1/rounds", lambda route: route.fulfill(status=401, json=problem))
    at.button("deal").click()
    expect(at.call).to_contain_text("Your session has ended")
    expect(at.button("deal")).to_have_attribute("aria-disabled", "true")
    at.page.unroute("**/v1/rounds")
    at.page.reload()
    expect(at.call).to_have_text("Place your bet")


def _held(page: Page) -> list[Route]:
    """Actions are not sent on until a test does so; those that the page has sent."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/actions", hold)
    return held


def _until(page: Page, true: Callable[[], bool]) -> None:
    for _ in range(100):
        if true():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it does not happen")


@contextmanager
def _serving(folder: Path, port: int) -> Iterator[Callable[[], None]]:
    """As `served`, on a port that another server takes over; what it gives kills it outright."""
    database = f"sqlite:///{folder / 'pontoon.db'}"
    command = [*PONTOON, "serve", "--port", str(port), "--database", database]
    with (folder / "log.txt").open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)

    def kill() -> None:
        # The worker dies with the process that started it, and first: nothing may start another.
        workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        process.send_signal(signal.SIGSTOP)
        for pid in (*map(int, workers), process.pid):
            os.kill(pid, signal.SIGKILL)
        process.wait(STOP_SECONDS_MAX)

    try:
        _wait_for(f"http://127.0.0.1:{port}/livez")
        yield kill
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(STOP_SECONDS_MAX)


def _wait_for(address: str) -> None:
    for _ in range(START_TRIES_MAX):
        try:
            httpx.get(address, trust_env=False).raise_for_status()
        except httpx.TransportError:
            time.sleep(START_WAIT_SECONDS)
            continue
        return
    raise AssertionError("the server does not start")
