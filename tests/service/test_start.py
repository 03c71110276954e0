"""What a house refuses to start with, and what it makes for a new database."""

import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from app.factory import build_house, wsgi
from app.game import events
from app.proof.document import Jurisdiction
from app.proof.judge import judge
from app.service import playing
from app.service.key_rights import KeysOpen
from app.service.keys import KeysMissing
from app.service.proofs import proof
from app.service.restored import watch
from app.service.starting import EventsUnknown
from app.settings import Settings
from app.store.engine import open_engine, writing
from app.store.rules_seen import RulesChanged
from app.store.schema import SchemaBehind, SchemaUnknown, behind, migrate
from config.loader import load_rules
from config.table import CurrencyCode
from tests.service.desk import Desk, Guest, count, sit, tamper

NEWER = "pontoon/events/2"
START = """
import sys
from app.factory import build_house
from app.settings import Settings
build_house(Settings(database=sys.argv[1])).close()
print("alembic" in sys.modules)
"""


TIMES = 6  # two processes start on a new database
PROGRAM = (sys.executable, "-m", "tests.service.starting_program")


def test_keys_are_made_for_a_new_database_and_only_their_owner_reads_them(
    desk: Desk, tmp_path: Path
) -> None:
    desk.open()
    keys = tmp_path / "keys"
    assert stat.S_IMODE(keys.stat().st_mode) == 0o700
    files = sorted(keys.iterdir())
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in files} == {
        "sealing.key": 0o600,
        "signing.pem": 0o600,
        "signing.pub.pem": 0o644,
    }


def test_sqlite_keeps_its_keys_beside_the_file(sqlite_url: str, tmp_path: Path) -> None:
    build_house(Settings(database=sqlite_url)).close()
    assert (tmp_path / "keys" / "sealing.key").exists()


def test_another_server_refuses_keys_that_are_open_to_others(
    monkeypatch: pytest.MonkeyPatch, sqlite_url: str, tmp_path: Path
) -> None:
    build_house(Settings(database=sqlite_url)).close()
    (tmp_path / "keys" / "sealing.key").chmod(0o640)
    monkeypatch.setenv("PONTOON_DATABASE", sqlite_url)
    with pytest.raises(KeysOpen, match="chmod -R go-rwx"):
        wsgi()


def test_migrations_are_loaded_only_where_one_is_due(sqlite_url: str) -> None:
    start = (sys.executable, "-c", START, sqlite_url)
    assert subprocess.check_output(start) == b"True\n"
    assert subprocess.check_output(start) == b"False\n"


def test_a_second_process_finds_the_same_keys(desk: Desk) -> None:
    one, other = desk.open(), desk.open()
    assert one.keys.sealing == other.keys.sealing
    assert one.keys.signing.public.key_id == other.keys.signing.public.key_id


