"""A player at two games: two seats with shoes and rounds of their own, one balance, one limit."""

import pytest
from uuid_utils import uuid7

from app.service.announcing import announce_round, first_round
from app.service.limits import set_table_max
from app.service.refusals import InsufficientFunds, StakeAboveLimit
from app.store.engine import writing
from app.store.ids import SeatId
from app.store.seats import add_seat
from tests.service.desk import Guest, books_balance, leave_pence


@pytest.fixture
def elsewhere(guest: Guest) -> Guest:
    """The same guest, in the same session, at the seat of another game."""
    house, player = guest.house, guest.player
    seat_id = SeatId(str(uuid7()))
    with writing(house.engine) as tx:
        add_seat(tx, seat_id, player.player_id, "another game", house.stamp())
        coming = first_round(house, player.player_id, seat_id, house.terms.currency)
        assert announce_round(house, tx, coming) is not None
    there = type(player)(player.session_id, player.player_id, seat_id)
    return Guest(house, there, guest.token, guest.keys)


def test_each_seat_has_its_own_round_and_numbers_and_the_money_is_one(
    guest: Guest, elsewhere: Guest
) -> None:
    here = guest.open_round(stake=1000)
    there = elsewhere.open_round(stake=2000)
    assert there.balance == guest.session().balance == elsewhere.session().balance
    shown = guest.session().round
    assert shown is not None
    assert shown.round_id == here.round_id != there.round_id
    guest.finish(here)
    assert elsewhere.finish(there).balance == guest.session().balance
    assert books_balance(guest.house)


def test_a_stake_at_one_game_is_gone_at_the_other(guest: Guest, elsewhere: Guest) -> None:
    played = guest.open_round(stake=1000)
    leave_pence(guest, 100)
    with pytest.raises(InsufficientFunds):
        elsewhere.bet(200)
    assert guest.finish(played).status == "settled"


def test_r18_a_limit_binds_the_opening_stakes_of_all_games_of_the_player(
    guest: Guest, elsewhere: Guest
) -> None:
    set_table_max(guest.house, guest.player, 500)
    with pytest.raises(StakeAboveLimit):
        elsewhere.bet(600)
    assert elsewhere.session().limits == guest.session().limits
