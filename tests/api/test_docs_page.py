"""The reading page in a browser that can reach nothing but the server."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route

from tests.browser.chromium import NoChromium, running_chromium
from tests.commands.served import Served, served
from tests.missing import not_here

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 2
ACTIONS_MAX = 20  # the first legal action is twist; a pair of hands may follow


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("docs")) as running:
        yield running


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    try:
        with running_chromium() as browser:
            yield browser
    except NoChromium as missing:
        not_here(missing)


@pytest.fixture
def page(house: Served, chromium: Browser) -> Iterator[Page]:
    """The page as its reader finds it: in a browser of its own, with nothing kept."""

    def only_here(route: Route) -> None:
        if route.request.url.startswith(house.url):
            route.continue_()
        else:
            route.abort()
            raise AssertionError(f"the page asks {route.request.url}")

    page = chromium.new_page()
    page.route("**/*", only_here)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.on("console", lambda message: pytest.fail(message.text))
    page.goto(f"{house.url}/docs")
    page.wait_for_selector("#readMetrics")
    yield page
    page.close()


def test_rounds_are_played_from_the_reading_page_without_typing(page: Page) -> None:
    opened = _send(page, "openDemoSession")
    assert page.input_value("#token") == opened["token"]
    seeds = set()
    for number in range(1, ROUNDS + 1):
        state = _send(page, "placeBet")
        assert (state["number"], state["stake"]) == (number, 500)
        seeds.add(state["client_seed"])
        for _ in range(ACTIONS_MAX):
            if not state["legal_actions"]:
                break
            state = _send(page, "act")
        assert _send(page, "readProof")["round_id"] == state["round_id"]
    assert len(seeds) == ROUNDS


def test_the_commands_of_the_first_round_are_for_this_house_and_run(
    page: Page, house: Served, tmp_path: Path
) -> None:
    shown = page.locator("#intro pre").inner_text()
    assert f"HOUSE={house.url}" in shown
    pontoon = f'pontoon() {{ "{sys.executable}" -m app.cli "$@"; }}'
    ran = subprocess.run(
        ["bash", "-eu", "-c", f"{pontoon}\n{shown}"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "CONFIRMED" in ran.stdout
    assert "by the given key" in ran.stdout
    assert "The seeds were fixed beforehand" in ran.stdout


def test_on_a_small_telephone_nothing_is_cut_off_and_the_contents_do_not_scroll(
    page: Page,
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    cut = """() => [...document.querySelectorAll("pre, #side, .address, html")]
      .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.outerHTML)"""
    assert page.evaluate(cut) == []
    side = "document.getElementById('side')"
    assert page.evaluate(f"{side}.scrollHeight - {side}.clientHeight") <= 1


def test_the_reading_page_has_no_fault_of_access(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def _send(page: Page, operation: str) -> dict[str, Any]:
    call = page.locator(f"#{operation}")
    if not call.locator("form button").is_visible():
        call.locator("summary", has_text="Try it").click()
    with page.expect_response(lambda answer: "/v1/" in answer.url):
        call.locator("form button").click()
    shown = call.locator("form pre")
    shown.get_by_text("{").wait_for()
    status, _, text = shown.inner_text().partition("\n\n")
    assert status[:2] == "20", text
    found: dict[str, Any] = json.loads(text)
    return found
