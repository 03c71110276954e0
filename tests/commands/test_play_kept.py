"""Where `pontoon play` keeps its guest: what is no place or no file of ours costs no sitting."""

import json
import os
from pathlib import Path

import pytest

from app.commands.play_kept import Kept, Nowhere, Sitting, SittingFile, sitting_file

TABLE = "http://127.0.0.1:8000"
GUEST = Sitting("a-token")
COMING = {"round_id": "01998b7c", "number": 3, "commitment": "00"}
BET: dict[str, object] = {"next_round": COMING, "client_seed": "a-seed-of-mine-01", "stake": 200}


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A user that the system does not know, as in a container."""
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    return monkeypatch


def test_a_guest_is_found_again_at_the_same_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    guest = Sitting("a-token", Kept(COMING, "a-seed-of-mine-01", 200))
    sitting_file(TABLE).write(guest)
    assert sitting_file(f"{TABLE}/").read() == guest
    assert sitting_file("http://127.0.0.1:9000").read() is None


def test_a_user_without_a_home_is_kept_nowhere(homeless: pytest.MonkeyPatch) -> None:
    book = sitting_file(TABLE)
    assert book == Nowhere(house_passes=False)
    book.write(GUEST)
    assert book.read() is None


@pytest.mark.parametrize("home", ["", "/"])
def test_an_empty_home_is_none(monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", home)
    assert sitting_file(TABLE) == Nowhere(house_passes=False)


def test_a_state_folder_that_is_not_absolute_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "state")
    monkeypatch.setenv("HOME", str(tmp_path))
    book = sitting_file(TABLE)
    assert isinstance(book, SittingFile)
    assert book.path.is_relative_to(tmp_path / ".local" / "state")


def test_what_is_no_place_for_a_file_costs_the_next_sitting_only(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "file" / "guest.json", tmp_path / "folder"):
        book = SittingFile(path)
        book.write(GUEST)
        assert book.read() is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "7",
        json.dumps({"token": "\u00e9", "kept": None}),
        json.dumps({"token": "a\nb", "kept": None}),
        json.dumps({"token": 7, "kept": None}),
        json.dumps({"token": "a-token", "kept": 7}),
        json.dumps({"token": "a-token", "kept": {"stake": 200}}),
        json.dumps({"token": "a-token", "kept": {**BET, "next_round": {}}}),
        json.dumps({"token": "a-token", "kept": {**BET, "client_seed": None}}),
        json.dumps({"token": "a-token", "kept": None, "sent": []}),
    ],
)
def test_a_file_that_is_not_ours_is_as_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "guest.json"
    path.write_text(text)
    assert SittingFile(path).read() is None


def test_a_file_from_before_bets_were_kept_ahead_is_read(tmp_path: Path) -> None:
    path = tmp_path / "guest.json"
    path.write_text(json.dumps({"token": "a-token", "kept": None}))
    assert SittingFile(path).read() == GUEST
