"""Every row of `sp800_22_known_answers.json`, to all the digits that it gives."""

import hashlib
import math
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from certification.sp800_22.battery import TESTS, battery
from certification.sp800_22.bits import Bits
from certification.sp800_22.frequency import block_frequency
from certification.sp800_22.laws import chi_square, chi_square_p, two_sided, upper_gamma
from certification.sp800_22.linear_complexity import class_of, deviation, linear_complexity
from certification.sp800_22.matrix_rank import matrix_rank
from certification.sp800_22.patterns import approximate_entropy, serial
from certification.sp800_22.result import Compat, Minimum, Result, Test
from certification.sp800_22.runs import longest_run
from certification.sp800_22.templates import non_overlapping_templates, overlapping_templates
from certification.sp800_22.universal import LAWS, universal
from certification.sp800_22.windows import count_windows
from tests.certification.sp800_22.constants import constant, pattern
from tests.certification.sp800_22.vectors import (
    NIST_NAMES,
    Row,
    figure,
    known_answers,
    listed,
    stream_of,
    test_of,
    title,
)

DIGITS = 1e-12  # relative; the reference gives 15 digits
SIX_DIGITS = 0.6e-6  # NIST's C prints six decimals
TINY = 1e-300

ROWS = [row for row in known_answers() if not row["test"].startswith("sts:")]
NIST_ROWS = [row for row in known_answers() if row["test"].startswith("sts:")]
CONSTANT_ROWS = [row for row in ROWS if "sts_2_1_2" in row]

HAMANO_KANEKO = (0.364091, 0.185659, 0.139381, 0.100571, 0.0704323, 0.139865)
LARGE_MATRICES = (0.2888, 0.5776, 0.1336)


def _compat(row: Row) -> Compat:
    law = row["params"].get("probabilities", "exact")
    nist = law.startswith(("SP 800-22 rounded", "compound-Poisson", "STS table"))
    return Compat.NIST_STS if nist else Compat.EXACT


def _overlapping(bits: Bits, row: Row) -> Result:
    params = row["params"]
    return overlapping_templates(
        bits,
        template_bits=params["m"],
        block_bits=params["M"],
        compat=_compat(row),
        minimum=Minimum.NONE,
    )


def _templates(bits: Bits, row: Row) -> Result:
    params = row["params"]
    return non_overlapping_templates(
        bits, template_bits=params["m"], blocks=params["N"], minimum=Minimum.NONE
    )


WITH_PARAMETERS: dict[Test, Callable[[Bits, Row], Result]] = {
    Test.BLOCK_FREQUENCY: lambda bits, row: block_frequency(
        bits, block_bits=row["params"]["M"], minimum=Minimum.NONE
    ),
    Test.LONGEST_RUN: lambda bits, row: longest_run(bits, compat=_compat(row)),
    Test.MATRIX_RANK: lambda bits, row: matrix_rank(
        bits, side=row["params"]["M"], minimum=Minimum.NONE
    ),
    Test.NON_OVERLAPPING_TEMPLATES: _templates,
    Test.OVERLAPPING_TEMPLATES: _overlapping,
    Test.UNIVERSAL: lambda bits, row: universal(
        bits, block_bits=row["params"]["L"], warm_up=row["params"]["Q"], minimum=Minimum.NONE
    ),
    Test.LINEAR_COMPLEXITY: lambda bits, row: linear_complexity(
        bits, block_bits=row["params"]["M"], compat=_compat(row), minimum=Minimum.NONE
    ),
    Test.SERIAL: lambda bits, row: serial(
        bits, window_bits=row["params"]["m"], minimum=Minimum.NONE
    ),
    Test.APPROXIMATE_ENTROPY: lambda bits, row: approximate_entropy(
        bits, window_bits=row["params"]["m"], minimum=Minimum.NONE
    ),
}


def _result(row: Row) -> Result:
    test, bits = test_of(row), stream_of(row)
    if test in WITH_PARAMETERS:
        return WITH_PARAMETERS[test](bits, row)
    return TESTS[test](bits, Compat.EXACT, Minimum.NONE)


def _p_values(row: Row) -> list[float]:
    """The p-values of a row, those of a law that no mode offers by the law itself."""
    result, law = _result(row), row["params"].get("probabilities", "")
    if law.startswith("asymptotic"):
        return [upper_gamma(1, chi_square(figure(result, "F"), LARGE_MATRICES) / 2)]
    if law.startswith("Hamano-Kaneko"):
        return [chi_square_p(chi_square(figure(result, "nu"), HAMANO_KANEKO), 5)]
    if "no c factor" in str(row["params"].get("sigma")):
        law_2 = LAWS[row["params"]["L"]]
        return [two_sided((figure(result, "fn") - law_2.expected) / math.sqrt(law_2.variance))]
    if "B" in row["params"] and result.test is Test.NON_OVERLAPPING_TEMPLATES:
        return [result.p_values[result.labels.index(row["params"]["B"])]]
    return list(result.p_values)


