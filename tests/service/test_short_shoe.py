"""A shoe that runs out within a round, which no rules file that is loaded for play allows."""

from pathlib import Path

import pytest

from app.service.refusals import Refusal, RoundFrozen
from config.loader import ShoePolicy, load_rules
from tests.service.desk import Desk, Guest, count, sit

SEATS_MAX = 60


def test_a_shoe_without_a_card_for_the_next_action_freezes_the_round(
    sqlite_url: str, tmp_path: Path
) -> None:
    changes = ["shoe.packs=1", "shoe.reshuffle_after=52", "player.hands_max=1"]
    short = load_rules(changes=changes, shoe=ShoePolicy.FRESH)
    desk = Desk(sqlite_url, tmp_path / "keys")
    house = desk.open(rules_file=short)
    for _ in range(SEATS_MAX):
        guest = sit(house)
        with pytest.raises(Refusal) as refused:
            _play_on(guest)
        if isinstance(refused.value, RoundFrozen):
            break
    assert count(house, "rounds", "status = 'frozen'") == 1
    desk.close()


def _play_on(guest: Guest) -> None:
    while True:
        guest.finish(guest.bet(200).view)
