"""Every screen: what it says, each event once, and axe-core on all of them."""

import re
from decimal import ROUND_DOWN, Decimal
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.chromium import Tabs
from tests.browser.sitting import DOUBLE_CLICK_MS, Facts, Seat, is_pair, sit
from tests.commands.served import Served

WIDTHS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
SIZES = [
    (1440, 900),
    (1366, 768),
    (1280, 720),
    (1024, 768),
    (984, 700),
    (844, 390),
    (390, 844),
    (390, 664),
    (360, 800),
    (360, 740),
    (360, 640),
]
HANDS_MAX = 60  # all alike in fewer than one of 10^14
EXAMPLES = {
    "three-hand-split": ["18 beats 17: £10", "19 beats 17: £20", "Bust with 25"],
    "trick-against-trick": ["Trick against trick: dealer wins"],
    "pontoon-against-pontoon": ["Pontoon each: dealer wins"],
    "tie-at-19": ["Tie at 19: dealer wins"],
}


def splits_again(state: Facts) -> bool:
    """Two hands that may be three; of aces and tens all three may be pontoons, and so the end."""
    pair = state["hands"][state["active_hand"]]["cards"][0]
    return is_pair(state) and len(state["hands"]) == 2 and pair[0] not in "ATJQK"


def cut_off(share: float) -> str:
    """A return as it is displayed: in percent, the digits after the second cut off."""
    return f"{(Decimal(repr(share)) * 100).quantize(Decimal('0.01'), ROUND_DOWN)} %"


