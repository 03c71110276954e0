"""However the work is divided or interrupted, a plan has one answer."""

import json
import multiprocessing
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from distributed import LocalCluster

from certification.rtp.processes import spawned
from certification.rtp.simulation.blocks import play_blocks
from certification.rtp.simulation.checkpoint import BadCheckpoint, Progress, load, save, seed_of
from certification.rtp.simulation.cluster import NoCluster
from certification.rtp.simulation.plan import BLOCK_ROUNDS, Block, Plan, Seeds, Unit, units
from certification.rtp.simulation.run import here
from certification.rtp.simulation.simulate import Where, simulate
from certification.rtp.simulation.tally import Tally
from tests.certification.simulation.plans import plan_of

ROUNDS = 4 * BLOCK_ROUNDS + 12_345
ENDED_SECONDS_MAX = 10


@pytest.fixture(scope="module")
def plan() -> Plan:
    """Four blocks and a cut one."""
    return plan_of(strategy="optimal", rounds=ROUNDS)


@pytest.fixture(scope="module")
def answer(plan: Plan) -> Tally:
    """What one process makes of it."""
    return simulate(plan, Where(1))


def test_the_last_block_is_cut_short(answer: Tally) -> None:
    assert answer.rounds == ROUNDS


def test_blocks_alone_add_up_to_the_same(plan: Plan, answer: Tally) -> None:
    total = Tally()
    for index in reversed(range(plan.blocks)):
        total = total.plus(play_blocks(plan, (plan.block(index),)))
    assert total == answer


@pytest.mark.parametrize("processes", [2, 3])
def test_several_processes_answer_as_one(plan: Plan, answer: Tally, processes: int) -> None:
    noted: list[int] = []
    assert simulate(plan, Where(processes), None, noted.append) == answer
    assert sum(noted) == ROUNDS


def test_a_cluster_answers_as_one_process(plan: Plan, answer: Tally) -> None:
    workers: Any = LocalCluster
    with workers(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        assert simulate(plan, Where(2, cluster.scheduler_address)) == answer


def test_no_scheduler_is_a_refusal(plan: Plan) -> None:
    with pytest.raises(NoCluster, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        simulate(plan, Where(1, "tcp://127.0.0.1:1"))


class Pulled(Exception):
    """Somebody pulled the plug."""


def test_an_interrupted_run_goes_on_to_the_same_answer(
    plan: Plan, answer: Tally, tmp_path: Path
) -> None:
    path = tmp_path / "run.json"

    def pull(_rounds: int) -> None:
        raise Pulled

    save(path, plan, finished(plan, (Unit(3, 1), Unit(1, 1))))
    with pytest.raises(Pulled):
        simulate(plan, Where(1), path, pull)
    noted: list[int] = []
    assert simulate(plan, Where(1), path, noted.append) == answer
    assert noted == [2 * BLOCK_ROUNDS, BLOCK_ROUNDS, BLOCK_ROUNDS, 12_345]
    assert load(path, plan).done == (Unit(0, 5),)
    assert simulate(plan, Where(1), path) == answer


def test_what_was_finished_before_an_interruption_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    plan = plan_of(strategy="optimal", rounds=70 * BLOCK_ROUNDS)
    played = 0

    def pull(rounds: int) -> None:
        nonlocal played
        played += rounds
        if played > 32 * BLOCK_ROUNDS:
            raise Pulled

    with pytest.raises(Pulled):
        simulate(plan, Where(1), path, pull)
    assert load(path, plan).done == (Unit(0, 32),)


@pytest.mark.parametrize(
    "other",
    [
        {"rounds": ROUNDS + 1},
        {"seed": bytes(48)},
        {"strategy": "mimic-dealer"},
        {"seeds": Seeds.ROUND},
    ],
    ids=str,
)
def test_a_checkpoint_of_another_plan_is_refused(
    plan: Plan, tmp_path: Path, other: dict[str, Any]
) -> None:
    path = tmp_path / "run.json"
    save(path, plan, Progress())
    asked: dict[str, Any] = {"strategy": "optimal", "rounds": ROUNDS, **other}
    with pytest.raises(BadCheckpoint, match="belongs to another simulation"):
        load(path, plan_of(**asked))


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "x"}'])
def test_a_file_that_is_no_checkpoint_is_refused(plan: Plan, tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(text)
    with pytest.raises(BadCheckpoint, match="is no checkpoint"):
        load(path, plan)


@pytest.fixture
def saved(plan: Plan, tmp_path: Path) -> Path:
    """A checkpoint of a run that got to the end of its last block."""
    path = tmp_path / "run.json"
    save(path, plan, finished(plan, (Unit(4, 1),)))
    assert load(path, plan).done == (Unit(4, 1),)
    return path


def one_round_moved(content: dict[str, Any]) -> None:
    content["results"][0][2] -= 1
    content["results"][1][2] += 1


def one_round_lost(content: dict[str, Any]) -> None:
    content["results"][0][2] -= 1


def other_shoes(content: dict[str, Any]) -> None:
    content["shoes"][2] += 1


def other_seed(content: dict[str, Any]) -> None:
    content["seed"] = "ab" * 48


@pytest.mark.parametrize("damage", [one_round_moved, one_round_lost, other_shoes, other_seed])
def test_a_checkpoint_that_says_something_else_than_was_saved_is_refused(
    plan: Plan, saved: Path, damage: Callable[[dict[str, Any]], None]
) -> None:
    file = json.loads(saved.read_text())
    damage(file["content"])
    saved.write_text(json.dumps(file))
    for use in (lambda: load(saved, plan), lambda: seed_of(saved)):
        with pytest.raises(BadCheckpoint, match="is damaged: its SHA-256"):
            use()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seed", "zz"),
        ("seed", 5),
        ("seed", "ab" * 47),
        ("done", [[0]]),
        ("done", [[-1, 1]]),
        ("done", [["4", 1]]),
        ("results", [[0, 1, -5]]),
        ("results", [[0, 1, 1.5]]),
        ("shoes", [1, -5, 0, 0, 0, 0, 0]),
        ("shoes", {}),
        ("plan_sha256", "x"),
        ("more", 1),
    ],
)
def test_a_checkpoint_of_other_types_is_refused(
    plan: Plan, saved: Path, key: str, value: object
) -> None:
    file = json.loads(saved.read_text())
    file["content"][key] = value
    saved.write_text(json.dumps(file))
    for use in (lambda: load(saved, plan), lambda: seed_of(saved)):
        with pytest.raises(BadCheckpoint, match="is no checkpoint"):
            use()