@pytest.mark.parametrize("row", [r for r in ROWS if r["p_value"] is not None], ids=title)
def test_p_values_are_those_of_the_arbitrary_precision_reference(row: Row) -> None:
    assert _p_values(row) == pytest.approx(listed(row["p_value"]), rel=DIGITS, abs=TINY)


@pytest.mark.parametrize("row", [r for r in ROWS if r.get("matches_published")], ids=title)
def test_p_values_are_those_that_the_standard_prints(row: Row) -> None:
    p_values, printed = _p_values(row), row["published"]
    if isinstance(printed, dict):
        labels = _result(row).labels
        p_values = [p_values[labels.index(f"{int(key[2:]):+d}")] for key in printed]
        printed = list(printed.values())
    expected = listed(printed)
    if len(expected) == 1:  # both directions of a sum printed once
        assert len(set(p_values)) == 1
        p_values = p_values[:1]
    assert p_values == pytest.approx(expected, abs=SIX_DIGITS)


@pytest.mark.parametrize("row", [r for r in ROWS if r.get("matches_published") is False], ids=title)
def test_p_values_are_not_those_where_the_standard_is_misprinted(row: Row) -> None:
    printed = row["published"]
    for value in printed.values() if isinstance(printed, dict) else listed(printed):
        assert all(abs(p - value) > 1e-5 for p in _p_values(row))


@pytest.mark.parametrize("row", ROWS, ids=title)
def test_statistics_are_those_of_the_reference(row: Row) -> None:
    result = _result(row)
    for name, expected in (row.get("statistic") or {}).items():
        if name in result.statistic and name in {
            "S_n", "s_obs", "V_n", "nu", "F", "N1", "N0", "d", "fn", "psi2", "del1", "del2",
            "ApEn", "z", "J", "counts", "pi",
        }:  # fmt: skip
            found = figure(result, name)
            values = [float(x) for x in (expected if isinstance(expected, list) else [expected])]
            assert np.ravel(found).tolist() == pytest.approx(values, rel=1e-9), name


@pytest.mark.parametrize("row", [r for r in ROWS if "W" in r], ids=title)
def test_occurrences_of_templates_are_those_of_the_reference_block_by_block(row: Row) -> None:
    bits, size = stream_of(row), row["params"]["M"]
    assert list(_result(row).labels) == row["templates"]
    for block in range(row["params"]["N"]):
        counts = np.zeros(512, np.int64)
        count_windows(bits.words, block * size, (block + 1) * size - 8, 9, counts)
        found = [int(counts[int(name, 2)]) for name in row["templates"]]
        assert found == [by_block[block] for by_block in row["W"]]


@pytest.mark.parametrize("row", CONSTANT_ROWS, ids=title)
def test_compat_gives_the_six_digits_of_nist_on_constants(row: Row) -> None:
    expected = listed(row["sts_2_1_2"])
    result = _in_compat(row["input"]["constant"])[test_of(row)]
    assert list(result.p_values) == pytest.approx(expected, abs=SIX_DIGITS)


@pytest.mark.parametrize("row", NIST_ROWS, ids=title)
def test_compat_gives_the_six_digits_of_nist_on_patterns(row: Row) -> None:
    """Where NIST's C says 0 because there are too few cycles, we say that it is not applicable."""
    expected = row["sts_2_1_2"]
    result = _pattern_in_compat(row["input"]["name"])[NIST_NAMES[row["test"].removeprefix("sts:")]]
    if not result.applicable:
        assert "cycles" in result.reason
        assert set(expected) == {0.0}
    elif not expected:  # NIST's C aborted at more cycles than it has room for
        assert figure(result, "J") == 500_000 or figure(result, "J") == 250_000
    else:
        assert list(result.p_values) == pytest.approx(expected, abs=SIX_DIGITS)


def test_the_worked_example_of_linear_complexity_has_l_4_and_t_2_999444() -> None:
    row = next(r for r in ROWS if r["p_value"] is None)
    assert row["statistic"]["L"] == 4
    assert deviation(4, 13) == pytest.approx(row["statistic"]["T"], rel=1e-12)
    assert class_of(4, 13) == 6
    assert list(figure(_result(row), "nu")) == row["statistic"]["nu"]


def test_the_digits_of_the_constants_have_the_hashes_of_the_file() -> None:
    hashes = {r["input"]["constant"]: r["input"]["sha256_ascii01"] for r in CONSTANT_ROWS}
    assert set(hashes) == {"pi", "e", "sqrt2", "sqrt3"}
    for name, expected in hashes.items():
        text = (constant(name).digits() + ord("0")).tobytes()
        assert hashlib.sha256(text).hexdigest() == expected


@cache
def _in_compat(name: str) -> dict[Test, Result]:
    return {result.test: result for result in battery(constant(name), compat=Compat.NIST_STS)}


@cache
def _pattern_in_compat(name: str) -> dict[Test, Result]:
    return {result.test: result for result in battery(pattern(name), compat=Compat.NIST_STS)}
