"""`pontoon sts`: its JSON, its refusals, what it says is left over."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from app.commands.sts import command
from certification.sp800_22.result import Test
from tests.certification.sp800_22.constants import constant

MILLION_BYTES = 125_000


@pytest.fixture(scope="module")
def root() -> bytes:
    return bytes(constant("sqrt2").words.astype(">u8").tobytes()[:MILLION_BYTES])


def run(*arguments: str, data: bytes = b"") -> Result:
    return CliRunner().invoke(command, [*arguments], input=data)


def answer(*arguments: str, data: bytes = b"") -> dict[str, Any]:
    done = run(*arguments, "--json", data=data)
    assert done.exit_code == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_json_has_the_fifteen_tests_with_188_p_values(root: bytes, tmp_path: Path) -> None:
    (tmp_path / "root").write_bytes(root)
    found = answer(str(tmp_path / "root"))
    assert set(found) == {"bits", "streams", "results"}
    assert (found["bits"], found["streams"]) == (1_000_000, 1)
    assert [r["test"] for r in found["results"]] == [test.value for test in Test]
    for result in found["results"]:
        assert set(result) == {"test", "params", "statistic", "p_values", "applicable"}
    assert sum(len(r["p_values"]) for r in found["results"]) == 188


def test_ascii_with_line_ends_gives_the_same_answer_as_binary(root: bytes, tmp_path: Path) -> None:
    digits = "".join(f"{byte:08b}" for byte in root)
    lines = "\r\n".join(digits[i : i + 25] for i in range(0, len(digits), 25))
    (tmp_path / "root.txt").write_text(lines)
    assert answer(str(tmp_path / "root.txt"), "--format", "ascii") == answer("-", data=root)


def test_compat_gives_nists_digits_and_says_so(root: bytes) -> None:
    found = answer("-", "--compat", "nist-sts", data=root)
    by_test = {r["test"]: r["p_values"] for r in found["results"]}
    assert found["compat"] == "nist-sts"
    assert by_test["overlapping_templates"][0] == pytest.approx(0.791982, abs=0.6e-6)
    assert by_test["linear_complexity"][0] == pytest.approx(0.317127, abs=0.6e-6)
    assert by_test["longest_run"][0] == pytest.approx(0.012117, abs=0.6e-6)


def test_bits_left_over_are_told_and_not_tested(root: bytes) -> None:
    done = run("-", "--bits", "999999", "--json", data=root)
    assert "1 bits at the end of - were left over" in done.stderr
    found = json.loads(done.stdout)
    assert (found["bits"], found["bits_left"]) == (999_999, 1)


def test_a_stream_too_short_for_a_test_says_so_with_the_clause(root: bytes) -> None:
    found = answer("-", "--bits", "5000", data=root)
    by_test = {r["test"]: r for r in found["results"]}
    universal = by_test["universal"]
    assert (universal["applicable"], universal["p_values"]) == (False, [])
    assert "387,840" in universal["reason"]
    assert "2.9.7" in universal["reason"]
    assert by_test["frequency"]["applicable"]


def test_several_streams_are_judged_together(root: bytes) -> None:
    found = answer("-", "--streams", "10", data=root)
    assert (found["bits"], found["streams"]) == (100_000, 10)
    assert [r["stream"] for r in found["results"]] == [k for k in range(1, 11) for _ in Test]
    rows = {row["test"]: row for row in found["second_level"]}
    assert rows["frequency"]["streams"] == 10
    assert sum(rows["frequency"]["bins"]) == 10
    assert "universal" not in rows


def test_the_table_names_every_test(root: bytes) -> None:
    for arguments in (("-",), ("-", "--streams", "2")):
        done = run(*arguments, data=root)
        assert done.exit_code == 0
        for test in Test:
            assert test.value[:18] in done.stdout


@pytest.mark.parametrize(
    ("arguments", "data", "sentence"),
    [
        (("nowhere.bin",), b"", "nowhere.bin cannot be read"),
        (("-",), b"", "no bits"),
        (("-",), b"abc", "too few for every test"),
        (("-", "--bits", "1000"), b"abc", "24 bits, too few"),
        (("-", "--format", "ascii"), b"0101x", "line 1, column 5"),
        (("-", "--streams", "0"), b"abc", "--streams"),
    ],
)
def test_what_cannot_be_tested_is_refused_in_one_sentence(
    arguments: tuple[str, ...], data: bytes, sentence: str
) -> None:
    done = run(*arguments, data=data)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_a_folder_is_refused(tmp_path: Path) -> None:
    done = run(str(tmp_path))
    assert done.exit_code == 2
    assert "cannot be read" in done.stderr


def test_a_file_of_digits_that_is_read_as_bytes_is_pointed_out(root: bytes, tmp_path: Path) -> None:
    digits = "\r\n".join(f"{byte:08b}" for byte in root[:250])
    (tmp_path / "digits.txt").write_text(digits)
    done = run(str(tmp_path / "digits.txt"))
    assert (done.exit_code, "--format ascii reads those" in done.stderr) == (0, True)
    assert run(str(tmp_path / "digits.txt"), "--format", "ascii").stderr == ""
    assert run("-", data=root[:250]).stderr == ""


def test_a_small_p_value_is_shown_as_a_power_of_ten_and_never_as_noughts() -> None:
    shown = run("-", data=bytes([1]) + bytes(124)).stdout
    assert "e-" in shown
    assert "0.000000" not in shown
    assert "below 1e-300" in run("-", data=bytes(2_000)).stdout
