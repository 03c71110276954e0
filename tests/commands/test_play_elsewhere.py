"""`pontoon play --server` where something else answers than a table of ours: one sentence."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.api import examples
from app.api.examples import PROBLEM_FACTS
from app.commands.play import command

TABLE = {
    "rules": {"id": "casino-8-deck/1", "sha256": examples.RULES_SHA256, "texts": []},
    "currency": "EUR",
    "limits": {"min": 200, "max": 100_000, "step": 100},
    "pays": {"win": "1:1", "pontoon": "2:1", "five_card_trick": "2:1"},
    "chips": [100],
    "keys": {"0": "repeat-bet", "Enter": "deal-or-stick", "+": "twist", "*": "buy", "/": "split"},
    "packs": 8,
    "cut": 139,
    "advice": True,
    "rtp": None,
    "versions": {"software": "x 1", "events_format": "1", "proof_format": "1", "key_id": "k"},
}
SESSION = {**examples.NEW_SESSION, "currency": "EUR"}
ENDED = {**examples.ENDED_ROUND, "next_round": None}
PROBLEM = {"title": "No", "status": 409, "detail": "No.", "request_id": "1"}

Answers = dict[str, tuple[int, bytes]]
"""What is answered at an address: a status and a body."""


def _ok(value: object) -> tuple[int, bytes]:
    return 200, json.dumps(value).encode()


def _said(slug: str, facts: object) -> tuple[int, bytes]:
    body = {**PROBLEM, "type": f"/problems/{slug}", **dict(facts)}  # type: ignore[call-overload]  # facts of a problem
    return 409, json.dumps(body).encode()


AT_THE_TABLE: Answers = {
    "/v1/table": _ok(TABLE),
    "/v1/demo/sessions": _ok(SESSION),
    "/v1/rounds": _ok(ENDED),
}


@contextmanager
def site(answers: Answers) -> Iterator[str]:
    """A site that is none of ours, and its address."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status, body = answers.get(self.path, answers.get("*", (404, b"")))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815  # as the class calls what it answers with

        def log_message(self, *_said: object) -> None:
            """Nobody reads it."""

    server = HTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def play(url: str, typed: str, folder: Path) -> Result:
    """`pontoon play` at this address, in this process."""
    kept = {"XDG_STATE_HOME": str(folder)}
    return CliRunner().invoke(command, ["--server", url], input=typed, env=kept)


OTHERS: dict[str, Answers] = {
    "HTML": {"*": (200, b"<!doctype html><title>Hello</title>")},
    "no text": {"*": (200, b"\xff\xfe\x00")},
    "nothing": {"*": (200, b"")},
    "JSON of another kind": {"*": _ok({"hello": "there"})},
    "a list": {"*": _ok([])},
    "brackets without end": {"*": (200, b"[" * 100_000)},
    "HTML that it is not there": {"*": (404, b"<h1>Not found</h1>")},
    "a problem of another kind": {"*": (404, b'{"type": "about:blank"}')},
    "a moved page": {"*": (302, b"")},
    "a table without keys": {"/v1/table": _ok({**TABLE, "keys": {}})},
    "a table whose limits are none": {"/v1/table": _ok({**TABLE, "limits": {}})},
    "a table, and a session that is none": {**AT_THE_TABLE, "/v1/demo/sessions": _ok(TABLE)},
    "a session whose token is none": {
        **AT_THE_TABLE,
        "/v1/demo/sessions": _ok({**SESSION, "token": "a\nb"}),
    },
    "a round that is none": {**AT_THE_TABLE, "/v1/rounds": _ok({**ENDED, "hands": None})},
    "a refusal without its facts": {**AT_THE_TABLE, "/v1/rounds": _said("stake-above-limit", {})},
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_no_table_is_told_in_one_sentence(tmp_path: Path, name: str) -> None:
    with site(OTHERS[name]) as url:
        done = play(url, "5\ntwist\nq\n", tmp_path)
    assert (done.exit_code, type(done.exception)) == (1, SystemExit), done.output
    told = done.stderr
    assert told.startswith("Error: ")
    assert "pontoon serve" in told
    assert "is no Pontoon table" in told


def test_a_table_that_has_more_to_say_than_ours_is_a_table(tmp_path: Path) -> None:
    newer = {**TABLE, "news": True, "limits": {**TABLE["limits"], "news": True}}  # type: ignore[dict-item]  # a mapping
    with site({**AT_THE_TABLE, "/v1/table": _ok(newer)}) as url:
        done = play(url, "q\n", tmp_path)
    assert done.exit_code == 0, done.output


def test_every_amount_is_in_the_currency_of_the_session(tmp_path: Path) -> None:
    refused = _said("insufficient-funds", PROBLEM_FACTS["insufficient-funds"])
    for bet, told in ((_ok(ENDED), "You lost €5. Balance: €995."), (refused, "you have €3.")):
        with site({**AT_THE_TABLE, "/v1/rounds": bet}) as url:
            done = play(url, "x\n5\nq\n", tmp_path)
        assert told in done.output
        assert "Play money: €1,000." in done.output
        assert "Stake in euros, or Enter to deal for €2" in done.output
        assert "in steps of €1" in done.output
        assert "£" not in done.output
        assert "pound" not in done.output


def test_an_address_that_cannot_be_one_is_one_sentence(tmp_path: Path) -> None:
    done = play("http://localhost:port", "", tmp_path)
    assert done.exit_code == 2
    assert "http://HOST:PORT" in done.stderr
