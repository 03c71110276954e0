"""Slow and obvious twins of every fast kernel: bits one by one, no packing, no tables.

Tests compare the two on many streams; nothing else calls these. Streams are arrays of 0 and 1.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Digits = NDArray[np.uint8]


def window_counts(digits: Digits, m: int) -> list[int]:
    """Twin of `Bits.window_counts`: m-bit words at every place of the ring."""
    counts = [0] * 2**m
    for start in range(digits.size):
        counts[_number([int(digits[(start + i) % digits.size]) for i in range(m)])] += 1
    return counts


def scanned(digits: Digits, template: str) -> int:
    """Twin of the counts in 2.7: from left to right, jumping over what has matched (2.7.4)."""
    text = "".join(map(str, digits.tolist()))
    place = found = 0
    while (place := text.find(template, place)) >= 0:
        found += 1
        place += len(template)
    return found


def overlapping(digits: Digits, m: int) -> int:
    """Twin of `templates.count_runs_of_ones` for one block."""
    return sum(bool(digits[i : i + m].all()) for i in range(digits.size - m + 1))


def longest_run(digits: Digits) -> int:
    """Twin of `runs.longest_runs` for one block."""
    return max(len(run) for run in "".join(map(str, digits.tolist())).split("0"))


def number_of_runs(digits: Digits) -> int:
    """Twin of the count in 2.3.4, step 3: one more than the changes."""
    changes = [a != b for a, b in pairwise(digits.tolist())]
    return 1 + len([change for change in changes if change])


def rank(rows: Sequence[Sequence[int]]) -> int:
    """Twin of `matrix_rank.count_ranks` for one matrix: elimination as in appendix F."""
    left = [list(row) for row in rows]
    found = 0
    for column in range(len(rows[0])):
        pivot = next((row for row in left if row[column]), [])
        if pivot:
            left.remove(pivot)
            left = [
                [a ^ b for a, b in zip(r, pivot, strict=True)] if r[column] else r for r in left
            ]
            found += 1
    return found


def distances(digits: Digits, size: int, skipped: int) -> list[int]:
    """Twin of `universal.count_distances`: each counted block to the last equal one, in order."""
    blocks = [tuple(digits[i : i + size].tolist()) for i in range(0, digits.size - size + 1, size)]
    apart = []
    for place in range(skipped, len(blocks)):
        before = [i for i in range(place) if blocks[i] == blocks[place]]
        apart.append(place - before[-1] if before else place + 1)
    return apart


def linear_complexity(digits: Digits) -> int:
    """Twin of `berlekamp_massey`: Massey's algorithm on lists, for one block."""
    size = digits.size
    c, b = [1] + [0] * size, [1] + [0] * size
    length, last = 0, -1
    for n in range(size):
        odd = sum(c[i] * int(digits[n - i]) for i in range(length + 1)) % 2
        if not odd:
            continue
        old = c
        c = [c[i] ^ (b[i - (n - last)] if i >= n - last else 0) for i in range(size + 1)]
        if 2 * length <= n:
            length, last, b = n + 1 - length, n, old
    return length


def walk(digits: Digits) -> list[int]:
    """The partial sums S_1 to S_n of 2.13.4."""
    return [int(s) for s in np.cumsum(2 * digits.astype(np.int64) - 1)]


def cycles(digits: Digits) -> list[list[int]]:
    """Twin of `walk_kernels.excursions`: the walk cut after each 0; the last may not reach it."""
    cut: list[list[int]] = [[]]
    for place in walk(digits):
        cut[-1].append(place)
        if place == 0:
            cut.append([])
    return cut if cut[-1] else cut[:-1]


def _number(digits: Sequence[int]) -> int:
    return int("".join(map(str, digits)), 2)
