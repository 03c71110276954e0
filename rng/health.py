"""Health tests of an entropy source (NIST SP 800-90B, section 4.4) and their exact cutoffs.

A sample is a byte; many may be fed at once with the same result as one by one. Nothing is read or
kept here but counts: the source is in `rng.entropy`. On output that is already conditioned these
tests are a check of sanity, not compliance with SP 800-90B.
"""

import re
from fractions import Fraction
from math import ceil
from typing import Final

SAMPLE_BITS: Final = 8  # min-entropy claimed for each sample, H
FALSE_ALARM_BITS: Final = 40  # alpha = 2^-40, chance of a false alarm at each position
WINDOW_SAMPLES: Final = 512  # SP 800-90B 4.4.2: the window for samples that are not binary


class HealthFailure(Exception):
    """A health test has failed. The message names the test, never a sample."""


def repetition_cutoff(min_entropy: Fraction, false_alarm_bits: int) -> int:
    """C = 1 + ceil(-log2(alpha) / H), SP 800-90B 4.4.1.

    `min_entropy` H is bits in a sample, above 0; alpha = 2^-false_alarm_bits.
    """
    return 1 + ceil(Fraction(false_alarm_bits) / min_entropy)


def proportion_cutoff(probability: Fraction, false_alarm_bits: int, window: int) -> int:
    """C = 1 + critbinom(window, probability, 1 - alpha), SP 800-90B 4.4.2, in exact arithmetic.

    `probability` is that of the likeliest sample, 2^-H, strictly between 0 and 1; `window` is in
    samples; alpha = 2^-false_alarm_bits. The least C with P(count >= C) <= alpha.
    """
    hit, total = probability.numerator, probability.denominator
    miss = total - hit
    # In units of total^-window: the chance of exactly `count` hits, from `window` downwards.
    chance, tail, count = hit**window, 0, window
    while (tail + chance) << false_alarm_bits <= total**window:
        tail += chance
        chance = chance * count * miss // ((window - count + 1) * hit)
        count -= 1
    return count + 1


class RepetitionCount:
    """Fails at the `cutoff`-th equal sample in a row, the first one counted as 1 (4.4.1)."""

    __slots__ = ("_cutoff", "_last_run", "_too_long")

    def __init__(self, cutoff: int) -> None:
        self._cutoff = cutoff
        self._last_run = b""  # the run at the end of what was fed so far, below the cutoff
        self._too_long = re.compile(rb"(.)\1{%d}" % (cutoff - 1), re.DOTALL)

    def feed(self, samples: bytes) -> None:
        """Raise `HealthFailure` if a run in what was fed so far reaches the cutoff."""
        if not samples:
            return
        seen = self._last_run + samples
        if self._too_long.search(seen):
            raise HealthFailure(f"repetition count test: {self._cutoff} equal samples in a row")
        self._last_run = seen[len(seen.rstrip(seen[-1:])) :]


class AdaptiveProportion:
    """Fails when a window's first sample fills `cutoff` of its places, its own included (4.4.2).

    Windows follow one another; they do not slide.
    """

    __slots__ = ("_count", "_cutoff", "_first", "_left", "_window")

    def __init__(self, cutoff: int, window: int = WINDOW_SAMPLES) -> None:
        self._cutoff = cutoff
        self._window = window
        self._first = b""
        self._count = 0
        self._left = 0  # samples that the present window still takes

    def feed(self, samples: bytes) -> None:
        """Raise `HealthFailure` if a window in what was fed so far reaches the cutoff."""
        start = 0
        while start < len(samples):
            if self._left == 0:
                self._first, self._count = samples[start : start + 1], 0
                self._left = self._window
            end = min(start + self._left, len(samples))
            self._count += samples.count(self._first, start, end)
            self._left -= end - start
            start = end
            if self._count >= self._cutoff:
                raise HealthFailure(
                    f"adaptive proportion test: {self._cutoff} equal samples in a window "
                    f"of {self._window}"
                )


REPETITION_CUTOFF: Final = repetition_cutoff(Fraction(SAMPLE_BITS), FALSE_ALARM_BITS)
PROPORTION_CUTOFF: Final = proportion_cutoff(
    Fraction(1, 2**SAMPLE_BITS), FALSE_ALARM_BITS, WINDOW_SAMPLES
)
