"""A serving process finishes rounds left alone, at its start and from then on."""

import io
import sys
import threading

import pytest

from app.factory import house_at_work
from app.service import sweeping
from app.service.house import House
from app.service.sweeping import SWEEPER, keep_sweeping
from tests.service.desk import WAIT_SECONDS, Desk, count, eventually, settings, sit

SETTLED = "round_id = '{}' AND status = 'settled'"


def test_a_round_left_alone_is_finished_at_the_start_and_later_ones_in_their_turn(
    desk: Desk,
) -> None:
    house = desk.open()
    first = sit(house).open_round()
    desk.clock.move(days=1)
    stop = keep_sweeping(house, every_seconds=0.05)
    assert eventually(lambda: count(house, "rounds", SETTLED.format(first.round_id)) == 1)
    second = sit(house).open_round()
    desk.clock.move(days=1)
    assert eventually(lambda: count(house, "rounds", SETTLED.format(second.round_id)) == 1)
    stop()


def test_sweeping_goes_on_after_a_sweep_that_failed_and_could_not_say_so(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = desk.open()
    opened = sit(house).open_round()
    desk.clock.move(days=1)
    closed = io.StringIO()
    closed.close()
    failed = threading.Event()

    def fail(_house: House) -> None:
        failed.set()
        raise OSError("no disk")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(sys, "stderr", closed)
        meanwhile.setattr(sweeping, "sweep", fail)
        stop = keep_sweeping(house, every_seconds=0.05)
        assert failed.wait(WAIT_SECONDS)
        assert count(house, "rounds", SETTLED.format(opened.round_id)) == 0
    assert eventually(lambda: count(house, "rounds", SETTLED.format(opened.round_id)) == 1)
    stop()


def test_a_house_that_is_closed_goes_on_with_nothing(desk: Desk) -> None:
    def sweepers() -> int:
        return [thread.name for thread in threading.enumerate()].count(SWEEPER)

    before = sweepers()
    house = house_at_work(settings(desk.url, desk.keys))
    assert sweepers() == before + 1
    house.close()
    assert sweepers() == before
