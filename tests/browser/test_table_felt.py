"""The felt at every size of a screen: what a person must see is there, and nothing lies over it."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.chromium import Tabs
from tests.browser.sitting import DOUBLE_CLICK_MS, Seat, Sitting, is_pair, sit
from tests.browser.test_table_screens import EXAMPLES, SIZES, fits, splits_again
from tests.commands.served import Served

WORDS_OF_THE_CLOTH = "Pontoon and five-card trick pay 2 to 1 · Dealer wins ties"
SEEN = "#dealer-title, #cloth, #call-text, .card, .total:not(.none), .result:not(.none), .stake"
PRESSED = ".rail, .menu button, #after > *"
LINE_SIZES = [(1341, 844), (1081, 844), (820, 1180), (721, 844), (720, 844), (360, 664)]
OF_THE_HAND = "#hands .card, #hands .total, #hands .result:not(.none), #hands .stake"
OF_THE_ROUND = "#dealer .card, #dealer .total:not(.none), #call-text"
# What a person must see of a table, and lies under this part of the page.
COVERED = """([part, seen]) => {
  const over = document.querySelector(part).getBoundingClientRect();
  return [...document.querySelectorAll(seen)].filter((it) => {
    const { left, right, top, bottom, width } = it.getBoundingClientRect();
    return width > 0 && left < over.right && right > over.left && top < over.bottom
      && bottom > over.top;
  }).map((it) => it.id || it.className);
}"""
# Pairs of things on the felt that lie over one another; the cards of a hand may.
OVERLAPS = """() => {
  const parts = "#dealer-title, #cloth, #call-text, #shoe, .cards, .total:not(.none), "
    + ".result:not(.none), .stake, #after > *";
  const boxes = [...document.querySelectorAll(parts)]
    .map((it) => [it.id || it.className || it.tagName, it.getBoundingClientRect()])
    .filter(([, { width }]) => width > 1);
  return boxes.flatMap(([one, a], at) => boxes.slice(at + 1)
    .filter(([, b]) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top)
    .map(([other]) => `${one} and ${other}`));
}"""


@pytest.mark.parametrize("hands", [1, 3])
def test_a_lost_connection_is_told_beside_all_that_is_seen_or_pressed(
    tabs: Tabs, table: Served, seat: Seat, hands: int
) -> None:
    tabs.excuse("net::ERR_|Failed to fetch")
    if hands == 3:
        seat.wait_for(splits_again, "split")
    else:
        seat.wait_for(lambda state: "stick" in state["barred"])
    at = sit(tabs, table.url, seat)
    if hands == 3:
        at.click("split")
        expect(at.hands).to_have_count(3)
    at.page.route("**/actions", lambda route: route.abort())
    at.click("twist")
    found = {"in play": under_the_line(at)}
    at.page.unroute("**/actions")
    at.page.locator("#hurry").dispatch_event("click")
    expect(at.page.locator("#line")).to_be_hidden()
    at.settled()
    at.finish(at.click)
    at.settled()
    at.page.route("**/v1/rounds", lambda route: route.abort())
    at.page.wait_for_timeout(DOUBLE_CLICK_MS)
    at.chip(5).click()
    expect(at.button("deal")).to_be_enabled()
    at.click("deal")
    found["ended"] = under_the_line(at)
    assert {when: there for when, there in found.items() if there} == {}


def under_the_line(at: Sitting) -> dict[tuple[int, int], list[str]]:
    """What the line covers on which screen."""
    expect(at.page.locator("#line")).to_be_visible()
    covered = {}
    for width, height in [*SIZES, *LINE_SIZES]:
        at.page.set_viewport_size({"width": width, "height": height})
        assert fits(at.page)
        there = at.page.evaluate(COVERED, ["#line", f"{SEEN}, {PRESSED}"])
        if there:
            covered[width, height] = there
    return covered


@pytest.mark.parametrize("size", SIZES)
def test_hands_and_their_results_lie_above_the_controls_without_scrolling(
    tabs: Tabs, table: Served, seat: Seat, size: tuple[int, int]
) -> None:
    width, height = size
    seat.wait_for(is_pair)
    at = sit(tabs, table.url, seat, viewport={"width": width, "height": height})
    dealt = at.page.locator("#dealer .card").first.bounding_box()
    at.button("split").click()
    expect(at.hands).to_have_count(2)
    assert at.page.evaluate(COVERED, ["#controls", SEEN]) == []
    at.finish(at.click)
    expect(at.page.locator("#check")).to_be_visible()
    assert at.page.evaluate(COVERED, ["#controls", SEEN]) == []
    assert at.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    turned = at.page.locator("#dealer .card").first.bounding_box()
    assert dealt is not None
    assert turned is not None
    assert turned["y"] == dealt["y"], "the dealer's cards jump when they are turned"


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_pays_and_who_wins_ties_is_read_on_every_felt_beside_everything_else(
    tabs: Tabs, table: Served, name: str
) -> None:
    page = tabs.open(f"{table.url}/?example={name}", reduced_motion="reduce")
    forward = page.locator("#example-controls .main")
    expect(forward).not_to_be_empty()
    told = {}
    while True:
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator("#dealer-title")).to_be_visible()
            cloth, arc = page.locator("#cloth"), page.locator("#arc-pays")
            expect(cloth).to_have_text(WORDS_OF_THE_CLOTH)
            box = cloth.bounding_box()
            assert box is not None
            assert box["width"] > 1 or arc.is_visible()
            told[width, height, forward.inner_text()] = page.evaluate(OVERLAPS)
        if forward.inner_text() == "Play again":
            break
        forward.click()
    assert {where: pairs for where, pairs in told.items() if pairs} == {}


@pytest.mark.parametrize(("stake", "chip"), [(200, 100), (2500, 2500)])
def test_a_stake_has_the_colour_of_the_largest_chip_in_it(
    tabs: Tabs, table: Served, seat: Seat, stake: int, chip: int
) -> None:
    seat.wait_for(lambda state: bool(state["hands"]), stake=stake)
    at = sit(tabs, table.url, seat)
    face = "it => getComputedStyle(it).getPropertyValue('--face')"
    disc = at.page.locator("#hands .disc")
    assert disc.evaluate(face) == at.chip(chip // 100).evaluate(face) != ""


@pytest.mark.parametrize("width", [1081, 1100, 1240, 1280, 1440])
def test_repeat_clear_and_deal_keep_their_words_within_and_clear_of_the_chips(
    tabs: Tabs, table: Served, seat: Seat, width: int
) -> None:
    seat.finish(seat.bet(2500))
    at = sit(tabs, table.url, seat, viewport={"width": width, "height": 900})
    before = at.chip(500).bounding_box()
    for pounds in (100, 25, 1):
        at.chip(pounds).click()
    assert at.chip(500).bounding_box() == before, "the chips move under the pointer"
    tight = at.page.evaluate(
        """() => [...document.querySelectorAll("#go .act")].filter((button) => {
          const { left, right } = button.getBoundingClientRect();
          return [...button.children].some((it) => {
            const within = it.getBoundingClientRect();
            return within.width > 0 && (within.left < left + 8 || within.right > right - 8);
          });
        }).map((button) => button.id)"""
    )
    assert tight == []
    chip, repeat = at.chip(500).bounding_box(), at.button("repeat").bounding_box()
    assert chip is not None
    assert repeat is not None
    assert chip["x"] + chip["width"] < repeat["x"]


def test_the_check_of_a_hand_is_of_one_piece_with_its_panel(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    seat.wait_for(lambda state: "stick" in state["legal_actions"])
    at = sit(tabs, table.url, seat)
    at.click("stick")
    at.page.locator("#check").click()
    body = at.page.frame_locator(".check-frame").locator("body.framed")
    colour = "it => getComputedStyle(it).backgroundColor + getComputedStyle(it).backgroundImage"
    assert body.evaluate(colour) == at.page.locator("#panel").evaluate(colour)


def test_the_felts_of_the_options_are_named_as_the_theme_names_them(
    tabs: Tabs, table: Served
) -> None:
    panel = sit(tabs, table.url).open_panel("options")
    for theme in ("green", "blue", "red"):
        expect(panel.get_by_label(theme.capitalize(), exact=True)).to_have_value(theme)


@pytest.mark.parametrize("size", [*SIZES, (1100, 900)])
def test_best_play_is_told_after_the_hand_in_sight_and_never_during_it(
    tabs: Tabs, table: Served, seat: Seat, size: tuple[int, int]
) -> None:
    assert seat.http.get("/v1/table").json()["rtp"] is not None
    # 15 and more of two hard cards: the strategy sticks, and this player twists.
    seat.wait_for(
        lambda state: (
            not is_pair(state)
            and not state["hands"][0]["soft"]
            and 15 < state["hands"][0]["total"] < 20
        )
    )
    width, height = size
    at = sit(tabs, table.url, seat, viewport={"width": width, "height": height})
    expect(at.page.locator("#after")).to_be_empty()
    at.click("twist")
    at.settled()
    at.finish(at.click)
    advice = at.page.locator(".advice")
    expect(advice.locator("summary")).to_contain_text("differed")
    advice.locator("summary").click()
    expect(advice).to_contain_text("The best play is to stick.")
    words, rail = advice.locator("ul").bounding_box(), at.controls.bounding_box()
    assert words is not None
    assert rail is not None
    assert words["y"] >= 0
    assert words["y"] + words["height"] <= rail["y"]
    assert words["x"] >= 0
    assert words["x"] + words["width"] <= width
    assert at.page.evaluate(COVERED, [".advice ul", f"{OF_THE_HAND}, {OF_THE_ROUND}"]) == []
    assert violations(at.page) == []


def test_best_play_of_three_hands_covers_no_card_and_no_result_at_any_size(
    tabs: Tabs, table: Served, seat: Seat
) -> None:
    seat.wait_for(splits_again, "split")
    at = sit(tabs, table.url, seat)
    at.click("split")
    expect(at.hands).to_have_count(3)
    at.finish(at.click)
    opens, words = at.page.locator(".advice summary"), at.page.locator(".advice ul")
    for width, height in SIZES:
        at.page.set_viewport_size({"width": width, "height": height})
        assert fits(at.page)
        opens.click()
        expect(words).to_be_in_viewport(ratio=1)
        covered = at.page.evaluate(COVERED, [".advice ul", f"{OF_THE_HAND}, {OF_THE_ROUND}"])
        assert (covered, width, height) == ([], width, height)
        assert at.page.evaluate(COVERED, ["#controls", ".advice ul"]) == []
        opens.click()
