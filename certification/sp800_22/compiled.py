"""How a kernel is compiled: at its first call, kept on disk, for one thread.

Kernels count and never compute a probability, so their results are the same on every machine and
for every number of threads. Each has a plain twin in `plain`.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function as machine code, with its Python types; compiled at its first call."""
    kernel: Callable[P, R]
    try:
        kernel = njit(cache=True, error_model="numpy")(function)
    except RuntimeError:  # numba found no folder to write to: it is compiled in every process
        kernel = njit(error_model="numpy")(function)
    return kernel