def test_two_processes_may_start_at_once_on_a_new_database(tmp_path: Path) -> None:
    done = subprocess.run(
        [*PROGRAM, str(tmp_path), str(TIMES)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_what_a_killed_process_left_in_the_folder_of_keys_stands_in_nobodys_way(
    sqlite_url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "keys"
    folder.mkdir(mode=0o700)
    for name in ("sealing.key", "signing.pem", "signing.pub.pem", "last-mark-pontoon.db"):
        (folder / f"{name}.{os.getpid()}.new").touch(mode=0o600)
    house = build_house(Settings(database=sqlite_url))
    watch(house)
    house.close()


def test_sealed_secrets_without_their_key_are_refused_in_one_sentence(
    desk: Desk, tmp_path: Path
) -> None:
    sit(desk.open())
    (tmp_path / "keys" / "sealing.key").write_text("cd" * 32)
    with pytest.raises(KeysMissing, match=r"^the database holds secrets .* with --keys$"):
        desk.open()
    (tmp_path / "keys" / "sealing.key").unlink()
    with pytest.raises(KeysMissing, match="is missing"):
        desk.open()


def test_postgresql_needs_a_folder_of_keys(postgresql_url: str) -> None:
    engine = open_engine(postgresql_url)
    migrate(engine)
    engine.dispose()
    with pytest.raises(KeysMissing, match="--keys"):
        build_house(Settings(database=postgresql_url))


def test_postgresql_is_not_migrated_by_itself(postgresql_url: str, tmp_path: Path) -> None:
    with pytest.raises(SchemaBehind, match="pontoon migrate"):
        build_house(Settings(database=postgresql_url, keys=tmp_path))


def test_a_database_of_a_newer_version_is_refused(sqlite_url: str) -> None:
    build_house(Settings(database=sqlite_url)).close()
    engine = open_engine(sqlite_url)
    with writing(engine) as tx:
        tx.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    assert behind(engine)
    with pytest.raises(SchemaUnknown):
        migrate(engine)
    engine.dispose()


def test_rules_that_were_edited_after_they_were_played_are_refused(desk: Desk) -> None:
    desk.open()
    edited = load_rules(changes=["dealer.soft_17=stick"])
    same_id = replace(edited, rules=replace(edited.rules, id="casino-8-deck/1"))
    with pytest.raises(RulesChanged, match="an id of its own"):
        desk.open(rules_file=same_id)


def test_a_restarted_house_finds_seat_round_and_balance(desk: Desk) -> None:
    guest = sit(desk.open())
    played = guest.open_round()
    again = Guest(desk.open(), guest.player, guest.token, guest.keys, guest.seeds)
    shown = again.session().round
    assert shown is not None
    assert (shown.round_id, shown.hands) == (played.round_id, played.hands)
    assert again.finish(played).status == "settled"


def test_an_open_round_goes_on_in_the_format_of_its_deal_when_events_have_another_by_now(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = sit(desk.open())
    played = guest.open_round(lambda r: "twist" in r.legal_actions and r.hands[0].total < 12)
    newer = {**events.FORMATS, NEWER: lambda event: {"kind": type(event).__name__}}
    monkeypatch.setattr(playing, "FORMATS", newer)
    monkeypatch.setattr(playing, "EVENTS_FORMAT", NEWER)
    again = Guest(desk.open(), guest.player, guest.token, guest.keys, guest.seeds)
    assert again.finish(again.act(played, "twist").view).status == "settled"
    assert count(again.house, "steps", f"events_format = '{NEWER}'") == 0
    after = again.open_round()
    assert count(again.house, "steps", f"events_format = '{NEWER}'") > 0
    assert again.finish(after).status == "settled"


def test_rounds_in_a_format_that_is_not_known_are_refused_at_start(
    sqlite_url: str, tmp_path: Path
) -> None:
    desk = Desk(sqlite_url, tmp_path / "keys")
    guest = sit(desk.open())
    guest.open_round()
    tamper(guest.house, f"UPDATE steps SET events_format = '{NEWER}'")
    with pytest.raises(EventsUnknown, match="serve the database with the version that wrote"):
        desk.open()
    desk.close()


def test_a_proof_keeps_the_currency_that_its_round_was_played_in(desk: Desk) -> None:
    guest = sit(desk.open())
    ended = guest.finish(guest.bet(200).view)
    before = proof(guest.house, guest.player, ended.round_id)
    terms = replace(guest.house.terms, currency=CurrencyCode("EUR"))
    later = replace(guest.house, terms=terms)
    assert proof(later, guest.player, ended.round_id) == before
    assert Guest(later, guest.player, guest.token).session().currency == "GBP"
    assert sit(later).session().currency == "EUR"


def test_a_round_keeps_the_jurisdiction_that_it_was_announced_in(desk: Desk) -> None:
    house = desk.open()
    there = Jurisdiction("great-britain/1", "0" * 64)
    guest = sit(replace(house, terms=replace(house.terms, jurisdiction=there)))
    ended = guest.finish(guest.bet(200).view)
    document = proof(house, guest.player, ended.round_id)
    assert document.jurisdiction == there
    assert judge(document).verdict == "confirmed"
