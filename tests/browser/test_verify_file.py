"""The checker as a file: alone, within its size, with the rules as shipped and nothing loose."""

import json
import re
import tomllib

import pytest

from config.documents import resource
from config.loader import shipped_rules
from tests.browser.verify_file import VERIFY, hashed

PAGE = VERIFY.read_text(encoding="utf-8")
BYTES_MAX = 100_000
"""Of the file: it is fetched once a session, and read by people."""
DATA = re.compile(r'<script type="application/json" id="rules">(.*?)</script>', re.DOTALL)
WAYS_OUT = (
    "innerHTML",
    "outerHTML",
    "insertAdjacentHTML",
    "document.write",
    "eval(",
    "Function(",
    "fetch(",
    "XMLHttpRequest",
    "WebSocket",
    "EventSource",
    "sendBeacon",
    "import(",
    "import ",
    "Math.random",
    "localStorage",
    "sessionStorage",
    "document.cookie",
    "https:",
    "http:",
    " style=",
    " onclick=",
)


def test_the_rules_in_the_page_are_those_that_are_shipped() -> None:
    (data,) = DATA.findall(PAGE)
    embedded = {file["rules"]["id"]: file for file in json.loads(data)}
    shipped = {file.rules.id: file for file in shipped_rules()}
    assert embedded.keys() == shipped.keys(), "a rules file that is shipped is not in verify.html"
    for rules_id, file in shipped.items():
        name = rules_id.replace("/", "-")
        text = resource(f"rules/{name}.toml").read_text(encoding="utf-8")
        assert embedded[rules_id] == {"sha256": file.sha256, "rules": tomllib.loads(text)}


def test_the_policy_names_the_hashes_of_its_own_script_and_style() -> None:
    assert hashed(PAGE) == PAGE, "python -m tests.browser.verify_file"
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', PAGE)
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy


@pytest.mark.parametrize("way", WAYS_OUT)
def test_nothing_in_it_asks_for_anything_or_makes_markup_of_text(way: str) -> None:
    assert way not in PAGE


def test_it_stays_small_enough_to_read() -> None:
    assert len(PAGE.encode()) < BYTES_MAX
