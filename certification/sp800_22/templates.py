"""Occurrences of templates, not overlapping and overlapping: SP 800-22 Rev. 1a, 2.7 and 2.8."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from certification.sp800_22.bits import BitsLike, as_bits
from certification.sp800_22.compiled import compiled
from certification.sp800_22.laws import chi_square, chi_square_p, upper_gamma
from certification.sp800_22.overlapping_law import compound_poisson_law, exact_law
from certification.sp800_22.result import (
    BadParameter,
    Compat,
    Minimum,
    Result,
    Test,
    require_length,
)
from certification.sp800_22.windows import count_windows

TEMPLATE_BITS = 9
TEMPLATE_BITS_MAX = 16
BLOCKS = 8
OVERLAPPING_BLOCK_BITS = 1_032
CLASSES = 6
"""Blocks with 0, 1, 2, 3, 4, and 5 or more occurrences (K = 5)."""


def non_overlapping_templates(
    bits: BitsLike,
    *,
    template_bits: int = TEMPLATE_BITS,
    blocks: int = BLOCKS,
    minimum: Minimum = Minimum.STANDARD,
) -> Result:
    """Does each aperiodic template stand in each block as often as chance has it? (2.7)

    All templates of m bits, in rising order: 148 of 9 bits, which are NIST's. Two occurrences of
    such a template cannot overlap, so the scan that jumps over a match (2.7.4, step 2) finds every
    window that is equal to it. Statistic: chi2, one for each p-value. Raises TooShort below
    1,000,000 bits, BadParameter for m outside 2 to 16 or blocks shorter than a template.
    """
    stream = as_bits(bits)
    require_length(Test.NON_OVERLAPPING_TEMPLATES, stream.length, minimum)
    size = stream.length // blocks
    if not 2 <= template_bits <= min(TEMPLATE_BITS_MAX, size):
        raise BadParameter(f"templates of {template_bits} bits in blocks of {size:,}")
    names = aperiodic_templates(template_bits)
    occurrences = _by_block(stream.words, blocks, size, names)
    mean, variance = occurrences_law(size, template_bits)
    chi2 = (np.square(occurrences - mean) / variance).sum(axis=0).tolist()
    return Result(
        Test.NON_OVERLAPPING_TEMPLATES,
        {"m": template_bits, "M": size, "N": blocks, "templates": names},
        {"chi2": tuple(chi2)},
        tuple(upper_gamma(blocks / 2, x / 2) for x in chi2),
        names,
    )


def occurrences_law(size: int, template_bits: int) -> tuple[float, float]:
    """Mean and variance of an aperiodic template's occurrences in `size` bits (2.7.4, step 3)."""
    mean = (size - template_bits + 1) / 2**template_bits
    return mean, size * (1 / 2**template_bits - (2 * template_bits - 1) / 4**template_bits)


def _by_block(
    words: NDArray[np.uint64], blocks: int, size: int, templates: tuple[str, ...]
) -> NDArray[np.int64]:
    """How often each template, all of one length, stands in each block: (blocks, templates)."""
    template_bits = len(templates[0])
    found = np.zeros((blocks, 1 << template_bits), np.int64)
    for block in range(blocks):
        start = block * size
        stop = start + size - template_bits + 1
        count_windows(words, start, stop, template_bits, found[block])
    return found[:, [int(template, 2) for template in templates]]


@cache
def aperiodic_templates(bits: int) -> tuple[str, ...]:
    """Words that no shift makes overlap with themselves (2.7.3), in rising order."""
    words = (f"{number:0{bits}b}" for number in range(1 << bits))
    return tuple(w for w in words if all(w[shift:] != w[:-shift] for shift in range(1, bits)))


def overlapping_templates(
    bits: BitsLike,
    *,
    template_bits: int = TEMPLATE_BITS,
    block_bits: int = OVERLAPPING_BLOCK_BITS,
    compat: Compat = Compat.EXACT,
    minimum: Minimum = Minimum.STANDARD,
) -> Result:
    """Do runs of m ones, overlaps counted, stand in blocks as often as chance has it? (2.8)

    The chances are exact for any m and M; `compat` has the compound Poisson values that NIST's C
    uses at run time. Statistic: nu, blocks by number of occurrences, and chi2. Raises TooShort
    below 1,000,000 bits, BadParameter when a block is shorter than the template or there is none.
    """
    stream = as_bits(bits)
    require_length(Test.OVERLAPPING_TEMPLATES, stream.length, minimum)
    if not 1 <= template_bits <= block_bits <= stream.length:
        raise BadParameter(f"templates of {template_bits} bits in blocks of {block_bits:,}")
    found = np.zeros(stream.length // block_bits, np.int64)
    count_runs_of_ones(stream.words, template_bits, block_bits, found)
    counted = np.bincount(np.minimum(found, CLASSES - 1), minlength=CLASSES)
    nu = tuple(counted.tolist())
    law = exact_law if compat is Compat.EXACT else compound_poisson_law
    chi2 = chi_square(nu, law(template_bits, block_bits, CLASSES))
    return Result(
        Test.OVERLAPPING_TEMPLATES,
        {"m": template_bits, "M": block_bits, "N": found.size, "K": CLASSES - 1},
        {"nu": nu, "chi2": chi2},
        (chi_square_p(chi2, CLASSES - 1),),
    )


@compiled
def count_runs_of_ones(
    words: NDArray[np.uint64], m: int, block_bits: int, found: NDArray[np.int64]
) -> None:
    """Windows of m ones in each block, overlaps counted, as many blocks as `found` has places."""
    one = np.uint64(1)
    for block in range(found.size):
        run = np.int64(0)
        total = np.int64(0)
        for place in range(block * block_bits, (block + 1) * block_bits):
            bit = np.int64((words[place >> 6] >> np.uint64(63 - (place & 63))) & one)
            run = (run + bit) & -bit
            total += run >= m
        found[block] = total
