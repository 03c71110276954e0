"""How the kernel is compiled: at its first call, kept on disk, one thread, whole numbers only."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from numba import njit
from numba.extending import intrinsic

P = ParamSpec("P")
R = TypeVar("R")


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """The function as machine code that is kept on disk, with its Python types."""
    kernel: Callable[P, R] = njit(cache=True, error_model="numpy")(function)
    return kernel


def part(function: Callable[P, R]) -> Callable[P, R]:
    """What an entry calls, and is kept with: kept alone it could outlive what it relies on."""
    kernel: Callable[P, R] = njit(error_model="numpy", forceinline=True)(function)
    return kernel


def instruction(function: Callable[..., tuple[Any, Any]]) -> Callable[..., Any]:
    """What LLVM is told in its own terms; the caller does not pass the first argument."""
    known: Callable[..., Any] = intrinsic(function)
    return known
