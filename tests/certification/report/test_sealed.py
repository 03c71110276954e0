"""`pontoon certify verify`: whatever is changed in a report's folder is found."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.commands.certify import command
from app.proof.signing import SigningKey
from certification.report.sealed import fingerprint, seal
from certification.report.write import read_report
from tests.certification.report.conftest import KEY

FILES = (
    "report.json",
    "report.json.sig",
    "public_key.pem",
    "report.html",
    "report.pdf",
    "manifest.txt",
    "live_secrets_stage_1.bin",
    "figures/p_values_by_test.svg",
    "figures/p_values_of_family.svg",
    "figures/words.svg",
    "figures/card_by_position.svg",
    "figures/serial.svg",
)
OTHER = SigningKey.from_seed(bytes(32))


def verify(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(command, ["verify", str(folder), *arguments])


def test_a_report_has_these_files_and_no_others(made: Path) -> None:
    found = {p.relative_to(made).as_posix() for p in made.rglob("*") if p.is_file()}
    assert found == set(FILES)


def test_an_intact_report_names_its_key_and_that_nobody_vouched_for_it(made: Path) -> None:
    done = verify(made)
    assert done.exit_code == 0
    print_of_key = fingerprint(KEY.public)
    assert f"intact; signed by {print_of_key}, which nobody has vouched for" in done.output


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("place", [0, -1])
def test_one_changed_byte_is_found(folder: Path, name: str, place: int) -> None:
    data = bytearray((folder / name).read_bytes())
    data[place] ^= 1
    (folder / name).write_bytes(data)
    assert verify(folder).exit_code == 1


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_found_and_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    done = verify(folder)
    assert (done.exit_code, f"{name} is missing" in done.output) == (1, True)


def test_an_added_file_is_found_and_named(folder: Path) -> None:
    (folder / "figures" / "more.svg").write_text("<svg/>")
    done = verify(folder)
    assert (done.exit_code, "figures/more.svg was added" in done.output) == (1, True)


def test_a_report_signed_anew_is_intact_but_not_by_the_key_that_is_asked_for(folder: Path) -> None:
    report, _ = read_report(folder)
    text = (folder / "report.json").read_bytes()
    mine = text.replace(report.key_fingerprint.encode(), fingerprint(OTHER.public).encode())
    seal(folder, mine, OTHER)
    assert verify(folder).exit_code == 0
    done = verify(folder, "--key", fingerprint(KEY.public))
    assert (done.exit_code, "not by the key that you gave" in done.output) == (1, True)


def test_a_key_swapped_under_the_same_text_is_found(folder: Path) -> None:
    seal(folder, (folder / "report.json").read_bytes(), OTHER)
    done = verify(folder)
    assert (done.exit_code, "names another key" in done.output) == (1, True)


def test_the_key_may_be_a_file_or_a_fingerprint(made: Path, tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_bytes(KEY.public.to_pem())
    for key in (
        str(tmp_path / "key.pem"),
        fingerprint(KEY.public),
        fingerprint(KEY.public).upper(),
    ):
        done = verify(made, "--key", key)
        assert (done.exit_code, "the key that you gave" in done.output) == (0, True)


def test_what_is_no_report_or_no_key_is_unusable(made: Path, tmp_path: Path) -> None:
    assert verify(tmp_path).exit_code == 2
    assert verify(tmp_path / "nowhere").exit_code == 2
    assert verify(made, "--key", "abc").exit_code == 2
    (tmp_path / "key.pem").write_text("no key")
    assert verify(made, "--key", str(tmp_path / "key.pem")).exit_code == 2


def test_something_else_that_is_rightly_signed_is_unusable(tmp_path: Path) -> None:
    seal(tmp_path, b'{"format": "other"}', KEY)
    assert verify(tmp_path).exit_code == 2


def test_both_folders_of_certify_all_are_checked(folder: Path, tmp_path: Path) -> None:
    parts = tmp_path / "all"
    parts.mkdir()
    folder.rename(parts / "rng")
    assert verify(parts).exit_code == 0
    (parts / "rtp").mkdir()
    seal(parts / "rtp", b"{}", KEY)
    assert verify(parts).exit_code == 2
