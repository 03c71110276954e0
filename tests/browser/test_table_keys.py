"""The keys of R19: on both parts of the keyboard, off, remapped, and whose Enter it is."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.chromium import Tabs
from tests.browser.sitting import Facts, Seat, Sitting, is_pair, sit
from tests.commands.served import Served

# As the browser names a physical key: the number pad, then the main row.
TWIST = ("NumpadAdd", "Shift+Equal")
BUY = ("NumpadMultiply", "Shift+Digit8")
SPLIT = ("NumpadDivide", "Slash")


def low(state: Facts) -> bool:
    hand = state["hands"][0]
    return not hand["soft"] and hand["total"] <= 11 and not is_pair(state)


def may_stick(state: Facts) -> bool:
    return "stick" in state["legal_actions"]


def cards(at: Sitting) -> Locator:
    return at.page.locator("#hands .card")


@pytest.mark.parametrize("key", TWIST)
def test_plus_twists_on_either_part_of_the_keyboard(
    tabs: Tabs, table: Served, seat: Seat, key: str
) -> None:
    seat.wait_for(low)
    at = sit(tabs, table.url, seat)
    at.page.keyboard.press(key)
    expect(cards(at)).to_have_count(3)


@pytest.mark.parametrize("key", BUY)
def test_star_buys(tabs: Tabs, table: Served, seat: Seat, key: str) -> None:
    seat.wait_for(low)
    at = sit(tabs, table.url, seat)
    at.page.keyboard.press(key)
    expect(at.page.locator("#hands .stake")).to_contain_text("£4")


@pytest.mark.parametrize("key", SPLIT)
def test_slash_splits(tabs: Tabs, table: Served, seat: Seat, key: str) -> None:
    seat.wait_for(is_pair)
    at = sit(tabs, table.url, seat)
    at.page.keyboard.press(key)
    expect(at.hands).to_have_count(2)


def test_with_control_alt_or_meta_they_are_the_browsers(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    state = seat.wait_for(low)
    at = sit(tabs, table.url, seat)
    for modifier in ("Control", "Alt", "Meta"):
        at.page.keyboard.press(f"{modifier}+NumpadAdd")
        at.page.keyboard.press(f"{modifier}+NumpadMultiply")
    at.page.wait_for_timeout(200)
    assert seat.session()["round"]["version"] == state["version"]


def test_a_key_that_is_held_acts_once(tabs: Tabs, table: Served, seat: Seat) -> None:
    state = seat.wait_for(lambda state: low(state) and state["hands"][0]["total"] <= 6)
    at = sit(tabs, table.url, seat)
    for _ in range(5):
        at.page.keyboard.down("NumpadAdd")  # Chromium marks all but the first as repeated
        at.page.wait_for_timeout(120)
    at.page.keyboard.up("NumpadAdd")
    expect(cards(at)).to_have_count(3)
    at.settled()
    assert seat.session()["round"]["version"] == state["version"] + 1
    at.page.keyboard.press("NumpadAdd")
    expect(cards(at)).to_have_count(4)


def test_an_enter_that_ended_a_hand_must_be_released_before_it_deals(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    seat.wait_for(may_stick)
    at = sit(tabs, table.url, seat)
    at.page.keyboard.down("Enter")
    expect(at.page.locator("#felt")).to_have_attribute("data-phase", "ended")
    at.chip(5).click()
    for _ in range(3):
        at.page.keyboard.down("Enter")
        # Some keyboards and readers forget to say that it repeats.
        at.page.evaluate(
            "dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter' }))"
        )
        at.page.wait_for_timeout(100)
    expect(at.page.locator("#felt")).to_have_attribute("data-phase", "ended")
    expect(at.page.locator("#bet")).to_have_text("£5")
    at.page.keyboard.up("Enter")
    at.page.keyboard.press("Enter")
    expect(at.page.locator("#hands .stake")).to_contain_text("£5")


def test_enter_belongs_to_the_button_that_has_the_focus(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    state = seat.wait_for(may_stick)
    at = sit(tabs, table.url, seat)
    at.page.locator(".menu [data-panel=rules]").focus()
    at.page.keyboard.press("Enter")
    expect(at.page.locator("#panel")).to_be_visible()
    for key in ("Enter", "+", "*"):
        at.page.keyboard.press(key)
    at.page.keyboard.press("Escape")
    expect(at.page.locator("#panel")).to_be_hidden()
    at.page.wait_for_timeout(200)
    assert seat.session()["round"]["version"] == state["version"]
    at.button("twist").focus()
    at.page.keyboard.press("Enter")
    expect(cards(at)).to_have_count(len(state["hands"][0]["cards"]) + 1)


def test_enter_goes_back_to_the_table_with_a_panel_that_was_opened_by_mouse(
    tabs: Tabs, table: Served
) -> None:
    at = sit(tabs, table.url)
    at.open_panel("rules")
    at.page.locator("#panel-close").click()
    at.chip(5).click()
    at.page.keyboard.press("Enter")
    expect(at.hands).to_have_count(1)
    expect(at.page.locator("#panel")).to_be_hidden()


def test_enter_belongs_to_the_link_that_has_the_focus(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    state = seat.wait_for(may_stick)
    at = sit(tabs, table.url, seat)
    at.page.locator(".skip").focus()
    at.page.keyboard.press("Enter")
    expect(at.controls).to_be_focused()
    assert seat.session()["round"]["version"] == state["version"]
    at.page.keyboard.press("Enter")
    expect(at.page.locator("#felt")).to_have_attribute("data-phase", "ended")


def test_in_a_text_field_they_are_text(tabs: Tabs, table: Served, seat: Seat) -> None:
    state = seat.wait_for(low)
    at = sit(tabs, table.url, seat)
    panel = at.open_panel("limits")
    panel.get_by_label("My limit").fill("")
    panel.get_by_label("My limit").press_sequentially("100")
    # Also outside of a panel, where a page around the table may have put a field.
    at.page.keyboard.press("Escape")
    at.page.evaluate("document.querySelector('.rail').append(document.createElement('textarea'))")
    field = at.page.locator("textarea")
    field.press_sequentially("0+*/")
    field.press("Enter")
    expect(field).to_have_value("0+*/\n")
    assert seat.session()["round"]["version"] == state["version"]


def test_they_can_be_switched_off(tabs: Tabs, table: Served, seat: Seat) -> None:
    state = seat.wait_for(low)
    at = sit(tabs, table.url, seat)
    expect(at.button("twist").locator("kbd")).to_have_text("+")
    at.open_panel("options").get_by_label("Play with keys").uncheck()
    at.page.keyboard.press("Escape")
    at.page.evaluate("document.activeElement.blur()")
    for key in ("+", "*", "Enter", "0"):
        at.page.keyboard.press(key)
    at.page.wait_for_timeout(200)
    assert seat.session()["round"]["version"] == state["version"]
    expect(at.button("twist").locator("kbd")).to_be_hidden()
    at.page.reload()
    expect(cards(at)).to_have_count(2)
    at.page.keyboard.press("+")
    at.page.wait_for_timeout(200)
    assert seat.session()["round"]["version"] == state["version"]


def test_they_can_be_remapped(tabs: Tabs, table: Served, seat: Seat) -> None:
    state = seat.wait_for(low)
    at = sit(tabs, table.url, seat)
    options = at.open_panel("options")
    change = options.get_by_role("button", name="Change the key for Twist")
    change.click()
    at.page.keyboard.press("*")
    expect(options.get_by_role("status")).to_have_text("* is taken: Buy.")
    change.click()
    at.page.keyboard.press("Tab")
    expect(options.get_by_role("status")).to_have_text("Tab cannot be used.")
    change.click()
    at.page.keyboard.press("t")
    expect(options.get_by_role("status")).to_have_text("Twist: t.")
    at.page.keyboard.press("Escape")
    at.page.evaluate("document.activeElement.blur()")
    at.page.keyboard.press("+")
    at.page.wait_for_timeout(200)
    assert seat.session()["round"]["version"] == state["version"]
    expect(at.button("twist").locator("kbd")).to_have_text("t")
    at.page.keyboard.press("t")
    expect(cards(at)).to_have_count(3)
    at.open_panel("options").get_by_role("button", name=re.compile("own keys")).click()
    at.page.keyboard.press("Escape")
    expect(at.button("twist").locator("kbd")).to_have_text("+")