def fits(page: Page) -> bool:
    """Nothing is cut off at the side, and no card lies outside of the page."""
    return bool(
        page.evaluate(
            """() => document.documentElement.scrollWidth <= innerWidth
            && [...document.querySelectorAll('.card, .act, .chip, .total, .result')].every((it) => {
              const { left, right, width } = it.getBoundingClientRect();
              return width === 0 || (left >= -1 && right <= innerWidth + 1);
            })"""
        )
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_every_screen_is_within_reach_of_everybody(
    tabs: Tabs, table: Served, seat: Seat, width: str
) -> None:
    seat.wait_for(lambda state: "stick" in state["barred"])
    at = sit(tabs, table.url, seat, **WIDTHS[width])
    found = {"in play": violations(at.page)}
    assert fits(at.page)
    at.finish(at.click)
    found["ended"] = violations(at.page)
    at.page.wait_for_timeout(DOUBLE_CLICK_MS)
    at.chip(1).click()
    found["betting"] = violations(at.page)
    for name in ("rules", "history", "limits", "options"):
        panel = at.open_panel(name)
        expect(panel.locator("#panel-body > *").first).to_be_visible()
        found[name] = violations(at.page)
        at.page.locator("#panel-close").click()
    at.page.locator("#check").click()
    expect(at.page.frame_locator(".check-frame").get_by_role("status")).to_contain_text("CONFIRMED")
    found["check"] = violations(at.page)
    assert {name: broken for name, broken in found.items() if broken} == {}


@pytest.mark.parametrize("width", WIDTHS)
def test_the_start_and_a_lost_connection_are_within_reach_too(
    tabs: Tabs, table: Served, width: str
) -> None:
    tabs.excuse("net::ERR_|Failed to fetch")
    at = sit(tabs, table.url, **WIDTHS[width])
    felt = at.page.locator("#felt").bounding_box()
    assert violations(at.page) == []
    at.chip(5).click()
    at.page.route("**/v1/rounds", lambda route: route.abort())
    at.button("deal").click()
    expect(at.page.locator("#line")).to_be_visible()
    assert violations(at.page) == []
    assert fits(at.page)
    assert at.page.locator("#felt").bounding_box() == felt, "the table moves when the line is lost"


@pytest.mark.parametrize("width", [360, 390, 720, 721, 744, 801, 1081])
def test_every_way_to_a_panel_is_in_sight(tabs: Tabs, table: Served, width: int) -> None:
    at = sit(tabs, table.url, viewport={"width": width, "height": 900})
    expect(at.page.locator(".menu [data-panel]")).to_have_count(4)
    assert fits(at.page)


def test_a_pair_is_split_to_three_hands_side_by_side(tabs: Tabs, table: Served, seat: Seat) -> None:
    seat.wait_for(splits_again, "split")
    at = sit(tabs, table.url, seat, **WIDTHS["phone"])
    expect(at.hands).to_have_count(2)
    at.button("split").click()
    expect(at.hands).to_have_count(3)
    for screen in WIDTHS.values():
        at = sit(tabs, table.url, seat, **screen)
        expect(at.hands).to_have_count(3)
        boxes = [hand.bounding_box() for hand in at.hands.all()]
        lefts = [box["x"] for box in boxes if box]
        tops = {round(box["y"]) for box in boxes if box}
        assert lefts == sorted(lefts)
        assert len(set(lefts)) == 3
        assert len(tops) == 1
        assert fits(at.page)
        assert violations(at.page) == []
    at.finish(at.click)
    for screen in WIDTHS.values():
        at.page.set_viewport_size(screen["viewport"])
        expect(at.page.locator("#hands .result:not(.none)")).to_have_count(3)
        assert fits(at.page)
        assert violations(at.page) == []


def test_the_rules_are_the_servers_with_the_return_and_its_strategy(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    told = seat.http.get("/v1/table").json()
    at = sit(tabs, table.url)
    panel = at.open_panel("rules")
    for rule in told["rules"]["texts"]:
        expect(panel).to_contain_text(rule["text"])
    if told["rtp"]:
        expect(panel).to_contain_text(cut_off(told["rtp"]["rtp_displayed"]))
        expect(panel).to_contain_text(told["rtp"]["strategy"])
        expect(panel.locator(".strategy td[data-play]")).not_to_have_count(0)
    else:
        expect(panel).to_contain_text("No certified figures")


def test_a_return_is_cut_off_exactly_and_never_rounded_up(tabs: Tabs, table: Served) -> None:
    shares = [0.996354382535, 0.99639999999, 0.9963, 0.9964, 0.58, 0.29, 1.0, 1.0001, 1e-7, 0.0]
    shares += [hundredths / 10_000 for hundredths in range(10_000)]  # products fall short of some
    page = tabs.open(table.url)
    shown = page.evaluate(
        """async (shares) => {
          const { returned } = await import('/table/panel-rules.js');
          return shares.map(returned);
        }""",
        shares,
    )
    assert shown[:2] == ["99.63 %", "99.63 %"]
    assert shown == [cut_off(share) for share in shares]


def test_the_options_begin_with_what_a_phone_has_and_end_with_the_keys(
    tabs: Tabs, table: Served
) -> None:
    panel = sit(tabs, table.url, **WIDTHS["phone"]).open_panel("options")
    expect(panel.locator("h3")).to_have_text(["Sound", "Felt", "Keys"])


def test_a_limit_of_ones_own_binds_the_next_bet(tabs: Tabs, table: Served) -> None:
    tabs.excuse("status of (409|422)")
    at = sit(tabs, table.url)
    panel = at.open_panel("limits")
    for wrong in ("1", "50.50"):
        panel.get_by_label("My limit").fill(wrong)
        panel.get_by_role("button", name="Set limit").click()
        expect(panel.get_by_role("status")).to_contain_text("from £2 to £1,000")
    panel.get_by_label("My limit").fill("20")
    panel.get_by_role("button", name="Set limit").click()
    expect(panel.get_by_role("status")).to_contain_text("Set.")
    panel.get_by_label("My limit").fill("50")
    panel.get_by_role("button", name="Set limit").click()
    expect(panel.get_by_role("status")).to_contain_text("You changed your limit this week already")
    at.page.keyboard.press("Escape")
    expect(at.page.locator("#bet-limits")).to_have_text("Limits £2 to £20 (your own)")
    expect(at.chip(25)).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("where", ["the table", "the page around"])
def test_the_operator_may_leave_the_best_play_out(
    tabs: Tabs, table: Served, seat: Seat, where: str
) -> None:
    seat.wait_for(lambda state: "stick" in state["legal_actions"])
    if where == "the table":
        told = seat.http.get("/v1/table").json()
        assert told["advice"] is True
        at = sit(tabs, table.url, seat)
        at.page.route("**/v1/table", lambda route: route.fulfill(json=told | {"advice": False}))
        at.page.reload()
        expect(at.hands).to_have_count(1)
    else:
        at = sit(tabs, table.url, seat, "?advice=off")
    at.click("stick")
    expect(at.page.locator("#check")).to_be_visible()
    expect(at.page.locator(".advice")).to_have_count(0)


def test_every_event_is_spoken_once_by_one_polite_region(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    seat.wait_for(lambda state: state["hands"][0]["total"] <= 11 and not is_pair(state))
    at = sit(tabs, table.url, seat)
    assert at.page.locator("[aria-live]:not([aria-live=off])").count() == 1
    at.page.evaluate(
        """() => {
          window.said = [];
          const region = document.getElementById('spoken');
          new MutationObserver(() => said.push(region.textContent)).observe(
            region, { childList: true, characterData: true, subtree: true });
        }"""
    )
    at.click("twist")
    at.settled()
    at.finish(at.click)
    at.page.evaluate("dispatchEvent(new Event('focus'))")
    at.page.wait_for_timeout(1_300)
    said: list[str] = at.page.evaluate("said")
    assert len(said) == len(set(said))
    ends = [text for text in said if re.search(r"You (win|lose)|nothing won or lost", text)]
    assert len(ends) == 1
    assert "Dealer:" in ends[0]


def test_what_brought_no_more_than_its_stake_is_not_celebrated(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    at = sit(tabs, table.url)
    seen: set[bool] = set()
    for _ in range(HANDS_MAX):
        at.play_a_hand()
        won = str(at.call.text_content()).startswith("You win")
        assert (at.page.locator(".hand.glad").count() > 0) == won
        assert at.page.locator(".call.glad").count() == int(won)
        seen.add(won)
        if len(seen) == 2:
            return
    raise AssertionError("all hands ended alike")


def test_sound_is_off_until_it_is_asked_for(tabs: Tabs, table: Served) -> None:
    at = sit(tabs, table.url)
    asked: list[str] = []
    at.page.on("request", lambda one: asked.append(one.url))
    at.chip(5).click()
    assert not any("sound.js" in url for url in asked)
    at.open_panel("options").get_by_label("Sounds of cards and chips").check()
    at.page.keyboard.press("Escape")
    with at.page.expect_request("**/sound.js"):
        at.chip(5).click()


def test_reduced_motion_is_respected(tabs: Tabs, table: Served, seat: Seat) -> None:
    seat.wait_for(lambda state: bool(state["hands"]))
    for motion, expected in (("reduce", "none"), ("no-preference", "dealt")):
        at = sit(tabs, table.url, seat, reduced_motion=motion)
        name = at.page.locator("#hands .card").first.evaluate(
            "card => getComputedStyle(card).animationName"
        )
        assert name == expected


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("width", WIDTHS)
def test_an_example_is_shown_step_by_step_and_marked(
    tabs: Tabs, table: Served, name: str, width: str
) -> None:
    page = tabs.open(f"{table.url}/?example={name}", reduced_motion="reduce", **WIDTHS[width])
    expect(page.locator("#ribbon")).to_have_text("EXAMPLE")
    expect(page.locator("#standing")).to_contain_text("no money, no proof")
    expect(page.locator("#balance")).to_have_count(0)
    forward = page.locator("#example-controls .main")
    for _ in range(40):
        if forward.inner_text() == "Play again":
            break
        expect(page.locator("#dealer .card.back")).to_have_count(2)
        forward.click()
    expect(page.locator("#hands .result:not(.none)")).to_have_text(EXAMPLES[name])
    assert violations(page) == []
    assert fits(page)
    assert page.evaluate("localStorage.length") == 0
