"""Binary digits of pi, e, sqrt 2 and sqrt 3 by whole numbers, and the patterned streams of vectors.

Digits begin with the integer part: pi is 11.001..., e 10.101..., both roots 1.... .
"""

from collections.abc import Callable
from functools import cache
from math import isqrt

import numpy as np

from certification.sp800_22.bits import Bits

BITS = 1_000_000
GUARD = 64  # bits worked out and thrown away; the digits are checked by their hash


@cache
def constant(name: str) -> Bits:
    """The first million binary digits of `pi`, `e`, `sqrt2` or `sqrt3`."""
    makers: dict[str, Callable[[], int]] = {
        "pi": _pi,
        "e": _e,
        "sqrt2": lambda: _root(2),
        "sqrt3": lambda: _root(3),
    }
    value = makers[name]()
    digits = value >> (value.bit_length() - BITS)
    return Bits.from_bytes(digits.to_bytes(BITS // 8, "big"))


@cache
def pattern(name: str) -> Bits:
    """A stream of the rows `sts:*`, by its name there."""
    half = BITS // 2
    made = {
        "zeros": lambda: np.zeros(BITS, np.uint8),
        "ones": lambda: np.ones(BITS, np.uint8),
        "alt01": lambda: np.tile(np.array([0, 1], np.uint8), half),
        "alt0011": lambda: np.tile(np.array([0, 0, 1, 1], np.uint8), BITS // 4),
        "single_one_mid": lambda: (np.arange(BITS) == half).astype(np.uint8),
        "lfsr20": _lfsr,
    }[name]()
    return Bits.from_bytes(np.packbits(made).tobytes())


def _root(number: int) -> int:
    return isqrt(number << 2 * (BITS + GUARD))


def _e() -> int:
    """e = 1 + sum over k >= 1 of 1 / k!, by halves: the sum from a to b is p / q."""

    def split(a: int, b: int) -> tuple[int, int]:
        if b - a == 1:
            return 1, b
        middle = (a + b) // 2
        (p, q), (r, s) = split(a, middle), split(middle, b)
        return p * s + r, q * s

    p, q = split(0, 70_000)  # 70,000! has over a million bits
    return ((p + q) << BITS + GUARD) // q


def _pi() -> int:
    """The brothers Chudnovsky's series, by halves."""
    cube = 640_320**3 // 24

    def split(a: int, b: int) -> tuple[int, int, int]:
        if b - a == 1:
            p = (6 * a - 5) * (2 * a - 1) * (6 * a - 1) if a else 1
            q = a**3 * cube if a else 1
            t = p * (13_591_409 + 545_140_134 * a)
            return p, q, -t if a % 2 else t
        middle = (a + b) // 2
        (p, q, t), (r, s, u) = split(a, middle), split(middle, b)
        return p * r, q * s, t * s + p * u

    _, q, t = split(0, BITS // 47 + 2)  # a term brings over 47 bits
    root = isqrt(10_005 << 2 * (BITS + GUARD))
    return q * 426_880 * root // t


def _lfsr() -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """x^20 + x^3 + 1, state 1: the lowest bit out, bits 0 and 3 fed back at the top."""
    out = np.zeros(BITS, np.uint8)
    state = 1
    for place in range(BITS):
        out[place] = state & 1
        state = state >> 1 | ((state ^ state >> 3) & 1) << 19
    return out
