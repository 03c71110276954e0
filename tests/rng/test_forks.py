"""Two worker processes never draw the same secret, and each passes its own start-up test."""

import gc
import json
import os
import subprocess
import sys
from typing import Any

import pytest

from rng.forks import call_in_forked_child
from tests.rng.vectors import ROOT

SECONDS_MAX = 60

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="this operating system does not fork processes"
)


def run(what: str) -> list[dict[str, Any]]:
    program = [sys.executable, "-m", "tests.rng.forking_program", what]
    done = subprocess.run(
        program, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS_MAX, check=True
    )
    answer: list[dict[str, Any]] = json.loads(done.stdout)
    return answer


def test_parent_and_two_children_never_draw_the_same_secret() -> None:
    reports = run("two_children")
    drawn = [secret for report in reports for secret in report["drawn"]]
    assert len(drawn) == len(set(drawn)) == 150


def test_each_child_passes_its_own_start_up_and_known_answer_tests() -> None:
    parent, *children = run("two_children")
    assert (parent["asked"], parent["self_tests"]) == ([32] * 50, 0)
    for child in children:
        assert child["asked"] == [1024] + [32] * 50
        assert child["self_tests"] == 1


def test_a_child_draws_even_if_a_thread_of_its_parent_held_the_lock() -> None:
    (child,) = run("hold_lock_while_forking")
    assert len(set(child["drawn"])) == 50
    assert child["asked"][0] == 1024


def test_registering_for_forks_keeps_nothing_alive() -> None:
    class Registered:
        alive = 0

        def __init__(self) -> None:
            Registered.alive += 1
            call_in_forked_child(self.begin)

        def begin(self) -> None:
            """Nothing to do."""

        def __del__(self) -> None:
            Registered.alive -= 1

    Registered()
    gc.collect()
    assert Registered.alive == 0
