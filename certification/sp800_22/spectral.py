"""Discrete Fourier transform (spectral): SP 800-22 Rev. 1a, 2.6."""

import math

import numpy as np
from scipy.fft import rfft

from certification.sp800_22.bits import BitsLike, as_bits
from certification.sp800_22.laws import two_sided
from certification.sp800_22.result import Minimum, Result, Test, require_length

SHARE_BELOW = 0.95
"""Share of moduli expected below the threshold sqrt(n ln(1/0.05))."""


def spectral(bits: BitsLike, *, minimum: Minimum = Minimum.STANDARD) -> Result:
    """Are there too many or too few high peaks among the frequencies? (2.6)

    Moduli 0 to n/2 - 1 are counted, the constant term included and the last one not, as NIST's C
    does. The threshold is sqrt(n ln 20), not the old sqrt(3 n); the variance n * .95 * .05 / 4 of
    Rev. 1a, not the old .95 * .05 / 2. Both examples of the standard are misprinted (see
    `errata`). Statistic: N1, N0 and d. Raises TooShort below 1,000 bits.
    """
    stream = as_bits(bits)
    n = stream.length
    require_length(Test.SPECTRAL, n, minimum)
    steps = stream.digits() * 2.0
    steps -= 1.0
    # One worker: the sums, and so the last digit of a modulus, must not hang on a thread count.
    waves = rfft(steps, overwrite_x=True, workers=1)[: n // 2]
    parts = waves.view(np.float64)  # real and imaginary parts in turn, squared where they are
    parts *= parts
    squares = parts[0::2] + parts[1::2]
    below = int(np.count_nonzero(squares < n * math.log(1 / (1 - SHARE_BELOW))))
    expected = SHARE_BELOW * n / 2
    d = (below - expected) / math.sqrt(n * SHARE_BELOW * (1 - SHARE_BELOW) / 4)
    return Result(Test.SPECTRAL, {}, {"N1": below, "N0": expected, "d": d}, (two_sided(d),))
