"""Results as JSON-ready values, in the form that `pontoon sts --json` prints."""

from collections.abc import Sequence
from typing import Any

from certification.sp800_22.result import Compat, Result
from certification.sp800_22.second_level import Row, second_level
from certification.sp800_22.streams import Streams


def listing(
    streams: Streams, by_stream: Sequence[Sequence[Result]], compat: Compat
) -> dict[str, Any]:
    """`bits` of a stream, `streams`, and `results` in order of streams.

    Only where they say something: `stream` (counted from 1) and `second_level` for several
    streams, `reason` for a test that was not applicable, `bits_left` for bits that no test has
    seen, `compat` for digits that are not the exact ones.
    """
    several = streams.count > 1
    fields: dict[str, Any] = {"bits": streams.bits, "streams": streams.count}
    if streams.left:
        fields["bits_left"] = streams.left
    if compat is not Compat.EXACT:
        fields["compat"] = compat.value
    fields["results"] = [
        {"stream": number} | result_fields(result) if several else result_fields(result)
        for number, results in enumerate(by_stream, start=1)
        for result in results
    ]
    if several:
        rows = second_level(result for results in by_stream for result in results)
        fields["second_level"] = [row_fields(row) for row in rows]
    return fields


def result_fields(result: Result) -> dict[str, Any]:
    """One result; the letters of its params and statistic are the standard's."""
    fields: dict[str, Any] = {
        "test": result.test.value,
        "params": dict(result.params),
        "statistic": dict(result.statistic),
        "p_values": list(result.p_values),
        "applicable": result.applicable,
    }
    return fields if result.applicable else fields | {"reason": result.reason}


def row_fields(row: Row) -> dict[str, Any]:
    """One row of the second level; what NIST says of it stands apart, for information."""
    return {
        "test": row.test.value,
        "label": row.label,
        "streams": row.streams,
        "passed": row.passed,
        "bins": list(row.bins),
        "proportion_p": row.proportion_p,
        "uniformity_p": row.uniformity_p,
        "nist": {
            "proportion_low": row.nist_low,
            "proportion_high": row.nist_high,
            "proportion_fits": row.nist_proportion_fits,
            "uniform": row.nist_uniform,
            "enough_streams": row.nist_enough,
        },
    }
