"""Whose seat it is in a casino's page: the token comes by message, and what if none comes."""

import pytest
from playwright.sync_api import expect

from tests.browser.casino import Casino, play, told, visit
from tests.browser.chromium import Tabs
from tests.browser.sitting import open_seat


def test_the_token_goes_by_message_and_stands_in_no_address_and_no_storage(
    tabs: Tabs, casino: Casino
) -> None:
    with open_seat(casino.api.url) as seat:
        seat.bet(700)
        seat.finish(seat.session()["round"] or {"legal_actions": []})
        balance = seat.session()["balance"]
        asked: list[str] = []
        page, frame = visit(tabs, casino, f"async () => '{seat.token}'")
        page.on("request", lambda one: asked.append(one.url))
        expect(frame.locator("#call-text")).to_have_text("Place your bet")
        assert told(page, "ready")[0]["balance"] == balance
        page.reload()
        expect(frame.locator("#call-text")).to_have_text("Place your bet")
        assert not [url for url in asked if seat.token in url]
        inside = next(each for each in page.frames if each.url.startswith(casino.api.url))
        kept = inside.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
        assert seat.token not in kept


def test_a_session_that_ends_is_told_and_a_new_token_goes_on(tabs: Tabs, casino: Casino) -> None:
    tabs.excuse("status of 401")
    page, frame = visit(tabs, casino)
    expect(frame.locator("#call-text")).to_have_text("Place your bet")
    problem = {"type": "/problems/unauthorised", "title": "", "status": 401, "detail": "over"}
    page.route("**/v1/session", lambda route: route.fulfill(status=401, json=problem))
    page.evaluate("table.refresh()")
    expect(frame.locator("#call-text")).to_contain_text("Your session has ended")
    assert len(told(page, "session-ended")) == 1
    page.unroute("**/v1/session")
    with open_seat(casino.api.url) as seat:
        page.evaluate("token => { table.token = token; }", seat.token)
        expect(frame.locator("#call-text")).to_have_text("Place your bet")
        play(page, frame)


@pytest.mark.parametrize("milliseconds", [0, 20, 120, 400])
def test_a_token_that_comes_soon_or_late_seats_its_player_and_no_guest(
    tabs: Tabs, casino: Casino, milliseconds: int
) -> None:
    with open_seat(casino.api.url) as seat:
        seat.finish(seat.bet(700))
        balance = seat.session()["balance"]
        hand_over = f"setTimeout(() => {{ table.token = '{seat.token}'; }}, {milliseconds})"
        late = f"(addEventListener('message', () => {hand_over}, {{ once: true }}), null)"
        casino.offer("undefined")
        casino.pages["/"] = casino.pages["/"].replace("undefined", late)
        tabs.excuse(f"request beyond {casino.origin}: [A-Z]+ {casino.api.url}/")
        asked: list[str] = []
        page = tabs.open(casino.origin, reduced_motion="reduce")
        page.on("request", lambda one: asked.append(one.url))
        frame = page.frame_locator("pontoon-table iframe")
        expect(frame.locator("#call-text")).to_have_text("Place your bet")
        assert told(page, "ready")[0]["balance"] == balance
        assert not [url for url in asked if "/demo/" in url]


def test_a_dead_first_token_is_told_and_a_good_one_takes_the_seat(
    tabs: Tabs, casino: Casino
) -> None:
    tabs.excuse("status of 401")
    page, frame = visit(tabs, casino, "'dead'")
    expect(frame.locator("#call-text")).to_have_text("Your session has ended.")
    assert len(told(page, "session-ended")) == 1
    with open_seat(casino.api.url) as seat:
        page.evaluate("token => { table.token = token; }", seat.token)
        expect(frame.locator("#call-text")).to_have_text("Place your bet")
    assert len(told(page, "ready")) == 1


NO_TOKEN = {
    "rejects": "async () => { throw new Error('no session') }",
    "throws": "() => { throw new Error('no session') }",
    "never answers": "() => new Promise(() => {})",
    "gives nothing": "async () => undefined",
    "gives null": "async () => null",
    "gives a page of HTML": "async () => '<h1>Not found</h1>\\n<p>Sorry</p>'",
}
SOON = """<script>
  const wait = setTimeout;
  window.setTimeout = (done, ms) => wait(done, ms === 20_000 ? 100 : ms);
</script>"""


@pytest.mark.parametrize("how", NO_TOKEN)
def test_a_token_function_that_fails_is_told_to_page_and_player_who_may_try_again(
    tabs: Tabs, casino: Casino, how: str
) -> None:
    with open_seat(casino.api.url) as seat:
        first = f"window.asked = (window.asked ?? 0) + 1; if (asked > 1) return '{seat.token}\\n';"
        casino.offer(f"() => {{ {first} return ({NO_TOKEN[how]})(); }}")
        casino.pages["/"] = casino.pages["/"].replace("<main>", f"{SOON}<main>")
        tabs.excuse(f"request beyond {casino.origin}: [A-Z]+ {casino.api.url}/")
        requests: list[str] = []
        page = tabs.open(casino.origin, reduced_motion="reduce")
        page.on("request", lambda one: requests.append(one.url))
        frame = page.frame_locator("pontoon-table iframe")
        expect(frame.locator("#call-text")).to_contain_text("could not open your seat")
        expect(frame.locator("#spoken")).to_contain_text("could not open your seat")
        assert [each["slug"] for each in told(page, "error")] == ["no-token"]
        frame.get_by_role("button", name="Try again").click()
        expect(frame.locator("#call-text")).to_have_text("Place your bet")
        expect(frame.locator("#again")).to_be_hidden()
        assert len(told(page, "ready")) == 1
        assert page.evaluate("asked") == 2
        assert not [url for url in requests if "/demo/" in url]


def test_a_token_function_that_fails_after_a_session_offers_to_try_again(
    tabs: Tabs, casino: Casino
) -> None:
    page, frame = visit(tabs, casino)
    expect(frame.locator("#call-text")).to_have_text("Place your bet")
    page.evaluate("() => { table.token = () => window.good ?? Promise.reject('not now'); }")
    expect(frame.locator("#call-text")).to_contain_text("could not open your seat")
    expect(frame.locator("#do-deal")).to_have_attribute("aria-disabled", "true")
    with open_seat(casino.api.url) as seat:
        page.evaluate("token => { window.good = token; }", seat.token)
        frame.locator("#again").click()
        expect(frame.locator("#call-text")).to_have_text("Place your bet")
        play(page, frame)


def test_while_no_token_is_set_the_player_reads_what_the_table_waits_for(
    tabs: Tabs, casino: Casino
) -> None:
    page, frame = visit(tabs, casino, "null, 0")
    expect(frame.locator("#call-text")).to_contain_text("Waiting for your casino")
    expect(frame.locator("#again")).to_be_hidden()
    assert told(page, "error", least=0) == []


def test_a_token_function_that_fails_is_told_and_a_token_set_later_is_taken(
    tabs: Tabs, casino: Casino
) -> None:
    page, frame = visit(tabs, casino, "async () => { throw new Error('no session') }")
    page.wait_for_function("told.length > 0")
    (failed,) = told(page, "error")
    assert failed["slug"] == "no-token"
    with open_seat(casino.api.url) as seat:
        page.evaluate("token => { table.token = token; }", seat.token)
        expect(frame.locator("#call-text")).to_have_text("Place your bet")
