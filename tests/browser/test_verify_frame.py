"""The checker in a frame: the page around it, of its own origin, posts a proof; no other can."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict

import pytest
from playwright.sync_api import Page, expect

from app.proof.document import to_json
from tests.browser.chromium import Tabs
from tests.browser.served import served
from tests.browser.verify_file import VERIFY
from tests.proof.rounds import HOUSE_KEY, RandomSeat

PAGE = VERIFY.read_text(encoding="utf-8")
POLICY = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', PAGE)[0]
HEADERS = {"Content-Security-Policy": f"{POLICY}; frame-ancestors 'self' http://127.0.0.1:*"}
AROUND = """<!doctype html><html lang="en"><title>Around</title>
<link rel="icon" href="data:,"><iframe title="Checker"></iframe>
<script>
  window.told = [];
  addEventListener("message", ({ origin, data }) => told.push({ origin, ...data }));
</script>"""
DEALT = RandomSeat(seed=3).settled()
KEPT = {
    "next_round": asdict(DEALT.announcement),
    "client_seed": DEALT.proof.client_seed,
    "stake": DEALT.proof.stake,
}
MESSAGE = {
    "type": "pontoon/verify",
    "proof": to_json(DEALT.proof),
    "announced": KEPT,
    "key": HOUSE_KEY.public.to_pem().decode(),
}
SHOWN = "CONFIRMED"


@pytest.fixture
def checker_origin() -> Iterator[str]:
    with served({"/verify.html": PAGE}, HEADERS) as origin:
        yield origin


@pytest.fixture
def around_origin() -> Iterator[str]:
    """A page around the checker, and the checker, of one origin."""
    with served({"/": AROUND, "/verify.html": PAGE}, {}) as origin:
        yield origin


def framed(page: Page, address: str) -> None:
    page.evaluate("(address) => { document.querySelector('iframe').src = address; }", address)
    expect(page.frame_locator("iframe").get_by_role("heading", level=1)).to_be_visible()


def post(page: Page, message: object) -> None:
    page.evaluate("(data) => frames[0].postMessage(data, '*')", message)


def test_served_it_works_alone_under_its_own_policy_as_a_header(
    tabs: Tabs, checker_origin: str
) -> None:
    page = tabs.open(f"{checker_origin}/verify.html")
    page.get_by_label("The proof of a round").fill(to_json(DEALT.proof))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("status")).to_contain_text(SHOWN)


def test_the_page_around_it_posts_a_proof_and_hears_ready_and_a_height_alone(
    tabs: Tabs, around_origin: str
) -> None:
    page = tabs.open(around_origin)
    framed(page, f"{around_origin}/verify.html")
    page.wait_for_function("told.some(({ type }) => type === 'pontoon/verify/ready')")
    post(page, MESSAGE)
    status = page.frame_locator("iframe").get_by_role("status")
    expect(status).to_contain_text("The seeds were fixed beforehand")
    expect(status).to_contain_text("Signature valid")
    page.wait_for_function("told.filter(({ type }) => type.endsWith('height')).length > 1")
    told = page.evaluate("told")
    assert {one["origin"] for one in told} == {around_origin}
    assert {tuple(sorted(one)) for one in told} == {
        ("origin", "type"),
        ("height", "origin", "type"),
    }
    assert max(one.get("height", 0) for one in told) > 1_000
    assert DEALT.proof.server_secret not in json.dumps(told)


def test_a_proof_may_be_posted_as_it_was_parsed_and_another_after_it(
    tabs: Tabs, around_origin: str
) -> None:
    page = tabs.open(around_origin)
    framed(page, f"{around_origin}/verify.html")
    post(page, {"type": "pontoon/verify", "proof": json.loads(to_json(DEALT.proof))})
    status = page.frame_locator("iframe").get_by_role("status")
    expect(status).to_contain_text(SHOWN)
    post(page, {"type": "pontoon/verify", "proof": {"format": "pontoon/proof/1"}})
    expect(status).to_contain_text("status: is missing")


def test_a_page_of_another_origin_posts_in_vain_and_hears_nothing(
    tabs: Tabs, around_origin: str, checker_origin: str
) -> None:
    tabs.excuse(f"request beyond {around_origin}: GET {checker_origin}/verify.html")
    page = tabs.open(around_origin)
    framed(page, f"{checker_origin}/verify.html")
    post(page, MESSAGE)
    page.wait_for_timeout(300)
    expect(page.frame_locator("iframe").get_by_role("status")).to_be_empty()
    assert page.evaluate("told") == []


@pytest.mark.parametrize(
    "message", [None, "x", {}, {"type": "other"}, {"type": ["pontoon/verify"]}]
)
def test_other_messages_are_none_of_its_business(
    tabs: Tabs, around_origin: str, message: object
) -> None:
    page = tabs.open(around_origin)
    framed(page, f"{around_origin}/verify.html")
    post(page, message)
    page.wait_for_timeout(100)
    expect(page.frame_locator("iframe").get_by_role("status")).to_be_empty()
