"""Sessions at the table: by mouse, by keyboard alone, by touch; chips, bars and double clicks."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, expect

from tests.browser.chromium import Tabs
from tests.browser.sitting import DOUBLE_CLICK_MS, ROUNDS_MAX, Seat, Sitting, is_pair, sit
from tests.commands.served import Served

HANDS = 10
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
LONG_PRESS_MS = 700
HUMAN_DOUBLE_CLICK_MS = 180
MOST = 100_000  # pence of an opening stake
TABS_MAX = 40
_COUNTED_IN = """
  const json = Response.prototype.json;
  Response.prototype.json = async function () {
    const facts = await json.call(this);
    if ('currency' in facts) facts.currency = 'CURRENCY';
    return facts;
  };
"""


def pence(text: str | None) -> int:
    found = re.fullmatch(r"£([\d,]+)(?:\.(\d\d))?", text or "")
    assert found, text
    return int(found[1].replace(",", "")) * 100 + int(found[2] or 0)


def test_ten_hands_by_mouse(tabs: Tabs, table: Served) -> None:
    at = sit(tabs, table.url)
    expect(at.call).to_have_text("Place your bet")
    for number in range(HANDS):
        if number and number % 2:
            at.click("repeat")
        else:
            at.page.wait_for_timeout(DOUBLE_CLICK_MS)
            at.chip(5).click()
            at.chip(5).click()
        expect(at.page.locator("#bet")).to_have_text("£10")
        at.click("deal")
        expect(at.hands).to_have_count(1)
        at.finish(at.click)
        expect(at.call).to_have_text(re.compile("^You (win|lose) £|nothing won or lost"))
        expect(at.page.locator("#dealer .card.back")).to_have_count(0)
        expect(at.page.locator("#bet")).to_have_text("£0")
    panel = at.open_panel("history")
    expect(panel.locator("tbody tr")).to_have_count(HANDS)


def test_a_session_by_keyboard_alone(tabs: Tabs, table: Served) -> None:
    at = sit(tabs, table.url)
    _tab_to(at, at.chip(5))
    at.page.keyboard.press("Space")
    at.page.keyboard.press("Space")
    at.page.keyboard.press("-")
    expect(at.page.locator("#bet")).to_have_text("£5")
    at.page.keyboard.press("Shift+Tab")
    _tab_to(at, at.button("deal"))
    at.page.keyboard.press("Enter")
    expect(at.hands).to_have_count(1)

    def by_tab(name: str) -> None:
        _tab_to(at, at.button(name))
        at.page.keyboard.press("Space")

    at.finish(by_tab)
    _tab_to(at, at.page.locator("#check"))
    at.page.keyboard.press("Enter")
    expect(at.page.frame_locator(".check-frame").get_by_role("status")).to_contain_text("CONFIRMED")
    at.page.keyboard.press("Escape")
    expect(at.page.locator("#panel")).to_be_hidden()
    expect(at.page.locator("#check")).to_be_focused()


def test_a_session_with_the_keys_of_r19(tabs: Tabs, table: Served) -> None:
    at = sit(tabs, table.url)
    at.chip(5).click()
    at.page.keyboard.press("Enter")
    keys = {"twist": "+", "stick": "Enter"}
    at.settled()
    at.finish(lambda name: at.page.keyboard.press(keys[name]))
    at.page.keyboard.press("0")
    expect(at.page.locator("#bet")).to_have_text("£5")
    with at.page.expect_request("**/v1/rounds"):
        at.page.keyboard.press("NumpadEnter")
    expect(at.page.locator("#felt")).not_to_have_attribute("data-phase", "betting")
    expect(at.page.locator("#hands .stake")).to_contain_text("£5")


def test_a_session_by_touch_on_a_phone(tabs: Tabs, table: Served) -> None:
    at = sit(tabs, table.url, **PHONE)
    touch = at.page.context.new_cdp_session(at.page)
    at.chip(25).tap()
    at.chip(5).tap()
    at.chip(5).tap()
    expect(at.page.locator("#bet")).to_have_text("£35")
    _long_press(at, touch, at.chip(5))
    expect(at.page.locator("#bet")).to_have_text("£30")
    at.page.locator('.minus[data-take="500"]').tap()
    expect(at.page.locator("#bet")).to_have_text("£25")
    at.button("deal").tap()
    expect(at.hands).to_have_count(1)
    at.finish(lambda name: _tap(at, name))
    expect(at.call).to_have_text(re.compile("^You (win|lose)|nothing won or lost"))
    width = at.page.evaluate("document.documentElement.scrollWidth")
    assert width == 390


def test_a_right_click_takes_a_chip_from_the_pile_clicked(tabs: Tabs, table: Served) -> None:
    at = sit(tabs, table.url)
    for pounds in (25, 5, 5, 1):
        at.chip(pounds).click()
    at.chip(5).click(button="right")
    expect(at.page.locator("#bet")).to_have_text("£31")
    at.chip(100).click(button="right")
    expect(at.page.locator("#bet")).to_have_text("£31")
    at.chip(25).focus()
    for key in ("Delete", "Backspace", "Minus"):
        at.page.keyboard.press(key)
    expect(at.page.locator("#bet")).to_have_text("£6")
    at.button("clear").click()
    expect(at.page.locator("#bet")).to_have_text("£0")


def test_a_bet_of_one_pound_is_raised_and_said_so_before_the_deal(
    tabs: Tabs, table: Served
) -> None:
    at = sit(tabs, table.url)
    at.chip(1).click()
    expect(at.page.locator("#notice")).to_have_text(
        "The least stake is £2: your £1 will be raised to £2."
    )
    expect(at.button("deal")).to_contain_text("Deal £2")
    at.button("deal").click()
    expect(at.hands).to_have_count(1)
    expect(at.call).to_contain_text("your £1 was raised to £2")
    expect(at.page.locator("#hands .stake")).to_contain_text("£2")
    at.finish(at.click)
    at.page.locator("#check").click()
    status = at.page.frame_locator(".check-frame").get_by_role("status")
    expect(status).to_contain_text("CONFIRMED")
    expect(status).to_contain_text("fixed beforehand")


def test_no_chip_goes_past_the_limit_or_the_balance(tabs: Tabs, table: Served) -> None:
    at = sit(tabs, table.url)
    at.chip(500).click()
    at.chip(500).click()
    expect(at.chip(1)).to_have_attribute("aria-disabled", "true")
    at.chip(1).click(force=True)
    expect(at.page.locator("#bet")).to_have_text("£1,000")
    expect(at.page.locator("#notice")).to_have_text(re.compile("limit is £1,000"))


def test_a_last_bet_that_is_out_of_reach_is_not_repeated_and_says_why(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    seat.finish(seat.bet(6_000))
    limits = {"table_max": 5_000}
    bearer = {"Authorization": f"Bearer {seat.token}"}
    seat.http.put("/v1/limits", json=limits, headers=bearer).raise_for_status()
    at = sit(tabs, table.url, seat)
    expect(at.button("repeat")).to_have_attribute("aria-disabled", "true")
    expect(at.button("repeat")).to_have_accessible_description("Your own limit is £50.")
    at.page.keyboard.press("0")
    expect(at.page.locator("#bet")).to_have_text("£0")
    expect(at.page.locator("#notice")).to_have_text("Your own limit is £50.")


def test_deal_without_a_chip_is_barred_with_its_reason(tabs: Tabs, table: Served) -> None:
    at = sit(tabs, table.url)
    deal = at.button("deal")
    expect(deal).to_have_attribute("aria-disabled", "true")
    expect(deal).to_have_accessible_description("Put down a chip first")
    at.page.keyboard.press("Enter")
    expect(at.page.locator("#notice")).to_have_text("Put down a chip first.")


def test_a_barred_action_is_shown_barred_with_the_servers_reason(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    state = seat.wait_for(lambda state: "stick" in state["barred"] and not is_pair(state))
    at = sit(tabs, table.url, seat)
    for name in ("stick", "split"):
        expect(at.button(name)).to_have_attribute("aria-disabled", "true")
        expect(at.button(name)).to_have_accessible_description(state["barred"][name]["text"])
    at.button("stick").click(force=True)
    at.page.keyboard.press("Enter")
    expect(at.page.locator("#spoken")).to_contain_text("15 or more")
    assert seat.session()["round"]["version"] == state["version"]


def test_a_buy_that_the_balance_does_not_cover_is_barred_with_that_reason(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    stake = _more_than_half(seat)
    at = sit(tabs, table.url, seat)
    assert pence(at.balance.text_content()) < stake
    expect(at.button("buy")).to_have_attribute("aria-disabled", "true")
    expect(at.button("buy")).to_have_accessible_description(re.compile(f"It takes £{stake // 100}"))


def _more_than_half(seat: Seat) -> int:
    """The stake of a round in play that took more than half of what the guest had."""
    for _ in range(ROUNDS_MAX):
        stake = seat.session()["balance"] // 200 * 100 + 100
        state = seat.bet(min(stake, MOST))
        if stake <= MOST and "buy" in state["legal_actions"]:
            return int(stake)
        seat.finish(state)
    raise AssertionError("every round ended with the deal")


def test_double_clicks_bet_and_act_once(tabs: Tabs, table: Served) -> None:
    at = sit(tabs, table.url)
    posts: list[str] = []
    at.page.on("request", lambda one: posts.append(one.url) if one.method == "POST" else None)

    def bet() -> None:
        at.page.wait_for_timeout(DOUBLE_CLICK_MS)  # after a round that ended with the deal
        posts.clear()
        at.chip(5).click()
        _double_click(at, at.button("deal"))

    at.to_a_hand(bet)
    assert [url.rpartition("/")[2] for url in posts] == ["rounds"]
    posts.clear()
    at.page.wait_for_timeout(2 * HUMAN_DOUBLE_CLICK_MS)
    _double_click(at, at.button("twist"))
    at.settled()
    assert len(posts) == 1
    assert at.page.locator("#hands .card").count() == 3


def _double_click(at: Sitting, target: Locator) -> None:
    """As a hand does it: the answer is there before the second click.

    The time between both is what their events say, however long the machine takes to send them.
    """
    box = target.bounding_box()
    assert box is not None
    mouse = at.page.context.new_cdp_session(at.page)
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "button": "left"}
    began = time.time()
    for count in (1, 2):
        at.page.wait_for_timeout(HUMAN_DOUBLE_CLICK_MS * (count - 1))
        when = began + HUMAN_DOUBLE_CLICK_MS / 1000 * (count - 1)
        for kind in ("mousePressed", "mouseReleased"):
            event = {**place, "type": kind, "clickCount": count, "timestamp": when}
            mouse.send("Input.dispatchMouseEvent", event)
    mouse.detach()


def _tap(at: Sitting, name: str) -> None:
    at.page.wait_for_timeout(DOUBLE_CLICK_MS)
    at.button(name).tap()


def _tab_to(at: Sitting, target: Locator) -> None:
    for _ in range(TABS_MAX):
        if target.evaluate("node => node === document.activeElement"):
            return
        at.page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead there")


def _long_press(at: Sitting, touch: CDPSession, target: Locator) -> None:
    box = target.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    at.page.wait_for_timeout(LONG_PRESS_MS)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(("currency", "sum_of_pence"), [("EUR", "€{}"), ("SEK", "SEK {}")])
def test_every_amount_is_in_the_currency_of_the_table(
    tabs: Tabs, table: Served, currency: str, sum_of_pence: str
) -> None:
    at = sit(tabs, table.url, before=_COUNTED_IN.replace("CURRENCY", currency))
    expect(at.balance).to_have_text(sum_of_pence.format("1,000"))
    at.play_a_hand()
    expect(at.page.locator("#bet-limits")).to_contain_text(sum_of_pence.format(2))
    for panel in ("rules", "history", "limits"):
        shown = at.open_panel(panel)
        if panel != "rules":  # its texts are the server's, which this test leaves alone
            expect(shown).to_contain_text(sum_of_pence.format(""))
        at.page.keyboard.press("Escape")
    expect(at.page.locator("body")).not_to_contain_text("£")
