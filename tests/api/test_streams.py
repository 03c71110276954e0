"""Streams: only a few at once, each in its time, and what ends one early is its last line."""

import json
from itertools import count

import pytest
from apiflask import APIFlask
from flask import Response
from flask.testing import FlaskClient

from app.api import streaming
from app.api.streaming import LINE_SECONDS, STREAMS_AT_ONCE, stream_answer
from app.factory import create_app
from app.service.house import House
from app.settings import Settings
from tests.api.guest import Guest, problem

LINES = 3


@pytest.fixture
def client(settings: Settings, house: House) -> FlaskClient:
    api: APIFlask = create_app(settings, house)
    readers = count()
    api.add_url_rule("/lines", "lines", view_func=lambda: sent(f"reader {next(readers)}"))
    api.add_url_rule("/mine", "mine", view_func=lambda: sent("one reader"))
    return api.test_client()


def sent(reader: str) -> Response:
    return stream_answer(reader, ("{}" for _ in range(LINES)))


def test_who_reads_a_stream_gets_no_second_one(client: FlaskClient) -> None:
    first = client.get("/mine")
    problem(client.get("/mine"), "rate-limited", 429)
    assert client.get("/lines").status_code == 200
    assert first.data == b"{}\n" * LINES
    assert client.get("/mine").status_code == 200


def test_one_stream_more_than_there_are_places_is_refused(client: FlaskClient) -> None:
    begun = [client.get("/lines") for _ in range(STREAMS_AT_ONCE)]
    refused = client.get("/lines")
    problem(refused, "rate-limited", 429)
    assert refused.headers["Retry-After"] == str(round(LINE_SECONDS))
    assert begun[0].data == b"{}\n" * LINES
    assert client.get("/lines").status_code == 200


def test_a_stream_that_is_closed_before_its_first_line_gives_its_place_back(
    client: FlaskClient,
) -> None:
    for _ in range(STREAMS_AT_ONCE + 1):
        answer = client.get("/lines")
        assert answer.status_code == 200
        answer.close()


def test_the_head_of_a_stream_takes_no_place(client: FlaskClient) -> None:
    for _ in range(STREAMS_AT_ONCE + 1):
        with client.head("/lines") as answer:
            assert answer.status_code == 200


@pytest.mark.parametrize("most", ["STREAM_SECONDS", "SLACK_SECONDS"])
def test_a_stream_that_takes_too_long_ends_with_a_problem(
    monkeypatch: pytest.MonkeyPatch, guest: Guest, most: str
) -> None:
    guest.finish(guest.bet())
    monkeypatch.setattr(streaming, most, -1.0)
    (line,) = guest.get("/v1/rounds/proofs.ndjson").data.splitlines()
    assert json.loads(line)["type"].endswith("rate-limited")
