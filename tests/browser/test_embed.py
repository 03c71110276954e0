"""The table in a page of another origin: `<pontoon-table>`, its events, commands and the token."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.browser.axe import violations
from tests.browser.chromium import Tabs
from tests.browser.served import served as served_pages
from tests.browser.sitting import DOUBLE_CLICK_MS, open_seat
from tests.commands.served import Served, served

EVENTS = ("ready", "balance", "round-settled", "session-ended", "error")
ACTIONS_MAX = 60

CASINO = """<!doctype html><html lang="en"><title>A casino</title><link rel="icon" href="data:,">
<main><h1>A casino</h1>
<script type="module" src="{api}/embed.js"></script>
<pontoon-table api="{api}" theme="blue" title="Our table"{guest}></pontoon-table></main>
<script>
  window.told = [];
  const table = document.querySelector("pontoon-table");
  for (const name of {events}) table.addEventListener(name, (e) => told.push([name, e.detail]));
  table.token = {token};
</script>"""


@dataclass(frozen=True)
class Casino:
    """A page of another origin, that the server allows, around the table."""

    origin: str
    api: Served
    pages: dict[str, str]

    def offer(self, token: str) -> None:
        """The page hands over this token; `null` seats a guest, `undefined` names none yet."""
        guest = " guest" if token == "null" else ""
        page = CASINO.format(api=self.api.url, events=list(EVENTS), token=token, guest=guest)
        self.pages["/"] = page


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    pages: dict[str, str] = {}
    with served_pages(pages, {}) as origin:
        folder = tmp_path_factory.mktemp("embedded")
        with served(folder, "--allow-origin", origin) as api:
            yield Casino(origin, api, pages)


def visit(tabs: Tabs, casino: Casino, token: str = "null") -> tuple[Page, FrameLocator]:
    casino.offer(token)
    tabs.excuse(f"request beyond {casino.origin}: [A-Z]+ {casino.api.url}/")
    page = tabs.open(casino.origin, reduced_motion="reduce")
    return page, page.frame_locator("pontoon-table iframe")


def told(page: Page, name: str) -> list[dict[str, object]]:
    heard: list[dict[str, object]] = page.evaluate(
        "name => told.filter(([each]) => each === name).map(([, detail]) => detail)", name
    )
    return heard


def play(page: Page, frame: FrameLocator) -> None:
    """One round from the first chip to its end."""
    settled = len(told(page, "round-settled"))
    frame.locator('.chip[data-pence="500"]').click()
    frame.locator("#do-deal").click()
    for _ in range(ACTIONS_MAX):
        page.wait_for_timeout(DOUBLE_CLICK_MS)
        if len(told(page, "round-settled")) > settled:
            return
        stick = frame.locator("#do-stick")
        may = stick.get_attribute("aria-disabled") == "false"
        (stick if may else frame.locator("#do-twist")).click()
    raise AssertionError("the round does not end")


def test_a_casino_embeds_the_table_and_hears_what_happens(tabs: Tabs, casino: Casino) -> None:
    page, frame = visit(tabs, casino)
    expect(frame.locator("#call-text")).to_have_text("Place your bet")
    assert told(page, "ready") == [{"balance": 100_000, "currency": "GBP", "playing": False}]
    play(page, frame)
    (settled,) = told(page, "round-settled")
    assert {"round_id", "staked", "returned", "net", "balance"} <= settled.keys()
    assert told(page, "balance")[-1]["balance"] == settled["balance"]


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


def test_commands_reach_the_table(tabs: Tabs, casino: Casino) -> None:
    page, frame = visit(tabs, casino)
    expect(frame.locator("#call-text")).to_have_text("Place your bet")
    expect(frame.locator("html")).to_have_attribute("data-felt", "blue")
    page.evaluate("table.setAttribute('theme', 'red')")
    expect(frame.locator("html")).to_have_attribute("data-felt", "red")
    page.evaluate("table.open('rules')")
    expect(frame.locator("#panel")).to_be_visible()
    with page.expect_request("**/v1/session"):
        page.evaluate("table.refresh()")


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
    assert told(page, "error") == []


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


def test_a_page_that_is_not_allowed_gets_neither_frame_nor_script(
    tabs: Tabs, casino: Casino
) -> None:
    tabs.excuse("frame-ancestors|CORS|net::ERR_|request beyond|violates")
    casino.offer("null")
    with served_pages({"/": casino.pages["/"]}, {}) as stranger:
        page = tabs.open(stranger)
        page.wait_for_timeout(500)
        assert page.locator("pontoon-table iframe").count() == 0
        page.set_content(f'<iframe src="{casino.api.url}/?host={stranger}"></iframe>')
        page.wait_for_timeout(500)
        assert page.frame_locator("iframe").locator("#felt").count() == 0


def test_a_message_from_elsewhere_is_not_heard(tabs: Tabs, casino: Casino) -> None:
    """The frame names its host in its address: only messages from there count."""
    casino.offer("null")
    tabs.excuse("request beyond|Failed to execute 'postMessage'|target origin")
    page = tabs.open(casino.origin)
    page.set_content(f'<iframe src="{casino.api.url}/?host=https://elsewhere.example"></iframe>')
    frame = page.frame_locator("iframe")
    expect(frame.locator("#call-text")).to_have_text("Opening your seat …")
    page.evaluate("frames[0].postMessage({ type: 'pontoon/start', token: null }, '*')")
    page.wait_for_timeout(300)
    expect(frame.locator("#call-text")).to_have_text("Opening your seat …")


def test_the_guide_runs_its_own_example(tabs: Tabs, table: Served) -> None:
    page = tabs.open(f"{table.url}/docs/embedding", reduced_motion="reduce")
    frame = page.frame_locator("pontoon-table iframe")
    expect(frame.locator("#call-text")).to_have_text("Place your bet")
    expect(page.locator("#heard")).to_contain_text('ready {"balance":100000')
    expect(page.locator("#markup")).to_contain_text(f"{table.url}/embed.js")
    page.locator("#felt").select_option("blue")
    expect(frame.locator("html")).to_have_attribute("data-felt", "blue")
    page.locator("#open-rules").click()
    expect(frame.locator("#panel")).to_be_visible()
    frame.locator("#panel-close").click()
    frame.locator('.chip[data-pence="500"]').click()
    frame.locator("#do-deal").click()
    expect(frame.locator("#hands .card")).not_to_have_count(0)
    assert violations(page) == []


def test_the_code_of_the_guide_plays_a_round(tabs: Tabs, table: Served) -> None:
    page = tabs.open(f"{table.url}/icon.svg")
    page.goto(f"{table.url}/docs/embedding")
    code = page.locator("pre", has_text="createClient").inner_text()
    code = re.sub(
        r'import \{ createClient \} from "([^"]+)";',
        r'const { createClient } = await import("\1");',
        code,
    )
    code = code.replace(
        "console.log(await client.proof(round_id));", "return await client.proof(round_id);"
    )
    proof = page.evaluate(f"async () => {{ const draw = () => {{}}; {code}\n}}")
    assert proof["status"] == "settled"
    assert proof["client_seed"]


def test_the_client_module_is_served_with_its_types(table: Served) -> None:
    for name in ("client.js", "client.d.ts", "embed.js"):
        text = httpx.get(f"{table.url}/{name}", trust_env=False).raise_for_status().text
        assert "http://" not in text
