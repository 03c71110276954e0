"""The laws of SP 800-22's p-values when the generator is fair, simulated once and kept.

No p-value of the fifteen tests is exactly uniform: counts are whole numbers and laws approximate.
So a run's streams are held against `null_laws_1.json`, and those of stage 2 against
`null_laws_2.json`, made by

    python -m certification.judgement.null_laws certification/judgement

each from 1,000 streams of AES-256-CTR, whose keys are SHA-256 of the texts in the file. Each stage
has streams of its own: a sample that happens to lie far from its law would else send fair
generators to stage 2 and reject them there again. The templates of the non-overlapping test share
one law: none overlaps itself, so all have the same distribution of counts; the file keeps
`QUANTILES` order statistics of all their p-values.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR

from certification.sp800_22.result import Test

STREAMS: Final = 1_000
BITS: Final = 1_000_000
KEY_TEXT: Final = "pontoon/null-law/1 stream {}"
DIGITS: Final = 6  # significant, of a kept p-value: KS distances of 1,000 values need three
QUANTILES: Final = 4_000  # kept of a longer list: steps of 0.00025, a hundredth of any KS distance
WORKERS: Final = 2
STAGES: Final = (1, 2)
FILE: Final = "null_laws_{}.json"


class NoNullLaw(LookupError):
    """No law was simulated for such streams, or for such a row."""


@dataclass(frozen=True, slots=True)
class NullLaw:
    """P-values of one row where the generator is fair; `simulated` of them, or their quantiles."""

    p_values: tuple[float, ...]
    simulated: int


@dataclass(frozen=True, slots=True)
class NullLaws:
    """The laws of all rows, from the streams to which their tests were applicable."""

    bits: int
    first: int  # stream, counted from 0
    streams: int
    key_text: str
    rows: Mapping[str, NullLaw]

    def of_row(self, name: str) -> NullLaw:
        """The law of a row; `NoNullLaw` for a row that is none."""
        key = _kept_name(name)
        if key not in self.rows:
            raise NoNullLaw(f"no null law was simulated for {name}")
        return self.rows[key]


@cache
def load_null_laws(bits: int, stage: int) -> NullLaws:
    """The shipped laws of a stage; `NoNullLaw` unless they are of streams of `bits` bits."""
    file = files("certification.judgement").joinpath(FILE.format(stage))
    text = file.read_text(encoding="utf-8")
    kept = json.loads(text)
    if kept["bits"] != bits:
        raise NoNullLaw(f"laws were simulated for streams of {kept['bits']} bits, not {bits}")
    rows = {
        name: NullLaw(tuple(row["p_values"]), row["simulated"])
        for name, row in kept["rows"].items()
    }
    return NullLaws(kept["bits"], kept["first"], kept["streams"], kept["key_text"], rows)


def aes_stream(at: int, bits: int) -> bytes:
    """The `at`-th stream: AES-256 in counter mode from block 0."""
    key = sha256(KEY_TEXT.format(at).encode("ascii")).digest()
    return Cipher(AES(key), CTR(bytes(16))).encryptor().update(bytes(-(-bits // 8)))


def simulate(streams: range, bits: int) -> Iterator[Mapping[str, Sequence[float]]]:
    """The p-values of each stream by row, in the order of the streams."""
    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_one, streams, [bits] * len(streams), chunksize=2)


def _one(at: int, bits: int) -> dict[str, list[float]]:
    from certification.judgement.bits import by_row, results_of

    rows = by_row([results_of(aes_stream(at, bits), bits, tuple(Test))])
    kept: dict[str, list[float]] = {}
    for name, p_values in rows.items():
        kept.setdefault(_kept_name(name), []).extend(p_values)
    return kept


def _law(p_values: Sequence[float]) -> dict[str, object]:
    """All p-values in the order of the streams, or the middles of `QUANTILES` equal parts."""
    n = len(p_values)
    chosen: Sequence[float] = p_values
    if n > QUANTILES:
        ordered = sorted(p_values)
        chosen = [ordered[n * (2 * at + 1) // (2 * QUANTILES)] for at in range(QUANTILES)]
    return {"simulated": n, "p_values": [float(f"{p:.{DIGITS}g}") for p in chosen]}


def _kept_name(name: str) -> str:
    templates = Test.NON_OVERLAPPING_TEMPLATES.value
    return templates if name.startswith(f"{templates}.") else name


def main(folder: Path) -> None:
    """Simulate and write both files, with a line of progress for every fiftieth stream."""
    for stage in STAGES:
        streams = range((stage - 1) * STREAMS, stage * STREAMS)
        rows: dict[str, list[float]] = {}
        for at, found in enumerate(simulate(streams, BITS), start=1):
            for name, p_values in found.items():
                rows.setdefault(name, []).extend(p_values)
            if at % 50 == 0:
                sys.stderr.write(f"stage {stage}: {at} of {STREAMS} streams\n")
        kept = {
            "bits": BITS,
            "first": streams.start,
            "streams": STREAMS,
            "key_text": KEY_TEXT,
            "rows": {name: _law(p_values) for name, p_values in rows.items()},
        }
        text = json.dumps(kept, separators=(",", ":")) + "\n"
        (folder / FILE.format(stage)).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
