"""The table in a page of another origin: `<pontoon-table>`, its events and commands, its guide."""

import re

import httpx
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.casino import Casino, play, told, visit
from tests.browser.chromium import Tabs
from tests.browser.served import served as served_pages
from tests.commands.served import Served


def test_a_casino_embeds_the_table_and_hears_what_happens(tabs: Tabs, casino: Casino) -> None:
    page, frame = visit(tabs, casino)
    expect(frame.locator("#call-text")).to_have_text("Place your bet")
    assert told(page, "ready") == [{"balance": 100_000, "currency": "GBP", "playing": False}]
    play(page, frame)
    (settled,) = told(page, "round-settled")
    assert {"round_id", "staked", "returned", "net", "balance"} <= settled.keys()
    assert told(page, "balance")[-1]["balance"] == settled["balance"]


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


def test_a_page_that_is_not_allowed_gets_neither_frame_nor_script(
    tabs: Tabs, casino: Casino
) -> None:
    tabs.excuse("frame-ancestors|CORS|net::ERR_|request beyond|violates")
    casino.offer("null")
    with served_pages({"/": casino.pages["/"]}, {}) as stranger:
        page = tabs.open(stranger)
        expect(page.get_by_role("heading")).to_be_visible()
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
