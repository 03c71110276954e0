"""The watch itself: a tab that misbehaves is caught."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import Tabs, watched_tabs

LOUD = {
    "<script>console.error('this is wrong')</script>": "console error: this is wrong",
    "<script>console.warn('beware')</script>": "console warning: beware",
    "<script>throw new Error('thrown')</script>": "uncaught: thrown",
    "<script>Promise.reject(new Error('dropped'))</script>": "uncaught: dropped",
    "<img alt='' src='http://example.invalid/x.png'>": "request beyond",
    "<link rel='stylesheet' href='other.css'>": "request beyond",
}


@pytest.mark.parametrize(("body", "fault"), LOUD.items(), ids=LOUD.values())
def test_a_loud_page_is_caught(chromium: Browser, tmp_path: Path, body: str, fault: str) -> None:
    page = tmp_path / "page.html"
    page.write_text(f"<!doctype html><title>x</title>{body}", encoding="utf-8")
    tabs = Tabs(chromium)
    tabs.open(page.as_uri()).wait_for_load_state("networkidle")
    tabs.close()
    assert any(fault in seen for seen in tabs.faults())


def test_a_second_tab_is_watched_too(chromium: Browser, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><title>x</title>", encoding="utf-8")
    tabs = Tabs(chromium)
    second = tabs.open(page.as_uri()).context.new_page()
    second.evaluate("console.error('in the second')")
    tabs.close()
    assert tabs.faults() == ["console error: in the second"]


def test_what_a_test_is_about_may_be_excused(chromium: Browser, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><script>console.error('as meant')</script>", encoding="utf-8")
    with watched_tabs(chromium) as tabs:
        tabs.excuse("as meant")
        tabs.open(page.as_uri())
