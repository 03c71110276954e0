"""Calls that a child process makes right after a fork, before anything else of ours runs.

A forked child has its parent's memory: its locks may be held by threads that do not exist in it,
and its tests were passed by somebody else. Only bound methods are taken, and they are held weakly,
so registering keeps nothing alive.
"""

import os
from collections.abc import Callable
from weakref import WeakMethod

_calls: list[WeakMethod[Callable[[], None]]] = []


def call_in_forked_child(method: Callable[[], None]) -> None:
    """Have every future forked child call the bound `method` first, while its object lives."""
    _calls[:] = [call for call in _calls if call() is not None]
    _calls.append(WeakMethod(method))


def _after_fork() -> None:
    for call in tuple(_calls):
        method = call()
        if method is not None:
            method()


if hasattr(os, "register_at_fork"):  # absent only where there is no fork
    os.register_at_fork(after_in_child=_after_fork)
