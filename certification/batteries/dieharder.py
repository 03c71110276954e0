"""dieharder (Robert G. Brown, 3.31.1): which of its tests are run, and what its lines mean.

It reads raw words of 32 bits from a pipe (`-g 200`). Each test is a call of its own on a stream of
its own, so that each can be repeated alone.
"""

import re
from dataclasses import dataclass
from typing import Final

from certification.batteries.results import Battery, Reading, Standing, both_tails

FROM_A_PIPE: Final = ("-g", "200")
# The greediest of `-a`, -d 203 -n 32, reads 13.2e9 bytes; a test that asks for more is not run.
BYTES_MAX: Final = 32 * 2**30
OUT_OF_BYTES: Final = "stdin_input_raw(): Error: EOF"

# Its own list (`dieharder -l`) calls these "Suspect" (5 to 7) and "Do Not Use" (14).
DOUBTED: Final = frozenset((5, 6, 7, 14))


@dataclass(frozen=True, slots=True)
class Asked:
    """A test by its number, and its n-tuple where it has several."""

    number: int
    ntuple: int | None = None

    @property
    def arguments(self) -> tuple[str, ...]:
        """As on its command line."""
        width = () if self.ntuple is None else ("-n", str(self.ntuple))
        return ("-d", str(self.number), *width)


# Declared for `standard`: every kind of test that its authors call good and that reads less than
# about a gigabyte.
STANDARD: Final = (
    *map(Asked, (0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 13, 15, 16, 100, 101, 102)),
    Asked(200, 1),
    Asked(200, 2),
    Asked(201, 2),
    Asked(201, 3),
    Asked(202, 3),
    Asked(202, 5),
    Asked(203, 0),
    Asked(203, 1),
    *map(Asked, (204, 205, 206)),
)
# Declared for `full`: all that `dieharder -a` does.
FULL: Final = (
    *map(Asked, (*range(18), 100, 101, 102)),
    *(Asked(200, n) for n in range(1, 13)),
    *(Asked(201, n) for n in range(2, 6)),
    *(Asked(202, n) for n in range(2, 6)),
    *(Asked(203, n) for n in range(33)),
    *map(Asked, range(204, 210)),
)

# name|ntup|tsamples|psamples|p-value|Assessment
_ROW: Final = re.compile(
    r"^\s*(?P<name>\w+)\s*\|\s*(?P<ntuple>\d+)\|\s*(?P<samples>\d+)\|\s*(?P<p_samples>\d+)"
    r"\|\s*(?P<p>[01]\.\d+)\|\s*(?P<said>PASSED|WEAK|FAILED)\s*$",
    re.MULTILINE,
)
_VERSION: Final = re.compile(r"dieharder version (\S+)")


def read_lines(asked: Asked, text: str) -> tuple[Reading, ...]:
    """Its lines of results; none where it gave none."""
    arguments = " ".join(asked.arguments)
    standing = Standing.PRINTED if asked.number in DOUBTED else Standing.JUDGED
    return tuple(
        Reading(
            battery=Battery.DIEHARDER,
            arguments=arguments,
            test=f"{row['name']} {row['ntuple']}",
            statistic=f"p {row['p']} of {row['p_samples']} samples",
            p_value=both_tails(float(row["p"])),
            said=row["said"],
            standing=standing,
        )
        for row in _ROW.finditer(text)
    )


def why_nothing(text: str) -> str:
    """In a sentence, why there are no lines of results."""
    if OUT_OF_BYTES in text:
        return f"it asks for more than {BYTES_MAX:,} bytes"
    last = text.strip().splitlines()[-1:] or ["nothing"]
    return f"it gave no result; its last line: {last[0].strip()}"


def version_in(text: str) -> str:
    """The program with its version, as it says itself."""
    found = _VERSION.search(text)
    return f"dieharder {found[1]}" if found else "dieharder of an unknown version"
