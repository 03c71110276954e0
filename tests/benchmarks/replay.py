"""How many proofs a second one core judges: read, seeds, the round again, comparison.

Run as `python -m tests.benchmarks.replay [rounds]`. Signatures are not checked in this figure; the
proofs are those of random legal play, made beforehand.
"""

import sys
import time
from collections.abc import Sequence

from app.proof.document import parse_proof, to_json
from app.proof.judge import judge
from tests.proof.rounds import random_proofs

ROUNDS = 2_000
REPEATS = 3
AIM_PER_SECOND = 5_000  # rounds a second on one core


def documents(count: int, seed: int = 2026) -> tuple[bytes, ...]:
    """The lines of a proofs file."""
    return tuple(to_json(proof).encode() for proof in random_proofs(seed, count))


def rate(lines: Sequence[bytes]) -> float:
    """Judged proofs a second of CPU time; stops at a proof that is not confirmed."""
    start = time.process_time()
    for line in lines:
        verdict = judge(parse_proof(line))
        if verdict.findings:
            raise SystemExit(f"not confirmed: {verdict.findings}")
    return len(lines) / (time.process_time() - start)


def main() -> None:
    """Print the best of some runs, as a rate and against the aim."""
    lines = documents(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
    best = max(rate(lines) for _ in range(REPEATS))
    print(f"replay: {best:,.0f} proofs a second on one core (aim {AIM_PER_SECOND:,})")


if __name__ == "__main__":
    main()
