"""Sessions, limits, history and proofs: what a player may read."""

import gc
import weakref

import pytest

from app.factory import build_house
from app.proof.document import to_json
from app.proof.judge import judge
from app.service.history import history, round_view
from app.service.house import House
from app.service.limits import limits_view, set_table_max
from app.service.proofs import proof, proofs
from app.service.refusals import BadCursor, InvalidField, LimitLocked, NotFound, Unauthorised
from app.service.sessions import authenticate, open_demo_session
from app.service.table import table_view
from app.service.views import as_json, played_round
from app.settings import Settings
from app.store.ids import RoundId
from config.certified import load_certified
from tests.service.desk import Desk, Guest, books_balance, count, sit


def test_a_guest_has_a_thousand_pounds_of_play_money(guest: Guest) -> None:
    session = guest.session()
    assert (session.balance, session.currency, session.net) == (100_000, "GBP", 0)
    assert session.last_stake is None
    assert session.started_at == "2026-07-01T12:00:00.000Z"
    assert session.expires_at == "2026-07-02T00:00:00.000Z"
    assert books_balance(guest.house)


def test_a_token_is_stored_as_a_hash_only(house: House) -> None:
    opened = open_demo_session(house)
    assert opened.token not in repr(opened)
    assert count(house, "sessions", f"token_hash = '{opened.token}'") == 0
    assert authenticate(house, opened.token).session_id == opened.session_id


def test_no_session_has_an_unknown_token_or_an_expired_one(desk: Desk) -> None:
    guest = sit(desk.open())
    with pytest.raises(Unauthorised):
        authenticate(guest.house, "nobody's")
    desk.clock.move(hours=12)
    with pytest.raises(Unauthorised):
        authenticate(guest.house, guest.token)
    with pytest.raises(Unauthorised):
        guest.session()


def test_what_a_house_remembers_of_sessions_ends_with_it(sqlite_url: str) -> None:
    house = build_house(Settings(database=sqlite_url))
    authenticate(house, open_demo_session(house).token)
    database = weakref.ref(house.engine)
    house.close()
    del house
    gc.collect()
    assert database() is None


def test_the_sessions_net_is_that_of_its_rounds(guest: Guest) -> None:
    ended = [guest.finish(guest.bet(400).view) for _ in range(6)]
    session = guest.session()
    assert session.net == sum(one.net or 0 for one in ended) == session.balance - 100_000
    assert session.last_stake == 400


def test_history_is_newest_first_and_pages_without_gaps(guest: Guest) -> None:
    for _ in range(5):
        guest.finish(guest.bet(200).view)
    numbers, cursor = [], None
    for _ in range(3):
        page = history(guest.house, guest.player, cursor, 2)
        numbers += [shown.number for shown in page.rounds]
        cursor = page.next_cursor
    assert numbers == [5, 4, 3, 2, 1]
    assert cursor is None


@pytest.mark.parametrize("cursor", ["", "x", "YmVmb3JlOjA", "é", "YmVmb3JlOjU=", "a" * 4000])
def test_a_cursor_of_ones_own_making_is_refused(sqlite_guest: Guest, cursor: str) -> None:
    with pytest.raises(BadCursor):
        history(sqlite_guest.house, sqlite_guest.player, cursor, 20)


def test_a_stored_round_reads_as_it_was_answered(guest: Guest) -> None:
    ended = guest.finish(guest.bet(200).view)
    shown = round_view(guest.house, guest.player, ended.round_id)
    assert (shown.hands, shown.dealer, shown.version, shown.net) == (
        ended.hands,
        ended.dealer,
        ended.version,
        ended.net,
    )
    assert played_round(as_json(ended)) == ended


def test_rounds_and_proofs_of_somebody_else_are_not_found(house: House) -> None:
    first, second = sit(house), sit(house)
    ended = first.finish(first.bet(200).view)
    with pytest.raises(NotFound):
        round_view(house, second.player, ended.round_id)
    with pytest.raises(NotFound):
        proof(house, second.player, ended.round_id)
    with pytest.raises(NotFound):
        round_view(house, second.player, RoundId(second.announced().round_id))


def test_every_proof_is_confirmed_and_signed(guest: Guest) -> None:
    for _ in range(25):
        guest.finish(guest.bet(200).view)
    found = list(proofs(guest.house, guest.player))
    assert [document.number for document in found] == list(range(1, 26))
    verdicts = [judge(one, None, guest.house.keys.signing.public) for one in found]
    assert {(one.verdict, one.signature) for one in verdicts} == {("confirmed", "valid")}


def test_a_proof_is_the_same_whenever_it_is_asked_for(guest: Guest) -> None:
    ended = guest.finish(guest.bet(200).view)
    one, other = (to_json(proof(guest.house, guest.player, ended.round_id)) for _ in range(2))
    assert one == other


def test_r18_the_first_limit_is_a_change_and_the_next_waits_for_friday(desk: Desk) -> None:
    guest = sit(desk.open())
    assert limits_view(guest.house, guest.player).table_max is None
    shown = set_table_max(guest.house, guest.player, 5000)
    assert (shown.table_max, shown.may_change_from) == (5000, "2026-07-03T05:00:00.000Z")
    with pytest.raises(LimitLocked) as refused:
        set_table_max(guest.house, guest.player, 6000)
    assert refused.value.may_change_from == shown.may_change_from
    assert set_table_max(guest.house, guest.player, 5000) == shown
    desk.clock.move(days=2)
    assert set_table_max(guest.house, guest.player, 6000).table_max == 6000
    assert limits_view(guest.house, guest.player).may_change_from == "2026-07-10T05:00:00.000Z"
    assert count(guest.house, "table_limits") == 2


@pytest.mark.parametrize("value", [0, 100, -200, 250, 100_100, "500", True, None, 2.0])
def test_r18_a_limit_of_another_form_is_refused(sqlite_guest: Guest, value: object) -> None:
    with pytest.raises(InvalidField):
        set_table_max(sqlite_guest.house, sqlite_guest.player, value)


def test_the_table_says_what_is_played(house: House) -> None:
    table = table_view(house)
    assert [rule.number for rule in table.rules.texts] == [f"R{n}" for n in range(1, 20)]
    assert (table.limits.min, table.limits.max, table.limits.step) == (200, 100_000, 100)
    assert (table.packs, table.cut, table.chips[0]) == (8, 139, 100)


def test_the_return_that_players_are_told_is_the_lower_one(house: House) -> None:
    told, certified = table_view(house).rtp, load_certified(house.rules_file.rules.id)
    assert told is not None
    assert certified.rtp_cut is not None
    assert told.rtp_displayed == min(certified.rtp, certified.rtp_cut) <= told.rtp


def test_r19_the_table_tells_the_key_of_each_action(house: House) -> None:
    assert table_view(house).keys == {
        "0": "repeat-bet",
        "Enter": "deal-or-stick",
        "+": "twist",
        "*": "buy",
        "/": "split",
    }
