"""`pontoon play` with lines typed into it: a newcomer's first rounds, checked afterwards."""

import re
import stat
from pathlib import Path

import pytest

from tests.commands.command_line import refusal, run
from tests.commands.served import served
from tests.ports import free_port

# Three twists end any hand; one that is not asked for is no stake either, so the round is over.
TWISTS = "twist\n" * 4
ROUND = f"5\n{TWISTS}"
SITTING = ROUND * 6 + "p\nq\n"

DEALS_MAX = 20
REPLAY = r"^pontoon (replay round-\S+ --announced \S+)$"


def test_a_sitting_on_its_own_shows_cards_commitments_and_how_to_replay(tmp_path: Path) -> None:
    done = run("play", typed=SITTING, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = done.stdout
    assert "Play money: £1,000." in text
    assert "▒▒ ▒▒" in text
    assert re.search(r"[♣♦♥♠]", text)
    assert re.search(r"Its commitment:\n[0-9a-f]{64}\n", text)
    assert "Balance: £" in text
    assert "pontoon replay" in text
    assert done.stderr == ""


def test_a_saved_round_replays_as_it_says(tmp_path: Path) -> None:
    done = run("play", typed=f"{ROUND}p\n" * 4 + "q\n", cwd=tmp_path)
    commands = re.findall(REPLAY, done.stdout, re.MULTILINE)
    assert commands, done.stdout
    replayed = run(*commands[-1].split(), cwd=tmp_path)
    assert replayed.returncode == 0, replayed.stdout
    assert "CONFIRMED" in replayed.stdout
    assert "Key p saves its proof" not in done.stdout
    assert "The seeds were fixed beforehand" in replayed.stdout


def test_an_input_that_ends_is_a_player_who_leaves(tmp_path: Path) -> None:
    done = run("play", typed="", cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_a_database_of_its_own_keeps_what_was_played(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'mine.db'}"
    assert run("play", "--database", database, typed=SITTING, cwd=tmp_path).returncode == 0
    assert (tmp_path / "mine.db").exists()
    assert (tmp_path / "keys").is_dir()
    doctor = run("doctor", "--database", database, "--port", str(free_port()), cwd=tmp_path)
    assert doctor.returncode == 0, doctor.stdout


def test_the_same_game_against_a_server(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        done = run("play", "--server", house.url, typed=SITTING, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Balance: £" in done.stdout


def test_a_server_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    done = run("play", "--server", f"http://127.0.0.1:{free_port()}", cwd=tmp_path)
    assert "pontoon serve" in refusal(done)


@pytest.mark.parametrize("option", ["--database", "--keys"])
def test_another_house_needs_no_database_here(tmp_path: Path, option: str) -> None:
    done = run("play", "--server", "http://127.0.0.1:1", option, "x", cwd=tmp_path)
    assert "leave out" in refusal(done)


def left_in_a_hand(*options: str, cwd: Path) -> str:
    """What is shown to a guest whose input ends in the middle of a hand."""
    for _ in range(DEALS_MAX):
        text = run("play", *options, typed="5\n", cwd=cwd).stdout
        if "Balance: £" not in text:
            return text
    raise AssertionError("every round ended with the deal")


def test_a_hand_that_is_left_ends_with_a_table_that_is_kept_nowhere(tmp_path: Path) -> None:
    assert "ends here with its table" in left_in_a_hand(cwd=tmp_path)
    assert not (tmp_path / "state").exists()


def test_a_hand_that_is_left_is_gone_on_with_by_the_same_command(tmp_path: Path) -> None:
    database = ("--database", f"sqlite:///{tmp_path / 'mine.db'}")
    text = left_in_a_hand(*database, cwd=tmp_path)
    assert "Your hand stays open with its stake." in text
    (kept,) = (tmp_path / "state" / "pontoon").iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    again = run("play", *database, typed=f"{TWISTS}p\nq\n", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert "Welcome back" in again.stdout
    assert "Balance: £" in again.stdout
    (replay,) = re.findall(
        r"^pontoon (replay round-\S+ --announced \S+)$", again.stdout, re.MULTILINE
    )
    replayed = run(*replay.split(), cwd=tmp_path)
    assert "The seeds were fixed beforehand" in replayed.stdout


def test_the_same_guest_sits_at_a_served_table_again(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        for greeting in ("to deal for £2 ", "Welcome back"):
            done = run("play", "--server", house.url, typed=f"{ROUND}q\n", cwd=tmp_path)
            assert greeting in done.stdout
            assert "Balance: £" in done.stdout
        again = run("play", "--server", house.url, typed="q\n", cwd=tmp_path)
        assert "to deal for £5 " in again.stdout


def test_a_session_that_is_over_is_said_and_a_new_guest_sits(tmp_path: Path) -> None:
    database = ("--database", f"sqlite:///{tmp_path / 'mine.db'}")
    run("play", *database, typed="q\n", cwd=tmp_path)
    (kept,) = (tmp_path / "state" / "pontoon").iterdir()
    kept.write_text('{"token": "not-one", "kept": null}', encoding="utf-8")
    done = run("play", *database, typed="q\n", cwd=tmp_path)
    assert "The session of your last sitting is over" in done.stdout
    assert "Play money: £1,000." in done.stdout


def test_amounts_are_spoken_in_pounds_and_a_raised_stake_is_what_is_offered(tmp_path: Path) -> None:
    done = run("play", typed=f"5000\n1\n{TWISTS}?\nq\n", cwd=tmp_path)
    assert "At most £1,000 may be staked." in done.stdout
    assert "The stake was raised to £2 (R17)." in done.stdout
    assert "to deal for £1 " not in done.stdout
    assert "pence" not in done.stdout


def test_an_address_that_is_no_address_is_one_sentence(tmp_path: Path) -> None:
    done = run("play", "--server", "localhost:8000", cwd=tmp_path)
    assert "http://HOST:PORT" in refusal(done)
