"""The reading page in a browser that can reach nothing but the server."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, sync_playwright

from tests.commands.served import Served, served

CHROMIUM = shutil.which("chromium")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as running:
        yield running


@pytest.fixture
def page(house: Served) -> Iterator[Page]:
    if CHROMIUM is None and os.environ.get("CI"):
        pytest.fail("chromium is missing")
    if CHROMIUM is None:
        pytest.skip("chromium is missing: on Debian, apt install chromium")

    def only_here(route: Route) -> None:
        if route.request.url.startswith(house.url):
            route.continue_()
        else:
            route.abort()
            raise AssertionError(f"the page asks {route.request.url}")

    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.route("**/*", only_here)
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.on("console", lambda message: pytest.fail(message.text))
        page.goto(f"{house.url}/docs")
        page.wait_for_selector("#readMetrics")
        yield page
        browser.close()


def test_a_round_can_be_opened_from_the_reading_page(page: Page) -> None:
    opened = _send(page, "openDemoSession")
    assert page.input_value("#token") == opened["token"]
    announced = _send(page, "readSession")["next_round"]
    bet = json.dumps({"round_id": announced["round_id"], "stake": 500})
    state = _send(page, "placeBet", bet)
    assert (state["number"], state["stake"]) == (1, 500)


def test_the_reading_page_has_no_fault_of_access(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def _send(page: Page, operation: str, body: str | None = None) -> dict[str, Any]:
    call = page.locator(f"#{operation}")
    call.locator("summary", has_text="Try it").click()
    if body is not None:
        call.locator("textarea").fill(body)
    call.locator("button").click()
    shown = call.locator("form pre")
    shown.get_by_text("{").wait_for()
    status, _, text = shown.inner_text().partition("\n\n")
    assert status[:2] == "20", text
    found: dict[str, Any] = json.loads(text)
    return found
