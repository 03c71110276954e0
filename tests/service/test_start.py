"""What a house refuses to start with, and what it makes for a new database."""

import stat
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from app.factory import build_house
from app.service.keys import KeysMissing
from app.settings import Settings
from app.store.engine import open_engine, writing
from app.store.rules_seen import RulesChanged
from app.store.schema import SchemaBehind, SchemaUnknown, behind, migrate
from config.loader import load_rules
from tests.service.desk import Desk, Guest, sit


def test_keys_are_made_for_a_new_database_and_only_their_owner_reads_them(
    desk: Desk, tmp_path: Path
) -> None:
    desk.open()
    keys = tmp_path / "keys"
    assert stat.S_IMODE(keys.stat().st_mode) == 0o700
    files = sorted(keys.iterdir())
    assert [path.name for path in files] == ["sealing.key", "signing.pem"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


def test_sqlite_keeps_its_keys_beside_the_file(sqlite_url: str, tmp_path: Path) -> None:
    build_house(Settings(database=sqlite_url)).close()
    assert (tmp_path / "keys" / "sealing.key").exists()


def test_a_second_process_finds_the_same_keys(desk: Desk) -> None:
    one, other = desk.open(), desk.open()
    assert one.sealing_key == other.sealing_key
    assert one.signing_key.public.key_id == other.signing_key.public.key_id


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
