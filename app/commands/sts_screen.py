"""What `pontoon sts` shows on a terminal: one table of the stream, or of all streams together."""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from certification.sp800_22.result import Result
from certification.sp800_22.second_level import ALPHA, Row, second_level
from certification.sp800_22.streams import Streams

P_VALUE_PLAIN = 1e-5
"""Below it a p-value is written as a power of ten."""
P_VALUE_LEAST = "1e-300"
"""What came out as 0 is below this: doubles end there."""
P_VALUES_SHOWN = 2
"""More than these of one test are summed up."""
CAPTION = (
    "n: streams to which the test was applicable. p share: exact binomial chance of as many "
    "passing at 0.01. p even: chi-square of the p-values over ten bins. NIST: in or out of its "
    "interval of three sigmas, for information."
)


def show(streams: Streams, by_stream: Sequence[Sequence[Result]]) -> None:
    """Print to standard output."""
    console = Console()
    if streams.count == 1:
        console.print(_first_level(streams, by_stream[0]))
        return
    rows = second_level(result for results in by_stream for result in results)
    console.print(_second_level(streams, rows))
    for result in by_stream[0]:
        if result.test not in {row.test for row in rows}:
            console.print(f"{result.test}: in no stream; in the first: {result.reason}")


def _first_level(streams: Streams, results: Sequence[Result]) -> Table:
    title = f"SP 800-22 Rev. 1a, {streams.bits:,} bits"
    table = _table(title, "test", "parameters", "p-value")
    for result in results:
        table.add_row(result.test.value, _params(result), _p_values(result))
    return table


def _params(result: Result) -> str:
    numbers = {k: v for k, v in result.params.items() if isinstance(v, int)}
    return " ".join(f"{name}={value}" for name, value in numbers.items())


def _p_values(result: Result) -> str:
    if not result.applicable:
        return f"not applicable: {result.reason}"
    if len(result.p_values) <= P_VALUES_SHOWN:
        return "  ".join(_p(p) for p in result.p_values)
    least, label = min(zip(result.p_values, result.labels, strict=True))
    below = sum(p < ALPHA for p in result.p_values)
    count = len(result.p_values)
    return f"{count} p-values, {below} below {ALPHA}; least {_p(least)} ({label})"


def _p(p_value: float) -> str:
    """Six digits after the point, or a power of ten where those would be noughts."""
    if p_value == 0:
        return f"below {P_VALUE_LEAST}"
    return f"{p_value:.6f}" if p_value >= P_VALUE_PLAIN else f"{p_value:.1e}"


def _second_level(streams: Streams, rows: Sequence[Row]) -> Table:
    title = f"SP 800-22 Rev. 1a, {streams.count} streams of {streams.bits:,} bits"
    table = _table(title, "test", "of")
    for heading in ("n", "passed", "p share", "p even", "NIST"):
        table.add_column(heading, justify="right")
    for test in dict.fromkeys(row.test for row in rows):
        of_test = [row for row in rows if row.test is test]
        lowest = sorted(of_test, key=lambda row: min(row.proportion_p, row.uniformity_p))
        for row in of_test if len(of_test) <= P_VALUES_SHOWN else lowest[:P_VALUES_SHOWN]:
            table.add_row(*_cells(row))
        if len(of_test) > P_VALUES_SHOWN:
            table.add_row("", f"lowest of {len(of_test)}")
    table.caption = CAPTION
    return table


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.test.value,
        row.label,
        str(row.streams),
        str(row.passed),
        _p(row.proportion_p),
        _p(row.uniformity_p),
        "in" if row.nist_proportion_fits else "out",
    )


def _table(title: str, *columns: str) -> Table:
    return Table(
        *columns,
        title=title,
        title_justify="left",
        caption_justify="left",
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
