"""The client module, as the page and other tables use it: what it keeps, makes and refuses."""

import re

from playwright.sync_api import expect

from tests.browser.chromium import Tabs
from tests.browser.sitting import Seat, sit
from tests.commands.served import Served

KEPT_MAX = 1_000

_FILL = """async (count) => {
  const { createKept } = await import('/client-kept.js');
  const kept = createKept();
  const next = (number) => ({ seat_id: 's', number, round_id: `r-${number}`, rules_id: 'x',
    rules_sha256: '0'.repeat(64), shoe_before: '8'.repeat(52), commitment: '0'.repeat(64) });
  for (let number = 1; number <= count; number += 1) kept.keep(next(number));
  const began = performance.now();
  kept.keep(next(count + 1));
  const milliseconds = performance.now() - began;
  const all = JSON.parse(localStorage.getItem('pontoon.kept'));
  return { length: all.length, first: all[0].next_round.number, milliseconds };
}"""

_ONE_ROUND = """async () => {
  const { createClient } = await import('/client.js');
  const client = createClient();
  await client.openSession();
  const announced = client.state.next_round;
  const round = await client.bet(100);
  while (client.state.round) {
    const legal = client.state.round.legal_actions;
    await client.act(legal.includes('stick') ? 'stick' : 'twist');
  }
  return { announced, round, kept: client.announced(client.state.last) };
}"""


def test_the_last_thousand_announcements_are_kept(tabs: Tabs, table: Served) -> None:
    page = tabs.open(f"{table.url}/icon.svg")
    page.goto(f"{table.url}/docs/embedding")
    expect(page.frame_locator("iframe").locator("#call-text")).to_have_text("Place your bet")
    kept = page.evaluate(_FILL, KEPT_MAX + 10)
    print(f"one more announcement beside a thousand: {kept['milliseconds']:.1f} ms")
    assert kept["length"] == KEPT_MAX
    assert kept["first"] > 10


def test_a_bet_brings_a_seed_of_its_own_and_is_kept_with_its_stake(
    tabs: Tabs, table: Served
) -> None:
    page = tabs.open(table.url)
    played = page.evaluate(_ONE_ROUND)
    kept = played["kept"]
    assert kept["next_round"] == played["announced"]
    assert re.fullmatch("[0-9a-f]{32}", kept["client_seed"])
    assert kept["client_seed"] == played["round"]["client_seed"]
    assert (kept["stake"], played["round"]["stake"]) == (100, 200)
    again = page.evaluate(_ONE_ROUND)
    assert again["kept"]["client_seed"] != kept["client_seed"]


def test_the_seed_is_made_after_the_announcement(tabs: Tabs, table: Served) -> None:
    at = sit(tabs, table.url)
    kept = at.page.evaluate("JSON.parse(localStorage.getItem('pontoon.kept'))")
    assert [entry["bets"] for entry in kept] == [[]]
    at.chip(1).click()
    at.button("deal").click()
    expect(at.hands).to_have_count(1)
    kept = at.page.evaluate("JSON.parse(localStorage.getItem('pontoon.kept'))")
    (bet,) = kept[0]["bets"]
    assert bet["stake"] == 100
    assert re.fullmatch("[0-9a-f]{32}", bet["client_seed"])


def test_a_forged_proof_is_refuted_in_the_page(tabs: Tabs, table: Served, seat: Seat) -> None:
    seat.wait_for(lambda state: "stick" in state["legal_actions"])
    at = sit(tabs, table.url, seat)
    at.click("stick")
    expect(at.page.locator("#check")).to_be_visible()
    round_id = seat.http.get(
        "/v1/rounds", headers={"Authorization": f"Bearer {seat.token}"}
    ).json()["rounds"][0]["round_id"]

    def forge(proof: str) -> str:
        return re.sub(r'"server_secret":\s?"\w+"', f'"server_secret":"{"0" * 64}"', proof)

    at.page.route(
        f"**/v1/rounds/{round_id}/proof",
        lambda route: route.fulfill(body=forge(route.fetch().text())),
    )
    at.page.locator("#check").click()
    status = at.page.frame_locator(".check-frame").get_by_role("status")
    expect(status).to_contain_text("REFUTED")
    at.page.keyboard.press("Escape")
    at.page.unroute(f"**/v1/rounds/{round_id}/proof")
    history = at.open_panel("history")
    history.locator("tbody tr").first.get_by_role("button", name="Check").click()
    expect(status).to_contain_text("CONFIRMED:")
    expect(status).to_contain_text("Signature valid")
    expect(at.page.locator(".about-check")).to_contain_text("Nothing was kept here")
