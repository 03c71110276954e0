"""A serving process finishes rounds left alone, at its start and from then on."""

from time import monotonic, sleep

from app.service.house import House
from app.service.sweeping import keep_sweeping
from tests.service.desk import Desk, count, sit

WAIT_SECONDS = 20.0


def _settles(house: House, round_id: str) -> bool:
    until = monotonic() + WAIT_SECONDS
    while monotonic() < until:
        if count(house, "rounds", f"round_id = '{round_id}' AND status = 'settled'") == 1:
            return True
        sleep(0.02)
    return False


def test_a_round_left_alone_is_finished_at_the_start_and_later_ones_in_their_turn(
    desk: Desk,
) -> None:
    house = desk.open()
    first = sit(house).open_round()
    desk.clock.move(days=1)
    stop = keep_sweeping(house, every_seconds=0.05)
    assert _settles(house, first.round_id)
    second = sit(house).open_round()
    desk.clock.move(days=1)
    assert _settles(house, second.round_id)
    stop.set()
