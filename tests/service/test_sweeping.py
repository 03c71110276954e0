"""A serving process finishes rounds left alone, at its start and from then on."""

import threading

from app.factory import house_at_work
from app.service.sweeping import SWEEPER, keep_sweeping
from tests.service.desk import Desk, count, eventually, settings, sit

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


def test_a_house_that_is_closed_goes_on_with_nothing(desk: Desk) -> None:
    def sweepers() -> int:
        return [thread.name for thread in threading.enumerate()].count(SWEEPER)

    before = sweepers()
    house = house_at_work(settings(desk.url, desk.keys))
    assert sweepers() == before + 1
    house.close()
    assert sweepers() == before
