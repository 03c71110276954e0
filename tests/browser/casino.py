"""A casino's page of another origin, that the server allows, around the table."""

from dataclasses import dataclass

from playwright.sync_api import FrameLocator, Page, expect

from tests.browser.chromium import Tabs
from tests.browser.sitting import DOUBLE_CLICK_MS
from tests.commands.served import Served

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


def visit(tabs: Tabs, casino: Casino, token: str = "null") -> tuple[Page, FrameLocator]:
    casino.offer(token)
    tabs.excuse(f"request beyond {casino.origin}: [A-Z]+ {casino.api.url}/")
    page = tabs.open(casino.origin, reduced_motion="reduce")
    return page, page.frame_locator("pontoon-table iframe")


def told(page: Page, name: str, least: int = 1) -> list[dict[str, object]]:
    """What the table told its page under this name, once it is `least` messages."""
    enough = "([name, least]) => told.filter(([each]) => each === name).length >= least"
    page.wait_for_function(enough, arg=[name, least])
    heard: list[dict[str, object]] = page.evaluate(
        "name => told.filter(([each]) => each === name).map(([, detail]) => detail)", name
    )
    return heard


def play(page: Page, frame: FrameLocator) -> None:
    """One round from the first chip to its end."""
    settled = len(told(page, "round-settled", least=0))
    frame.locator('.chip[data-pence="500"]').click()
    frame.locator("#do-deal").click()
    for _ in range(ACTIONS_MAX):
        page.wait_for_timeout(DOUBLE_CLICK_MS)
        expect(frame.locator(".act.busy")).to_have_count(0)
        if frame.locator("#playing").is_hidden():
            told(page, "round-settled", least=settled + 1)
            return
        stick = frame.locator("#do-stick")
        may = stick.get_attribute("aria-disabled") == "false"
        (stick if may else frame.locator("#do-twist")).click()
    raise AssertionError("the round does not end")
