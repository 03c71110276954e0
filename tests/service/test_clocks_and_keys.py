"""Processes that differ: in their clocks, which only go on, and in the keys that they have."""

import shutil
from pathlib import Path

import pytest
from sqlalchemy import text

from app.proof.judge import judge
from app.service.interrupted import sweep
from app.service.keys import SEALING_FILE
from app.service.proofs import proofs
from app.service.refusals import NotDealing
from app.store.engine import reading
from tests.service.desk import Desk, Guest, count, sit


def test_no_moment_of_a_seat_comes_before_another_when_the_clock_is_set_back(desk: Desk) -> None:
    guest = sit(desk.open())
    for _ in range(3):
        guest.finish(guest.bet(200).view)
        desk.clock.move(minutes=-7)
    with reading(guest.house.engine) as tx:
        asked = "SELECT announced_at, opened_at, ended_at FROM rounds ORDER BY number"
        moments = [at for row in tx.execute(text(asked)) for at in row if at is not None]
    assert moments == sorted(moments)
    assert all(judge(one).verdict == "confirmed" for one in proofs(guest.house, guest.player))


def _rotated(desk: Desk, to: Path) -> Desk:
    """A desk with a new sealing key, the one before kept beside it."""
    shutil.copytree(desk.keys, to)
    (to / SEALING_FILE).rename(to / "sealing-before.key")
    (to / SEALING_FILE).write_text("5a" * 32)
    (to / SEALING_FILE).chmod(0o600)
    return Desk(desk.url, to, desk.clock, desk.tap)


def test_a_process_that_lacks_the_key_of_a_secret_refuses_and_changes_nothing(
    desk: Desk, tmp_path: Path
) -> None:
    old = desk.open()
    guest = sit(old)
    after = _rotated(desk, tmp_path / "rotated")
    newer = Guest(after.open(), guest.player, guest.token, guest.keys, guest.seeds)
    announced = newer.announced()  # lapses what the old key sealed, which it has
    with pytest.raises(NotDealing):
        guest.bet(200, round_id=announced.round_id)
    played = newer.open_round()
    with pytest.raises(NotDealing):
        guest.act(played, "stick")
    desk.clock.move(days=1)
    sweep(old)
    assert count(old, "rounds", "status = 'frozen' OR server_secret IS NULL AND ended_at > ''") == 0
    assert count(old, "rounds", "status = 'in_play'") == 1
    sweep(newer.house)
    assert count(old, "rounds", "status = 'in_play'") == 0
    after.close()
