"""The count beside the shoe: true in play, at the end and between rounds, and it tells nothing of
the cards that lie face down.
"""

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.chromium import Tabs
from tests.browser.sitting import DOUBLE_CLICK_MS, Seat, Sitting, sit
from tests.browser.test_table_screens import SIZES
from tests.commands.served import Served

ROUNDS = 3
WHOLE, CUT = 416, 139
NEAR_THE_CUT = WHOLE - CUT + 10  # two rounds more, and the shoe is made whole
ROUNDS_TO_WHOLE_MAX = 200


def count(at: Sitting) -> Locator:
    return at.page.locator("#shoe-text")


def left(seat: Seat) -> int:
    remaining: int = seat.session()["shoe"]["remaining"]
    return remaining


def test_the_shoe_is_counted_before_a_hand_and_after_it(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    at = sit(tabs, table.url, seat)
    expect(count(at)).to_have_text(f"{WHOLE} cards left")
    # What the session says of the shoe never comes: the announcement's own counts are enough.
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    at.page.route("**/v1/session", hold)
    for _ in range(ROUNDS):
        before = left(seat)
        at.page.wait_for_timeout(DOUBLE_CLICK_MS)
        at.chip(5).click()
        at.click("deal")
        expect(at.page.locator("#felt[data-phase=betting]")).to_have_count(0)
        at.settled()
        while at.playing():
            expect(count(at)).to_have_text(f"{before} cards before this hand")
            at.click("stick" if at.may("stick") else "twist")
            at.settled()
        expect(count(at)).to_have_text(f"{left(seat)} cards left")
        assert left(seat) == before - len(at.cards())
    assert waiting


def test_a_reload_in_a_hand_tells_the_count_before_it(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    seat.finish(seat.bet())
    before = left(seat)
    while not seat.bet()["legal_actions"]:
        before = left(seat)
    at = sit(tabs, table.url, seat)
    expect(count(at)).to_have_text(f"{before} cards before this hand")
    at.finish(at.click)
    expect(count(at)).to_have_text(f"{left(seat)} cards left")


def test_a_shoe_that_was_made_whole_is_not_said_to_be_what_is_left(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    while left(seat) > NEAR_THE_CUT:
        seat.finish(seat.bet())
    at = sit(tabs, table.url, seat)
    for _ in range(ROUNDS_TO_WHOLE_MAX):
        at.play_a_hand()
        if left(seat) == WHOLE:
            break
    assert at.cards()
    expect(count(at)).to_have_text(f"{WHOLE} cards again")
    at.page.reload()
    expect(count(at)).to_have_text(f"{WHOLE} cards left")


@pytest.mark.parametrize("phase", ["in play", "ended"])
def test_the_count_has_its_place_on_every_screen(
    tabs: Tabs, table: Served, seat: Seat, phase: str
) -> None:
    seat.wait_for(lambda state: "stick" in state["barred"])
    at = sit(tabs, table.url, seat)
    if phase == "ended":
        at.finish(at.click)
    for width, height in SIZES:
        at.page.set_viewport_size({"width": width, "height": height})
        assert at.page.evaluate(
            """() => {
              const shoe = document.getElementById('shoe').getBoundingClientRect();
              const { left, right, top, bottom } = shoe;
              const things = "#dealer-title, #dealer .cards, #dealer .total:not(.none), #cloth, "
                + "#call-text, #hands .card, .menu button, #controls";
              return right <= innerWidth && [...document.querySelectorAll(things)].every((it) => {
                const box = it.getBoundingClientRect();
                return box.width <= 1 || box.left >= right || box.right <= left
                  || box.top >= bottom || box.bottom <= top;
              });
            }"""
        ), (width, height)
