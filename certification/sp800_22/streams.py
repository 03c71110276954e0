"""Files of bits, and their division into streams.

Binary files have the first bit highest in its byte. ASCII files have the digits 0 and 1, with
spaces and line ends of any system between them, which are not bits. What is left over is counted,
never used and never dropped in silence.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from certification.sp800_22.bits import Bits
from certification.sp800_22.refusals import BadBits, BadDivision

STREAM_BITS_MAX = 1 << 27
"""16 MiB of bits: the transform of the spectral test then takes about 4.5 GiB."""
FILE_BYTES_MAX = 1 << 31
SPACES = b" \t\r\n\v\f"


class Format(StrEnum):
    """How bits stand in a file."""

    BINARY = "binary"
    ASCII = "ascii"


@dataclass(frozen=True, slots=True)
class Streams:
    """`count` streams of `bits` bits each, in order, from the start of `source`."""

    source: Bits
    bits: int
    count: int

    @property
    def left(self) -> int:
        """Bits of the file after the last stream, which no test has seen."""
        return self.source.length - self.bits * self.count

    def stream(self, number: int) -> Bits:
        """Stream `number`, counted from 0."""
        return self.source.part(number * self.bits, self.bits)


def read_bits(data: bytes, form: Format) -> Bits:
    """All bits of a file. Raises BadBits where an ASCII file has anything but 0, 1 and spaces."""
    if form is Format.BINARY:
        return Bits.from_bytes(data)
    digits = np.frombuffer(data.translate(None, SPACES), np.uint8)
    if np.any((digits != ord("0")) & (digits != ord("1"))):
        raise BadBits(_first_stranger(data))
    return Bits.from_bytes(np.packbits(digits & 1).tobytes(), digits.size)


def divide(source: Bits, bits: int | None, count: int) -> Streams:
    """`count` streams of `bits` bits; without `bits` as many for each as there are.

    Raises BadDivision when there are too few bits, or more in a stream than can be transformed.
    """
    if source.length == 0:
        raise BadDivision("there are no bits in it")
    size = source.length // count if bits is None else bits
    if size * count > source.length or size == 0:
        wanted = f"{count} streams of {size:,} bits" if size else f"{count} streams"
        raise BadDivision(f"it has {source.length:,} bits, too few for {wanted}")
    if size > STREAM_BITS_MAX:
        raise BadDivision(
            f"a stream of {size:,} bits is over the {STREAM_BITS_MAX:,} that one transform may "
            "take: choose a length with --bits, or more streams with --streams"
        )
    return Streams(source, size, count)


def _first_stranger(data: bytes) -> str:
    known = b"01" + SPACES
    place = next(i for i, byte in enumerate(data) if byte not in known)
    line = data.count(b"\n", 0, place) + 1
    column = place - data.rfind(b"\n", 0, place)
    found = repr(chr(data[place])) if 32 <= data[place] < 127 else f"byte 0x{data[place]:02x}"
    return f"{found} in line {line}, column {column} is neither 0 nor 1 (perhaps a binary file)"
