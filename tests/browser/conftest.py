"""A Chromium for these tests, and tabs that fail their test on any error, warning or way out.

Where Chromium is missing the tests are a named skip, and in CI a failure.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.casino import Casino
from tests.browser.checker import Checker
from tests.browser.chromium import NoChromium, Tabs, running_chromium, watched_tabs
from tests.browser.served import served as served_pages
from tests.browser.sitting import Seat, open_seat
from tests.browser.verify_file import VERIFY
from tests.commands.served import Served, served
from tests.missing import not_here


# Not for the session: Playwright's loop would run on beside the tests of other folders.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for each worker."""
    try:
        with running_chromium() as browser:
            yield browser
    except NoChromium as missing:
        not_here(missing)


@pytest.fixture
def tabs(chromium: Browser) -> Iterator[Tabs]:
    """Tabs for one test: `tabs.open(address)`."""
    with watched_tabs(chromium) as opened:
        yield opened


@pytest.fixture(scope="package")
def checker(chromium: Browser) -> Iterator[Checker]:
    """`/verify.html` from disk with the network cut; its functions, not its looks."""
    with watched_tabs(chromium) as opened:
        yield Checker(opened.open(VERIFY.as_uri(), offline=True))


@pytest.fixture(scope="package")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of the table, for all tests that do not stop it; each opens seats of its own."""
    with served(tmp_path_factory.mktemp("table")) as running:
        yield running


@pytest.fixture
def seat(table: Served) -> Iterator[Seat]:
    """A guest over HTTP, who looks for the hand that a test needs."""
    with open_seat(table.url) as guest:
        yield guest


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    """A casino whose origin the server allows."""
    pages: dict[str, str] = {}
    with served_pages(pages, {}) as origin:
        folder = tmp_path_factory.mktemp("embedded")
        with served(folder, "--allow-origin", origin) as api:
            yield Casino(origin, api, pages)
