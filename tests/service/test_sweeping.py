"""A serving process finishes rounds left alone, at its start and from then on."""

from app.service.sweeping import keep_sweeping
from tests.service.desk import Desk, count, eventually, sit

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
