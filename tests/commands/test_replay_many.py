"""`pontoon replay` of several proofs, with keys and rules that are not what they should be."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.commands.replay import command
from app.proof.document import Proof, to_json
from config.documents import resource
from tests.proof.rounds import HOUSE_KEY, RandomSeat

SEED = 3
ROUNDS = 5


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


@pytest.fixture
def proofs() -> tuple[Proof, ...]:
    seat = RandomSeat(SEED)
    return tuple(seat.settled().proof for _ in range(ROUNDS))


def written(path: Path, *proofs: Proof) -> Path:
    path.write_text("".join(f"{to_json(proof)}\n" for proof in proofs))
    return path


def test_each_json_line_of_several_proofs_says_which_one_it_is_of(
    proofs: tuple[Proof, ...], tmp_path: Path
) -> None:
    path = tmp_path / "all.ndjson"
    lines = [to_json(proof) for proof in proofs]
    lines[1] = "{}"
    path.write_text("\n".join(lines))
    told = [json.loads(line) for line in run(path, "--ndjson", "--json").stdout.splitlines()]
    assert [one["line"] for one in told] == [1, 2, 3, 4, 5]
    assert {one["source"] for one in told} == {str(path)}
    assert told[1]["verdict"] == "unusable"
    assert (told[2]["number"], told[2]["round_id"]) == (3, proofs[2].round_id)


def test_files_side_by_side_are_named_in_their_json_lines(
    proofs: tuple[Proof, ...], tmp_path: Path
) -> None:
    first = written(tmp_path / "first.json", proofs[0])
    second = written(tmp_path / "second.json", proofs[1])
    told = [json.loads(line) for line in run(first, second, "--json").stdout.splitlines()]
    assert [one["source"] for one in told] == [str(first), str(second)]
    alone = json.loads(run(first, "--json").stdout)
    assert set(alone) == {"verdict", "fixed_beforehand", "signature", "findings"}


def test_rules_that_are_not_shipped_are_a_finding_with_its_remedy_in_words_only(
    proofs: tuple[Proof, ...], tmp_path: Path
) -> None:
    unknown = written(tmp_path / "one.json", replace(proofs[0], rules_id="casino-8-deck/9"))
    told = json.loads(run(unknown, "--json").stdout)["findings"]
    assert {"where": "rules_id", "expected": "rules that are known here"}.items() <= told[0].items()
    assert told[0]["found"] == "casino-8-deck/9"
    assert "--rules FILE" in run(unknown).stdout


def test_a_file_that_begins_late_says_which_rounds_it_lacks(
    proofs: tuple[Proof, ...], tmp_path: Path
) -> None:
    late = written(tmp_path / "late.ndjson", *proofs[3:])
    whole = written(tmp_path / "whole.ndjson", *proofs)
    result = run(late, whole, "--ndjson")
    assert result.exit_code == 0
    assert "It begins with round 4: rounds 1 to 3 are not in it." in result.stdout
    assert "2 judged: 2 confirmed" in result.stdout
    assert "5 judged: 5 confirmed" in result.stdout
    assert result.stdout.splitlines()[-1] == "All files: 7 judged: 7 confirmed, 0 refuted."
    assert f"{late}:" in result.stdout
    assert "fixed beforehand is not shown here" in result.stdout


def test_a_private_key_is_refused_and_the_public_one_named(
    proofs: tuple[Proof, ...], tmp_path: Path
) -> None:
    path = tmp_path / "signing.pem"
    path.write_bytes(HOUSE_KEY.to_pem())
    result = run(written(tmp_path / "one.json", proofs[0]), "--key", path)
    assert result.exit_code == 2
    assert "signing.pub.pem" in result.stderr
    assert "/v1/keys" in result.stderr


def test_another_file_under_a_shipped_id_is_refused_and_the_shipped_file_itself_is_not(
    proofs: tuple[Proof, ...], tmp_path: Path
) -> None:
    proof = written(tmp_path / "one.json", proofs[0])
    shipped = resource("rules/casino-8-deck-1.toml").read_text(encoding="utf-8")
    same, other = tmp_path / "same.toml", tmp_path / "other.toml"
    same.write_text(shipped, encoding="utf-8")
    other.write_text(f"{shipped}\n# changed\n", encoding="utf-8")
    assert run(proof, "--rules", same).exit_code == 0
    result = run(proof, "--rules", other)
    assert result.exit_code == 2
    assert "leave out --rules" in result.stderr


def test_unknown_rules_are_refuted_and_the_option_for_them_is_named(
    proofs: tuple[Proof, ...], tmp_path: Path
) -> None:
    unknown = replace(proofs[0], rules_id="somebody-elses/1")
    result = run(written(tmp_path / "one.json", unknown))
    assert result.exit_code == 1
    assert "--rules FILE" in result.stdout


def test_one_finding_is_announced_as_one(proofs: tuple[Proof, ...], tmp_path: Path) -> None:
    result = run(written(tmp_path / "one.json", replace(proofs[0], net=1)))
    assert "REFUTED: one thing does not hold, and is named below." in result.stdout
