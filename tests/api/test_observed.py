"""Logs and metrics: what the operator needs, and nothing that must stay inside."""

import errno
import io
import json
import re
import sys

import pytest
from apiflask import APIFlask

from app.api.rates import ADDRESSES_MAX, SessionRate
from tests.api.guest import CLIENT_SEED, Guest, open_guest


def test_each_request_is_one_json_line_without_bodies_tokens_or_seeds(
    api: APIFlask, capsys: pytest.CaptureFixture[str]
) -> None:
    guest = open_guest(api)
    state = guest.finish(guest.bet())
    guest.get(f"/v1/rounds/{state['round_id']}/proof")
    guest.http.get("/v1/session?token=abc", headers={"Authorization": "Bearer nobody"})
    logged = capsys.readouterr().err
    lines = [json.loads(line) for line in logged.splitlines()]
    assert len(lines) >= 5
    for line in lines:
        assert {"method", "route", "status", "milliseconds", "request_id", "time"} <= set(line)
    assert {"seat_id"} <= set(lines[1])
    assert lines[-1]["route"] == "/v1/session"
    secret = guest.get(f"/v1/rounds/{state['round_id']}/proof").get_json()["server_secret"]
    for hidden in (guest.token, CLIENT_SEED, secret, "token=abc", "nobody", state["commitment"]):
        assert hidden not in logged


def test_metrics_count_requests_and_open_rounds_and_name_no_card(guest: Guest) -> None:
    guest.finish(guest.in_play())
    guest.in_play()
    guest.http.get("/nothing/here")
    answer = guest.http.get("/metrics")
    assert answer.mimetype == "text/plain"
    text = answer.get_data(as_text=True)
    for status, count in (("awaiting_stake", 0), ("in_play", 1), ("frozen", 0)):
        assert f'pontoon_open_rounds{{status="{status}"}} {count}.0' in text
    assert "pontoon_source_healthy 1.0" in text
    for route in ("/v1/rounds", "/v1/rounds/<round_id>/actions"):
        assert f'method="POST",route="{route}"' in text
    assert 'route="(none)",status="404"' in text
    assert "nothing/here" not in text
    assert not re.search(r"[A2-9TJQK][CDHS]\b", text.replace("_BUCKET", ""))


class Full(io.StringIO):
    """A file on a disk that is full, or a pipe that nobody reads."""

    def write(self, _text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_log_that_cannot_be_written_stops_nothing_and_is_counted(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost() -> float:
        text = guest.http.get("/metrics").get_data(as_text=True)
        (count,) = re.findall(r"^pontoon_log_lines_lost_total (\S+)$", text, re.MULTILINE)
        return float(count)

    before = lost()
    monkeypatch.setattr(sys, "stderr", Full())
    state = guest.finish(guest.bet())
    assert state["status"] == "settled"
    assert guest.get("/v1/session").status_code == 200
    assert lost() >= before + 3
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stderr", closed)
    assert guest.get("/v1/session").status_code == 200


def test_the_bucket_of_an_address_fills_again_with_time() -> None:
    now = 0.0
    rate = SessionRate(lambda: now, burst=2, seconds_each=10)
    assert [rate.take("a"), rate.take("a"), rate.take("a")] == [0, 0, 10]
    assert rate.take("b") == 0
    now = 4.0
    assert rate.take("a") == 6
    now = 10.0
    assert rate.take("a") == 0
    assert rate.take("a") == 10


def test_addresses_without_end_take_no_memory_without_end() -> None:
    rate = SessionRate(lambda: 0.0, burst=1, seconds_each=10)
    for number in range(ADDRESSES_MAX + 10):
        assert rate.take(str(number)) == 0
    assert rate.take("0") == 0  # the longest unused went first
    assert rate.take(str(ADDRESSES_MAX)) == 10
