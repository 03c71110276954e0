"""What the programs print, captured from Debian's dieharder 3.31.1 and ent 1.2, is read rightly."""

from pathlib import Path

import pytest

from certification.batteries import dieharder, ent
from certification.batteries.results import Standing

CAPTURED = Path(__file__).parent / "captured"


def captured(name: str) -> str:
    return (CAPTURED / f"{name}.txt").read_text()


def test_a_line_of_dieharder_has_name_p_value_and_word() -> None:
    (reading,) = dieharder.read_lines(dieharder.Asked(0), captured("dieharder_d_0"))
    assert (reading.arguments, reading.test, reading.said) == (
        "-d 0",
        "diehard_birthdays 0",
        "PASSED",
    )
    assert reading.p_value == pytest.approx(2 * 0.49634403)
    assert reading.standing is Standing.JUDGED


def test_all_lines_of_a_test_with_many_p_values_are_read() -> None:
    serial = dieharder.read_lines(dieharder.Asked(102), captured("dieharder_d_102"))
    assert len(serial) == 30
    assert [r.p_value for r in serial[-2:]] == pytest.approx([2 * 0.39110957, 2 * 0.34506569])
    assert len(dieharder.read_lines(dieharder.Asked(16), captured("dieharder_d_16"))) == 2


def test_weak_near_one_is_read_with_both_tails() -> None:
    (weak,) = dieharder.read_lines(dieharder.Asked(202, 4), captured("dieharder_d_202_n_4"))
    assert weak.said == "WEAK"
    assert weak.p_value == pytest.approx(2 * (1 - 0.99802203))


def test_failed_is_read_with_p_value_zero() -> None:
    (failed,) = dieharder.read_lines(dieharder.Asked(100), captured("dieharder_bad_d_100"))
    assert (failed.said, failed.p_value) == ("FAILED", 0.0)


def test_tests_that_dieharder_itself_doubts_are_printed_and_not_judged() -> None:
    (opso,) = dieharder.read_lines(dieharder.Asked(5), captured("dieharder_d_5"))
    assert opso.standing is Standing.PRINTED


def test_running_out_of_bytes_is_no_result_and_says_so() -> None:
    text = captured("dieharder_out_of_bytes")
    assert dieharder.read_lines(dieharder.Asked(0), text) == ()
    assert "asks for more than" in dieharder.why_nothing(text)


def test_an_unknown_last_line_is_named() -> None:
    assert "Unknown argument" in dieharder.why_nothing("usage\nUnknown argument\n")
    assert dieharder.why_nothing("").endswith("nothing")


def test_the_version_is_the_programs_own() -> None:
    assert dieharder.version_in(captured("dieharder_d_0")) == "dieharder 3.31.1"


def test_figures_of_ent_have_p_values_that_fit_good_bytes() -> None:
    figures = ent.figures_in(captured("ent_t"))
    assert (figures.count, figures.chi_square) == (8_000_000, 214.39232)
    readings = {r.test: r.p_value for r in ent.readings(figures)}
    assert readings["chi-square"] == pytest.approx(2 * (1 - 0.9695), abs=1e-3)  # ent says 96.95 %
    assert all(p > 0.001 for p in readings.values())
    assert list(readings) == ["chi-square", "mean", "monte carlo pi", "serial correlation"]


def test_each_figure_of_ent_finds_bad_bytes() -> None:
    readings = ent.readings(ent.figures_in(captured("ent_bad_t")))
    assert all(r.p_value < 1e-12 and r.said == "unlikely" for r in readings)


def test_another_text_is_no_output_of_ent() -> None:
    with pytest.raises(ent.NoFigures):
        ent.figures_in("Entropy = 7.9 bits per byte.")
