"""`pontoon rng stream` and `pontoon rng deal`: bits and rounds that a seed repeats."""

import subprocess
import sys

import pytest
from click.testing import CliRunner

from app.commands.rng import command
from app.commands.rng_deal import HEADER, lines
from rng.ctr_drbg import CtrDrbg
from rng.shoe import Shoe

SEED = bytes(range(48))
OUTCOMES = {"win", "lose", "bust", "pontoon", "five_card_trick"}


def test_stream_is_the_generator_asked_for_65536_bytes_at_a_time() -> None:
    found = CliRunner().invoke(command, ["stream", "--bytes", "70000", "--seed", SEED.hex()])
    drbg = CtrDrbg.instantiate(SEED)
    assert found.exit_code == 0
    assert found.stdout_bytes == drbg.generate(65_536) + drbg.generate(70_000 - 65_536)


def test_stream_without_a_seed_is_another_each_time() -> None:
    first, second = (CliRunner().invoke(command, ["stream", "--bytes", "32"]) for _ in range(2))
    assert len(first.stdout_bytes) == 32
    assert first.stdout_bytes != second.stdout_bytes


def test_a_fresh_seed_can_be_asked_for_and_repeats_the_stream() -> None:
    found = CliRunner().invoke(command, ["stream", "--bytes", "64", "--show-seed"])
    seed = found.stderr.split()[1]
    again = CliRunner().invoke(command, ["stream", "--bytes", "64", "--seed", seed])
    assert found.stdout_bytes == again.stdout_bytes


@pytest.mark.parametrize("seed", ["", "ab", "zz" * 48, "00" * 49])
def test_a_seed_is_96_hex_digits(seed: str) -> None:
    found = CliRunner().invoke(command, ["stream", "--bytes", "1", "--seed", seed])
    assert found.exit_code == 2
    assert "96 hex digits" in found.stderr


def test_a_reader_that_has_seen_enough_is_no_fault() -> None:
    program = [sys.executable, "-m", "app.cli", "rng", "stream"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(100_000)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_deal_writes_one_round_a_line_under_its_header() -> None:
    arguments = ["deal", "--rounds", "20", "--seed", SEED.hex()]
    found = CliRunner().invoke(command, arguments)
    header, *rows = found.output.splitlines()
    assert header == HEADER
    assert rows == list(lines(20, SEED))
    assert [int(row.split("\t")[0]) for row in rows] == list(range(1, 21))


def test_rounds_of_a_seat_go_on_from_the_cards_that_are_left() -> None:
    expected = Shoe.whole(8).remaining
    for row in lines(60, SEED):
        _, left, cards, hands, _, net = row.split("\t")
        assert int(left) == expected
        assert set(hands.split(",")) <= OUTCOMES
        assert -6 <= int(net) <= 12
        expected -= len(cards.split(","))
        if 416 - expected >= 139:
            expected = 416
