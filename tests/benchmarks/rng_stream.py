"""How fast `pontoon rng stream` writes, against AES-256-CTR filling buffers of 64 KiB.

Both run for the same time on the same machine, in turns, and the best turn of each counts; the pipe
and its reader are part of what is measured for ours.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Final

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR

BUFFER_BYTES: Final = 65_536
MEASURED_BYTES: Final = 512 * 2**20
STREAM_BYTES: Final = 4 * 2**30
TURNS: Final = 3
BAR: Final = 0.25
AIM: Final = 0.5


def aes_rate() -> float:
    """Bytes a second of one cipher that fills the same buffer over and over."""
    encryptor = Cipher(AES(bytes(range(32))), CTR(bytes(16))).encryptor()
    zeros, buffer = bytes(BUFFER_BYTES), bytearray(BUFFER_BYTES + 15)
    start = time.perf_counter()
    for _ in range(MEASURED_BYTES // BUFFER_BYTES):
        encryptor.update_into(zeros, buffer)
    return MEASURED_BYTES / (time.perf_counter() - start)


def stream_rate() -> float:
    """Bytes a second of `pontoon rng stream | cat >/dev/null`, its start apart."""
    start = _piped(1)
    return STREAM_BYTES / (_piped(STREAM_BYTES) - start)


def _piped(length: int) -> float:
    command = [sys.executable, "-m", "app.cli", "rng", "stream", "--bytes", str(length)]
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
        subprocess.run(["cat"], stdin=writer.stdout, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def best(rate: Callable[[], float]) -> float:
    """The best of some turns."""
    return max(rate() for _ in range(TURNS))


def main() -> None:
    """Print both rates and their ratio."""
    ours, aes = best(stream_rate), best(aes_rate)
    print(f"AES-256-CTR into 64 KiB buffers  {aes / 1e6:8.0f} MB/s")
    print(f"pontoon rng stream through a pipe {ours / 1e6:7.0f} MB/s")
    print(f"ratio {ours / aes:.2f} (bar {BAR}, aim {AIM})")


if __name__ == "__main__":
    main()
