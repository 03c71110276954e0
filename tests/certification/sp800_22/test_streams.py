"""Files: binary and ASCII, line ends of any system, division, what is left over."""

import numpy as np
import pytest

from certification.sp800_22.errata import ERRATA
from certification.sp800_22.refusals import BadBits, BadDivision
from certification.sp800_22.streams import STREAM_BITS_MAX, Format, divide, read_bits

BINARY = bytes.fromhex("a5f0")
DIGITS = [1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0]


def test_the_first_bit_of_a_byte_is_its_highest() -> None:
    assert read_bits(BINARY, Format.BINARY).digits().tolist() == DIGITS


@pytest.mark.parametrize(
    "text",
    [
        b"1010010111110000",
        b"1010010111110000\n",
        b"10100101\r\n11110000\r\n",
        b"10100101\r11110000",
        b" 1010 0101\n\t1111 0000 \n\n",
        b"1\n0\n1\n0\n0\n1\n0\n1\n1\n1\n1\n1\n0\n0\n0\n0",
    ],
)
def test_line_ends_and_spaces_in_ascii_files_are_no_bits(text: bytes) -> None:
    bits = read_bits(text, Format.ASCII)
    assert bits.length == 16
    assert bits.digits().tolist() == DIGITS


def test_anything_else_in_an_ascii_file_is_refused_with_its_place() -> None:
    with pytest.raises(BadBits, match="'2' in line 2, column 3"):
        read_bits(b"0101\n012", Format.ASCII)
    with pytest.raises(BadBits, match="0x80"):
        read_bits(b"\x80", Format.ASCII)


def test_what_is_left_over_is_counted_and_in_no_stream() -> None:
    source = read_bits(bytes(12) + b"\xff\xff", Format.BINARY)  # 96 zeros, 16 ones
    streams = divide(source, 31, 3)
    assert (streams.bits, streams.count, streams.left) == (31, 3, 19)
    assert all(not streams.stream(k).digits().any() for k in range(3))


def test_without_a_length_the_file_is_divided_evenly() -> None:
    streams = divide(read_bits(bytes(125), Format.BINARY), None, 3)
    assert (streams.bits, streams.left) == (333, 1)


def test_streams_follow_each_other_bit_by_bit() -> None:
    data = np.random.default_rng(3).bytes(100)
    source = read_bits(data, Format.BINARY)
    streams = divide(source, 77, 10)
    joined = np.concatenate([streams.stream(k).digits() for k in range(10)])
    assert joined.tolist() == source.digits()[:770].tolist()


@pytest.mark.parametrize(
    ("data", "bits", "count"), [(b"", None, 1), (b"a", 9, 1), (b"a", 4, 3), (b"a", None, 9)]
)
def test_too_few_bits_are_refused(data: bytes, bits: int | None, count: int) -> None:
    with pytest.raises(BadDivision):
        divide(read_bits(data, Format.BINARY), bits, count)


def test_a_stream_that_no_transform_can_take_is_refused() -> None:
    source = read_bits(bytes(STREAM_BITS_MAX // 8 + 1), Format.BINARY)
    with pytest.raises(BadDivision, match="--bits"):
        divide(source, None, 1)


def test_every_erratum_says_where_what_and_what_is_done_here() -> None:
    assert len({erratum.where + erratum.fault for erratum in ERRATA}) == len(ERRATA)
    for erratum in ERRATA:
        assert all((erratum.where, erratum.fault, erratum.here))
