"""The checker as a player uses it: by mouse, by keyboard, by a dropped file, on a phone, on paper.

Always from disk, with the network cut.
"""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.proof.document import Proof, to_json
from tests.browser.axe import violations
from tests.browser.checker import ndjson
from tests.browser.chromium import Tabs
from tests.browser.verify_file import VERIFY
from tests.proof.rounds import HOUSE_KEY, Dealt, RandomSeat

PEM = HOUSE_KEY.public.to_pem().decode()
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
SPLIT_AT = 40
"""Rounds of the seat below among which one was split."""


def split_round() -> Dealt:
    seat = RandomSeat(seed=8)
    dealt = [seat.settled() for _ in range(SPLIT_AT)]
    return max(dealt, key=lambda one: len(one.proof.hands))


DEALT = split_round()
PROOF = DEALT.proof
FORGED = replace(PROOF, returned=PROOF.returned + 100, net=PROOF.net + 100)
KEPT = json.dumps(
    {
        "next_round": asdict(DEALT.announcement),
        "client_seed": PROOF.client_seed,
        "stake": PROOF.stake,
    }
)
CONFIRMED = "CONFIRMED: everything in the proof follows from its seeds, stake and actions."
UNSIGNED = CONFIRMED.replace("CONFIRMED", "CONFIRMED, signature not checked")


def opened(tabs: Tabs, **options: Any) -> Page:
    return tabs.open(VERIFY.as_uri(), offline=True, **options)


def check(page: Page, text: str) -> None:
    page.get_by_label("The proof of a round").fill(text)
    page.get_by_role("button", name="Check").click()


def verdict(page: Page) -> str:
    status = page.get_by_role("status")
    expect(status).not_to_be_empty()
    return status.inner_text()


def test_a_pasted_proof_is_confirmed_step_by_step(tabs: Tabs) -> None:
    page = opened(tabs)
    check(page, to_json(PROOF))
    assert verdict(page).startswith(UNSIGNED)
    titles = page.get_by_role("heading", level=2).all_inner_texts()
    assert titles == [
        f"Round {PROOF.number}",
        "What was checked",
        "Step 1: the commitment",
        "Step 2: the seed of the round",
        "Step 3: the generator",
        "Step 4: the cards",
        "Step 5: the play",
        "Step 6: the money",
        "Step 7: the shoe afterwards",
    ]
    text = page.inner_text("main")
    assert PROOF.commitment in text
    assert PROOF.server_secret in text
    assert "object" not in page.inner_text("#result")
    assert page.locator("#result .hand").count() == 1 + len(PROOF.hands)
    rows = page.locator("section", has_text="Step 4").locator("tbody tr")
    assert rows.count() == len(PROOF.cards) + PROOF.words_passed_over


def test_a_forged_proof_is_refuted_with_its_findings(tabs: Tabs) -> None:
    page = opened(tabs)
    check(page, to_json(FORGED))
    assert verdict(page).startswith("REFUTED: 2 things do not hold, each named below.")
    table = page.locator("section", has_text="Findings").locator("tbody tr")
    assert [row.split() for row in table.all_inner_texts()] == [
        ["returned", str(PROOF.returned), str(FORGED.returned)],
        ["net", str(PROOF.net), str(FORGED.net)],
    ]


def test_what_was_kept_and_the_key_show_that_all_was_fixed_and_signed(tabs: Tabs) -> None:
    page = opened(tabs)
    page.get_by_text("What you kept from before the bet").click()
    page.get_by_label("The announcement that was kept").fill(KEPT)
    page.get_by_text("The public key of the house").click()
    page.get_by_label("In PEM").fill(PEM)
    check(page, to_json(PROOF))
    fixed = "The seeds were fixed beforehand: the proof agrees with what was kept."
    assert verdict(page) == f"{CONFIRMED} {fixed} Signature valid."
    page.get_by_label("The announcement that was kept").fill("")
    page.get_by_label("The commitment, 64 hex digits").fill(PROOF.commitment.upper())
    page.get_by_label("The seed that you sent").fill("another seed".replace(" ", "-") + "-at-all")
    check(page, to_json(PROOF))
    assert verdict(page).startswith("REFUTED: one thing does not hold")
    assert "announced.client_seed" in page.inner_text("#result")


