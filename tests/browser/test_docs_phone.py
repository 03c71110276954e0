"""The reading pages on a phone: tables without a broken word, nothing out at the side, and a way to
the table.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.chromium import Tabs
from tests.commands.served import Served

PAGES = ["/docs", "/docs/embedding", "/problems/", "/problems/stale-version"]
WIDTHS = [360, 390, 600, 800, 1280]
PHONES = WIDTHS[:2]

# Words of tables that stand in more than one line, though no hyphen or slash is in them.
_BROKEN = """() => {
  const broken = [];
  for (const cell of document.querySelectorAll('td, th')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const word of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}_]+/gu)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        if (lines.size > 1) broken.push(word[0]);
      }
    }
  }
  return broken;
}"""
# Cells that reach beyond the page; a table may scroll in a frame of its own, but on a phone.
_BEYOND = """() => [...document.querySelectorAll('td, .scroll')].filter((it) =>
  it.getBoundingClientRect().right > innerWidth || it.scrollWidth > it.clientWidth + 1
).map((it) => it.textContent)"""


def opened(tabs: Tabs, table: Served, path: str, width: int) -> Page:
    page = tabs.open(f"{table.url}{path}", viewport={"width": width, "height": 740})
    if path == "/docs":
        expect(page.locator("#readMetrics")).to_be_visible()
    return page


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", PAGES)
def test_tables_are_read_without_a_broken_word_and_nothing_lies_beside_the_page(
    tabs: Tabs, table: Served, path: str, width: int
) -> None:
    page = opened(tabs, table, path, width)
    if path != "/problems/stale-version":
        assert page.locator("td").count() > 4
    assert page.evaluate(_BROKEN) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if width in PHONES:
        assert page.evaluate(_BEYOND) == []


@pytest.mark.parametrize("path", PAGES)
def test_each_reading_page_leads_to_the_table_and_is_within_reach_of_everybody(
    tabs: Tabs, table: Served, path: str
) -> None:
    page = opened(tabs, table, path, PHONES[0])
    frames = "pontoon-table"  # the table itself is tried in its own tests
    page.evaluate("name => document.querySelectorAll(name).forEach((it) => it.remove())", frames)
    assert violations(page) == []
    page.get_by_role("navigation", name="Elsewhere").get_by_role("link", name="The table").click()
    expect(page.locator("#call-text")).to_have_text("Place your bet")
