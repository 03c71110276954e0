"""Debian's Chromium, and a watch over each tab that it opens.

A tab that says an error or a warning on its console, throws, or asks for anything beyond its own
origin fails its test. Pages are opened by their address; which server answers is not known here.
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)

TIMEOUT_MS = 10_000
"""The longest wait for anything on a page; two cores shared by many tests are slow at times."""
LOUD = ("error", "warning")
LOCAL_SCHEMES = ("data", "blob", "about")
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Every name but this machine's own is unknown: what tries to leave fails, and is seen.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)


class NoChromium(RuntimeError):
    """No Chromium is installed here."""


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """A headless Chromium; raises `NoChromium`."""
    path = shutil.which("chromium")
    if path is None:
        raise NoChromium("chromium is not installed (apt-get install chromium)")
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        browser = _launched(playwright, path)
        try:
            yield browser
        finally:
            browser.close()


def _launched(playwright: Playwright, path: str) -> Browser:
    # The sandbox of Chromium cannot be used by root, as which CI runs.
    return playwright.chromium.launch(
        executable_path=path, args=list(FLAGS), chromium_sandbox=False, headless=True
    )


class Tabs:
    """The tabs of one test, and what went wrong in any of them.

    Each `open` is a browser of its own: its storage is empty. Further tabs of the same browser
    come from `page.context.new_page()` and are watched too.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._faults: list[str] = []
        self._excused: list[re.Pattern[str]] = []

    def open(self, address: str, *, before: str = "", **options: Any) -> Page:
        """A tab that shows `address`; `options` are those of a Playwright context.

        `before` is a script that runs in each of its pages before their own.
        """
        context = self._browser.new_context(**options)
        context.set_default_timeout(TIMEOUT_MS)
        self._contexts.append(context)
        self._watch(context, origin_of(address))
        if before:
            context.add_init_script(before)
        page = context.new_page()
        page.goto(address)
        return page

    def excuse(self, pattern: str) -> None:
        """Faults with this regular expression in them are what the test is about."""
        self._excused.append(re.compile(pattern))

    def faults(self) -> list[str]:
        """What went wrong and is not excused."""
        return [
            fault
            for fault in self._faults
            if not any(pattern.search(fault) for pattern in self._excused)
        ]

    def close(self) -> None:
        """Close every tab."""
        for context in self._contexts:
            context.close()

    def _watch(self, context: BrowserContext, origin: str) -> None:
        def on_console(message: ConsoleMessage) -> None:
            if message.type in LOUD:
                self._faults.append(f"console {message.type}: {message.text}")

        def on_request(request: Request) -> None:
            there = origin_of(request.url)
            if there != origin and urlsplit(request.url).scheme not in LOCAL_SCHEMES:
                self._faults.append(f"request beyond {origin}: {request.method} {request.url}")

        def on_page(page: Page) -> None:
            page.on("pageerror", on_error)

        def on_error(error: Error) -> None:
            self._faults.append(f"uncaught: {error.message}")

        context.on("console", on_console)
        context.on("request", on_request)
        context.on("page", on_page)


def origin_of(address: str) -> str:
    """Scheme, host and port; for a file the file itself, which may ask for nothing else."""
    parts = urlsplit(address)
    if parts.scheme == "file":
        return f"file://{parts.path}"
    return f"{parts.scheme}://{parts.netloc}"


@contextmanager
def watched_tabs(browser: Browser) -> Iterator[Tabs]:
    """Tabs that are closed at the end, and must have been quiet until then."""
    tabs = Tabs(browser)
    try:
        yield tabs
    finally:
        tabs.close()
    faults = tabs.faults()
    assert not faults, "\n".join(faults)