@pytest.mark.parametrize("done", [(Unit(4, 2),), (Unit(4, 1), Unit(4, 1)), (Unit(3, 10**15),)])
def test_a_checkpoint_of_blocks_that_the_plan_has_not_is_refused(
    plan: Plan, tmp_path: Path, done: tuple[Unit, ...]
) -> None:
    path = tmp_path / "run.json"
    save(path, plan, Progress(done))
    with pytest.raises(BadCheckpoint, match="its blocks are not some of the plan's"):
        load(path, plan)


def test_a_checkpoint_without_the_rounds_of_its_blocks_is_refused(
    plan: Plan, tmp_path: Path
) -> None:
    path = tmp_path / "run.json"
    save(path, plan, Progress((Unit(4, 1),)))
    with pytest.raises(BadCheckpoint, match="its rounds are not those of its blocks"):
        load(path, plan)


def pid_in_a_pool_left_early() -> int:
    with suppress(Pulled), spawned(2) as pool:
        pid = pool.submit(os.getpid).result()
        raise Pulled
    return pid


def test_a_pool_that_is_left_early_ends_its_own_processes_and_no_other() -> None:
    context = multiprocessing.get_context("spawn")
    other = context.Process(target=sleep, args=(600,))
    other.start()
    try:
        own = pid_in_a_pool_left_early()
        by = monotonic() + ENDED_SECONDS_MAX
        # Asked again: a thread of the pool takes note of their end too, and one of both is later.
        while own in {child.pid for child in multiprocessing.active_children()}:
            assert monotonic() < by
            sleep(0.05)
        assert other.is_alive()
    finally:
        other.terminate()
        other.join()


def test_units_leave_out_what_is_done() -> None:
    plan = plan_of(strategy="optimal", rounds=10 * BLOCK_ROUNDS)
    left = list(units(plan, (Unit(6, 1), Unit(2, 2)), 3))
    assert left == [Unit(0, 2), Unit(4, 2), Unit(7, 3)]


def test_a_block_has_its_index_and_the_rounds_that_are_left() -> None:
    plan = plan_of(strategy="optimal", rounds=BLOCK_ROUNDS + 1)
    assert [plan.block(index) for index in range(plan.blocks)] == [
        Block(0, BLOCK_ROUNDS),
        Block(1, 1),
    ]


def finished(plan: Plan, done: tuple[Unit, ...]) -> Progress:
    """A run that got so far."""
    progress = Progress()
    for unit, tally in here(plan, iter(done), lambda _: None):
        progress = progress.plus(unit, tally)
    return progress
