"""A database that was put back from an older copy: noticed, and nothing of it is played on."""

import shutil
import stat
from pathlib import Path
from threading import Timer

import pytest

from app.factory import house_at_work
from app.proof.judge import judge
from app.service.house import House
from app.service.proofs import proofs
from app.service.refusals import RoundFrozen
from app.service.restored import (
    WRITTEN_SECONDS,
    MarkMissing,
    leave_mark,
    mark_file,
    treat_as_restored,
    watch,
)
from tests.service.desk import Desk, Guest, count, settings, sit


@pytest.fixture
def lone(sqlite_url: str, tmp_path: Path) -> Desk:
    """A desk whose database is one file, to be copied and put back."""
    return Desk(sqlite_url, tmp_path / "keys")


def _copied(desk: Desk, to: Path) -> Path:
    desk.close()
    return Path(shutil.copy(desk.url.removeprefix("sqlite:///"), to))


def _put_back(desk: Desk, copy: Path) -> House:
    desk.close()
    file = Path(desk.url.removeprefix("sqlite:///"))
    for beside in file.parent.glob(f"{file.name}-*"):
        beside.unlink()
    shutil.copy(copy, file)
    return desk.open()


def _again(house: House, guest: Guest) -> Guest:
    return Guest(house, guest.player, guest.token, guest.keys, guest.seeds)


def test_an_announced_number_of_a_restored_database_lapses(lone: Desk, tmp_path: Path) -> None:
    guest = sit(lone.open())
    watch(guest.house)
    copy = _copied(lone, tmp_path / "copy.db")
    guest = _again(lone.open(), guest)
    known = guest.finish(guest.bet(200).view)  # its secret is published now
    watch(guest.house)
    house = _put_back(lone, copy)
    watch(house)
    assert count(house, "rounds", "status = 'lapsed'") == 1
    assert _again(house, guest).announced().round_id != known.round_id
    (lapsed,) = proofs(house, guest.player)
    assert (lapsed.round_id, lapsed.reason) == (known.round_id, "the database was restored")
    assert judge(lapsed).verdict == "confirmed"
    lone.close()


def test_a_round_in_play_in_a_restored_database_is_frozen(lone: Desk, tmp_path: Path) -> None:
    guest = sit(lone.open())
    played = guest.open_round()
    watch(guest.house)
    copy = _copied(lone, tmp_path / "copy.db")
    guest = _again(lone.open(), guest)
    guest.finish(played)
    watch(guest.house)
    house = _put_back(lone, copy)
    watch(house)
    with pytest.raises(RoundFrozen):
        _again(house, guest).act(played, "stick")
    assert count(house, "marks", "restored = 1") == 1
    lone.close()


def test_a_restart_is_no_restore(desk: Desk) -> None:
    guest = sit(desk.open())
    watch(guest.house)
    played = guest.open_round()
    watch(guest.house)
    house = desk.open()
    watch(house)
    assert _again(house, guest).finish(played).status == "settled"
    assert count(house, "rounds", "status IN ('lapsed', 'frozen')") == 0


def test_processes_that_share_their_keys_or_have_a_copy_of_them_leave_marks_side_by_side(
    desk: Desk, tmp_path: Path
) -> None:
    one, other = desk.open(), desk.open()
    sit(one)
    for house in (one, other, one):
        leave_mark(house)
    shutil.copytree(tmp_path / "keys", tmp_path / "more-keys")
    elsewhere = Desk(desk.url, tmp_path / "more-keys", desk.clock).open()
    leave_mark(one)
    for house in (elsewhere, one, other):
        watch(house)
    assert count(one, "rounds", "status = 'announced'") == 1
    elsewhere.close()


def test_a_lost_mark_is_refused_until_the_operator_says_what_happened(desk: Desk) -> None:
    house = desk.open()
    sit(house)
    watch(house)
    mark_file(house).unlink()
    with pytest.raises(MarkMissing, match="pontoon restored"):
        watch(house)
    made = treat_as_restored(house)
    assert (made.lapsed, made.frozen) == (1, 0)
    watch(house)


def test_a_mark_is_waited_for_whose_file_another_process_is_writing(
    desk: Desk, tmp_path: Path
) -> None:
    house = desk.open()
    watch(house)
    elsewhere = tmp_path / "not yet"
    mark_file(house).rename(elsewhere)
    writes = Timer(WRITTEN_SECONDS / 10, elsewhere.rename, [mark_file(house)])
    writes.start()
    watch(house)
    writes.join()
    assert count(house, "marks") == 1


def test_only_its_owner_reads_the_mark_and_an_idle_house_leaves_no_more(desk: Desk) -> None:
    house = desk.open()
    guest = sit(house)
    for _ in range(3):
        watch(house)
    assert stat.S_IMODE(mark_file(house).stat().st_mode) == 0o600
    assert count(house, "marks") == 1
    guest.bet()
    watch(house)
    assert count(house, "marks") == 2


def test_a_serving_process_notices_at_its_start(lone: Desk, tmp_path: Path) -> None:
    guest = sit(lone.open())
    watch(guest.house)
    copy = _copied(lone, tmp_path / "copy.db")
    guest = _again(lone.open(), guest)
    guest.bet()
    watch(guest.house)
    house = _put_back(lone, copy)
    house_at_work(settings(lone.url, lone.keys)).close()
    assert count(house, "rounds", "status = 'lapsed'") == 1
    lone.close()


def test_two_databases_that_share_a_folder_of_keys_are_not_taken_for_one_another(
    tmp_path: Path,
) -> None:
    first, second = (
        Desk(f"sqlite:///{tmp_path / name}", tmp_path / "keys") for name in ("a.db", "b.db")
    )
    guest = sit(first.open())
    watch(guest.house)
    watch(second.open())
    played = guest.open_round()
    watch(guest.house)
    assert count(guest.house, "rounds", f"round_id = '{played.round_id}' AND status = 'in_play'")
    first.close()
    second.close()
