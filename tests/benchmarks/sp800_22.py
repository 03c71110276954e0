"""CPU seconds of all fifteen SP 800-22 tests, warm, imports apart, and the ratio to the bar.

Run as `python -m tests.benchmarks.sp800_22 [streams ...]`; by default 1, 10 and 100 streams of
1,000,000 bits of an AES-256-CTR keystream (key and first counter block zero). Reading the bytes,
packing them and every p-value are in the figure; compiling, which happens once, is not.
"""

import sys
import time
from collections.abc import Sequence

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from certification.sp800_22.battery import TESTS, battery
from certification.sp800_22.bits import Bits
from certification.sp800_22.result import Compat, Minimum
from certification.sp800_22.streams import Format, Streams, divide, read_bits

BITS = 1_000_000
STREAMS = (1, 10, 100)
BAR_SECONDS = {1: 0.4, 10: 3.5, 100: 35.0}  # CPU seconds, all 188 p-values
AIM_SECONDS = {1: 0.08, 10: 0.7, 100: 7.0}  # beats the best C: 0.09, 0.74, 7.7
REPEATS = 5


def keystream(bits: int) -> bytes:
    """That many bits of the keystream, a multiple of 8."""
    cipher = Cipher(algorithms.AES256(bytes(32)), modes.CTR(bytes(16)))
    return cipher.encryptor().update(bytes(bits // 8))


def cpu_seconds(count: int) -> float:
    """CPU seconds of the process, all threads, for that many streams; the best of some runs."""
    data = keystream(count * BITS)
    return min(_once(data, count) for _ in range(REPEATS if count == 1 else 1))


def cpu_by_test() -> Sequence[tuple[str, float]]:
    """CPU seconds of each test on its own; serial is without the pass that others share."""
    data = keystream(BITS)
    by_test = []
    for test, run in TESTS.items():
        taken = []
        for _ in range(REPEATS):
            bits = Bits.from_bytes(data)
            start = time.process_time()
            run(bits, Compat.EXACT, Minimum.STANDARD)
            taken.append(time.process_time() - start)
        by_test.append((test.value, min(taken)))
    return by_test


def _once(data: bytes, count: int) -> float:
    start = time.process_time()
    streams = divide(read_bits(data, Format.BINARY), BITS, count)
    p_values = sum(_p_values(streams, number) for number in range(count))
    seconds = time.process_time() - start
    if p_values < 162 * count:  # 188, or 162 where random excursions are not applicable
        raise SystemExit(f"only {p_values} p-values of {count} streams")
    return seconds


def _p_values(streams: Streams, number: int) -> int:
    return sum(len(result.p_values) for result in battery(streams.stream(number)))


def main() -> None:
    """Print CPU seconds, the bar, the aim and the ratios, then where one stream's time goes."""
    counts = tuple(int(text) for text in sys.argv[1:]) or STREAMS
    battery(Bits.from_bytes(keystream(BITS)))
    for count in counts:
        taken = cpu_seconds(count)
        line = f"sp800_22: {count:>3} x {BITS:,} bits {taken:8.3f} CPU s"
        if count in BAR_SECONDS:
            bar, aim = BAR_SECONDS[count], AIM_SECONDS[count]
            line += f"  bar {bar:g} ({bar / taken:.1f} times as fast)"
            line += f"  aim {aim:g} ({aim / taken:.1f} times as fast)"
        print(line)
    for name, seconds in cpu_by_test():
        print(f"  {name:<26} {1000 * seconds:7.2f} ms")


if __name__ == "__main__":
    main()
