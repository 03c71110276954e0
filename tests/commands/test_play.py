"""`pontoon play` with lines typed into it: a newcomer's first rounds, checked afterwards."""

import re
from pathlib import Path

import pytest

from tests.commands.served import free_port, served
from tests.commands.test_commands import refusal, run

# Twist until the round is over; a line that is not asked for then is a stake of its own.
ROUND = "5\n+\n+\n+\n+\n"
SITTING = ROUND * 6 + "\n" * 4 + "p\nq\n"


def test_a_sitting_on_its_own_shows_cards_commitments_and_how_to_replay(tmp_path: Path) -> None:
    done = run("play", typed=SITTING, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = done.stdout
    assert "Play money: £1,000." in text
    assert "▒▒ ▒▒" in text
    assert re.search(r"[♣♦♥♠]", text)
    assert re.search(r"Its commitment: [0-9a-f]{64}", text)
    assert "Balance: £" in text
    assert "pontoon replay" in text
    assert done.stderr == ""


def test_a_saved_round_replays_as_it_says(tmp_path: Path) -> None:
    done = run("play", typed="5\n+\n+\n+\n+\np\n" * 4 + "q\n", cwd=tmp_path)
    commands = re.findall(
        r"^pontoon (replay round-\S+ --announced \S+)$", done.stdout, re.MULTILINE
    )
    assert commands, done.stdout
    replayed = run(*commands[-1].split(), cwd=tmp_path)
    assert replayed.returncode == 0, replayed.stdout
    assert "CONFIRMED" in replayed.stdout
    assert "The seeds were fixed beforehand" in replayed.stdout


def test_keys_of_r19_and_words_do_the_same(tmp_path: Path) -> None:
    done = run(
        "play", typed="5\ntwist\nstick\n\n0\n+\nstick\nstick\nnonsense\nq\n" * 2, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stdout


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