def test_by_keyboard_alone(tabs: Tabs) -> None:
    page = opened(tabs)
    page.keyboard.press("Tab")
    expect(page.get_by_text("What to check")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("The proof of a round")).to_be_focused()
    page.keyboard.insert_text(to_json(PROOF))
    page.keyboard.press("Tab")
    expect(page.get_by_label("A file with a proof")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.insert_text(KEPT)
    for _ in range(4):
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Check")).to_be_focused()
    page.keyboard.press("Enter")
    assert "fixed beforehand: the proof agrees" in verdict(page)


def test_a_chosen_file_is_checked_at_once(tabs: Tabs, tmp_path: Path) -> None:
    page = opened(tabs)
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(json.loads(to_json(PROOF)), indent=2), encoding="utf-8")
    page.get_by_label("A file with a proof").set_input_files(file)
    assert verdict(page).startswith(UNSIGNED)


def test_a_dropped_file_of_many_is_listed_and_each_round_can_be_opened(tabs: Tabs) -> None:
    page = opened(tabs)
    seat = RandomSeat(seed=5)
    proofs = [seat.settled().proof for _ in range(12)]
    proofs[4] = replace(proofs[4], net=proofs[4].net + 1)
    text = ndjson(proofs) + "not a proof\n"
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "proofs.ndjson"));
          dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
        }""",
        text,
    )
    summary = "12 judged: 11 confirmed, 1 refuted, 1 not usable. Signatures: not checked."
    assert verdict(page) == summary
    assert page.locator("tbody tr").count() == 13
    assert f"net: expected {proofs[4].net - 1}; found {proofs[4].net}" in page.inner_text("#result")
    page.get_by_role("button", name="Round 5", exact=True).click()
    assert page.get_by_role("heading", name="Findings").is_visible()
    assert proofs[4].server_secret in page.inner_text("#steps")
    assert violations(page) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "NOT A PROOF: not JSON: a value is expected at character 1."),
        ("{}", "NOT A PROOF: format: is missing."),
        ("[1]", "NOT A PROOF: the document must be an object."),
        ('{\n "format": 1\n', "NOT A PROOF: not JSON: a comma or a closing brace"),
        (to_json(PROOF)[:-9], "NOT A PROOF: not JSON: a string is expected"),
        ("x" * 70_000, "NOT A PROOF: larger than 65,536 bytes"),
    ],
    ids=["nothing", "empty", "a list", "cut off over lines", "cut off", "too large"],
)
def test_what_cannot_be_used_is_said_in_a_sentence(tabs: Tabs, text: str, says: str) -> None:
    page = opened(tabs)
    check(page, text)
    assert verdict(page).startswith(says)
    assert page.inner_text("#result") == ""


def test_a_bad_key_and_a_bad_announcement_are_said_too(tabs: Tabs) -> None:
    page = opened(tabs)
    page.get_by_text("The public key of the house").click()
    page.get_by_label("In PEM").fill("a key")
    check(page, to_json(PROOF))
    assert verdict(page).startswith("The key cannot be used: not a public key in PEM")
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("status")).to_be_empty()
    page.get_by_text("What you kept from before the bet").click()
    page.get_by_label("The announcement that was kept").fill("{}")
    check(page, to_json(PROOF))
    says = "What was kept is not a usable announcement: next_round: is missing."
    assert verdict(page) == says
    page.get_by_label("The announcement that was kept").fill(KEPT)
    check(page, ndjson([PROOF, PROOF]))
    expect(page.get_by_role("status")).to_have_text(
        "What you kept of a bet is compared with one proof: give only that."
    )


def test_a_seed_that_no_table_takes_is_no_seed_and_refutes_nothing(tabs: Tabs) -> None:
    page = opened(tabs)
    page.get_by_text("What you kept from before the bet").click()
    page.get_by_label("The commitment, 64 hex digits").fill(PROOF.commitment)
    page.get_by_label("The seed that you sent").fill("x")
    check(page, to_json(PROOF))
    assert verdict(page) == (
        "A seed is 16 to 64 characters from ! to ~: leave it out where none was sent."
    )


def test_markup_in_a_proof_is_text(tabs: Tabs) -> None:
    page = opened(tabs)
    hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    check(page, to_json(replace(PROOF, reason=hostile, software=hostile)))
    assert verdict(page).startswith("REFUTED")
    assert f"Reason: {hostile}" in page.inner_text("#result")
    assert page.locator("#result img, #result script").count() == 0


EACH_ENDING: tuple[Proof, ...] = (
    PROOF,
    FORGED,
    replace(PROOF, actions=("stick",)),
    RandomSeat(seed=2).void(actions_max=0).proof,
    RandomSeat(seed=2).unstaked().proof,
    RandomSeat(seed=2).lapsed().proof,
    replace(PROOF, rules_id="etc/1"),
    replace(PROOF, shoe_before="1" * 52),
)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_each_ending_is_readable_at_each_width(tabs: Tabs, size: dict[str, int]) -> None:
    page = opened(tabs, viewport=size)
    assert violations(page) == []
    for proof in EACH_ENDING:
        check(page, to_json(proof))
        assert verdict(page).startswith(("CONFIRMED", "REFUTED"))
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
        assert violations(page) == []


def test_on_paper_there_is_the_verdict_and_no_form(tabs: Tabs) -> None:
    page = opened(tabs)
    check(page, to_json(FORGED))
    verdict(page)
    page.emulate_media(media="print")
    assert page.get_by_role("status").is_visible()
    assert not page.locator("form").is_visible()
    assert violations(page) == []


def test_a_browser_without_cryptography_is_told_what_to_do(tabs: Tabs) -> None:
    gone = "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined });"
    page = opened(tabs, before=gone)
    assert "no cryptography (crypto.subtle)" in verdict(page)
    assert page.get_by_role("button", name="Check").is_disabled()


def test_a_browser_without_ed25519_says_that_the_signature_was_not_checked(tabs: Tabs) -> None:
    page = opened(
        tabs,
        before="""if (isSecureContext) {
          const { importKey } = SubtleCrypto.prototype;
          SubtleCrypto.prototype.importKey = function (format, key, algorithm, ...rest) {
            if (algorithm !== "Ed25519") {
              return importKey.call(this, format, key, algorithm, ...rest);
            }
            return Promise.reject(new DOMException("none", "NotSupportedError"));
          };
        }""",
    )
    page.get_by_text("The public key of the house").click()
    page.get_by_label("In PEM").fill(PEM)
    check(page, to_json(PROOF))
    assert verdict(page).startswith(UNSIGNED)
    assert "not checked: this browser has no Ed25519" in page.inner_text("#result")


def test_a_thousand_proofs_are_pasted_and_judged_within_seconds(tabs: Tabs) -> None:
    page = opened(tabs)
    seat = RandomSeat(seed=6)
    text = ndjson(seat.settled().proof for _ in range(1_000))
    page.get_by_text("The public key of the house").click()
    page.get_by_label("In PEM").fill(PEM)
    page.evaluate(
        """(text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          const paste = new ClipboardEvent("paste", { clipboardData, cancelable: true });
          document.getElementById("proof").dispatchEvent(paste);
        }""",
        text,
    )
    page.get_by_role("button", name="Check").click()
    done = "1,000 judged: 1,000 confirmed, 0 refuted. Signatures: checked with each."
    expect(page.get_by_role("status")).to_have_text(done, timeout=30_000)
    assert page.locator("tbody tr").count() == 200
