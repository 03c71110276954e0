"""`pontoon replay` as it is typed: what it prints, its JSON, its exit codes, and what it needs."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.commands.replay import command
from app.proof.document import Proof, to_json
from app.proof.reading import DOCUMENT_BYTES_MAX
from tests.proof.rounds import HOUSE_KEY, Dealt, RandomSeat

ROOT = Path(__file__).parents[2]


def run(*arguments: str | Path, typed: str | bytes | None = None) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments], input=typed)


@pytest.fixture
def dealt() -> Dealt:
    return RandomSeat(seed=3).settled()


@pytest.fixture
def good(dealt: Dealt, tmp_path: Path) -> Path:
    return written(tmp_path / "good.json", dealt.proof)


@pytest.fixture
def bad(dealt: Dealt, tmp_path: Path) -> Path:
    return written(tmp_path / "bad.json", replace(dealt.proof, returned=5))


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "house.pem"
    path.write_bytes(HOUSE_KEY.public.to_pem())
    return path


@pytest.fixture
def announced(dealt: Dealt, tmp_path: Path) -> Path:
    path = tmp_path / "announced.json"
    kept = {
        "next_round": asdict(dealt.announcement),
        "client_seed": dealt.proof.client_seed,
        "stake": dealt.proof.stake,
    }
    path.write_text(json.dumps(kept))
    return path


def written(path: Path, *proofs: Proof) -> Path:
    path.write_text("".join(f"{to_json(proof)}\n" for proof in proofs))
    return path


def test_a_good_proof_is_told_and_confirmed(good: Path) -> None:
    result = run(good)
    assert result.exit_code == 0
    assert "You stake £" in result.output
    assert "CONFIRMED: everything in the proof follows" in result.output
    assert "signature   not checked" in result.output
    assert "\x1b" not in result.output


def test_a_bad_proof_is_refuted_and_each_finding_named(bad: Path, key: Path) -> None:
    result = run(bad, "--key", key)
    assert result.exit_code == 1
    assert "REFUTED: 2 things do not hold" in result.output
    assert "-> returned: expected 171800; found 5" in result.output
    assert "-> signature: expected a signature by the given key" in result.output


def test_json_has_exactly_the_four_answers(good: Path, bad: Path, key: Path) -> None:
    assert json.loads(run(good, "--json", "--key", key).output) == {
        "verdict": "confirmed",
        "fixed_beforehand": "not shown",
        "signature": "valid",
        "findings": [],
    }
    assert json.loads(run(bad, "--json").output) == {
        "verdict": "refuted",
        "fixed_beforehand": "not shown",
        "signature": "not checked",
        "findings": [{"where": "returned", "expected": 171800, "found": 5}],
    }


def test_several_proofs_give_one_line_of_json_each_and_the_worst_exit_code(
    good: Path, bad: Path
) -> None:
    result = run(good, bad, good, "--json")
    verdicts = [json.loads(line)["verdict"] for line in result.stdout.splitlines()]
    assert verdicts == ["confirmed", "refuted", "confirmed"]
    assert result.exit_code == 1


def test_standard_input_is_read_for_a_dash(good: Path) -> None:
    result = run("-", "--json", typed=good.read_bytes())
    assert (result.exit_code, json.loads(result.output)["verdict"]) == (0, "confirmed")


def test_what_the_player_kept_shows_that_the_seeds_were_fixed(
    dealt: Dealt, good: Path, announced: Path
) -> None:
    seed = dealt.proof.client_seed or ""
    noted = ("--commitment", dealt.proof.commitment.upper(), "--client-seed", seed)
    for kept in (("--announced", announced), noted):
        result = run(good, "--json", *kept)
        assert json.loads(result.output)["fixed_beforehand"] == "shown"
    half = run(good, "--json", *noted[:2])
    assert json.loads(half.output)["fixed_beforehand"] == "not shown"
    false = run(good, "--json", "--commitment", "0" * 64)
    assert false.exit_code == 1
    assert json.loads(false.output)["findings"][0]["where"] == "announced.commitment"


def test_without_a_seed_of_the_player_the_verdict_says_what_it_cannot_show(tmp_path: Path) -> None:
    proof = RandomSeat(seed=3).settled(client_seed=False).proof
    result = run(written(tmp_path / "seedless.json", proof))
    assert result.exit_code == 0
    assert "did not change its secret, not that it did not choose it" in result.output


UNUSABLE: list[tuple[bytes, str]] = [
    (b"", "not JSON"),
    (b"hello", "not JSON"),
    (b"{}", "format: is missing"),
    (b'{"format": 1, "format": 2}', "format: must be"),
    (b" " * (DOCUMENT_BYTES_MAX + 1), "larger than"),
]


@pytest.mark.parametrize(("document", "why"), UNUSABLE)
def test_what_is_no_proof_gets_a_sentence_and_exit_code_2(
    document: bytes, why: str, tmp_path: Path
) -> None:
    path = tmp_path / "no.json"
    path.write_bytes(document)
    for result in (run(path), run(path, "--json"), run("-", typed=document)):
        assert result.exit_code == 2
        assert result.stdout == ""
        assert "is not a usable proof: " in result.stderr
        assert why in result.stderr
        assert "Traceback" not in result.output


def test_many_proofs_in_a_plain_file_get_a_hint(dealt: Dealt, tmp_path: Path) -> None:
    result = run(written(tmp_path / "all.json", dealt.proof, dealt.proof))
    assert result.exit_code == 2
    assert "--ndjson" in result.stderr


def test_wrong_usage_is_exit_code_2_with_what_to_do(
    good: Path, announced: Path, key: Path, tmp_path: Path
) -> None:
    private = tmp_path / "private.pem"
    private.write_bytes(HOUSE_KEY.to_pem())
    rules = tmp_path / "rules.toml"
    rules.write_text("packs = 8")
    wrong: Sequence[tuple[tuple[str | Path, ...], str]] = (
        ((), "Missing argument"),
        ((tmp_path / "none.json",), "cannot be read"),
        ((tmp_path,), "cannot be read"),
        ((good, "--commitment", "xyz"), "64 hex digits"),
        ((good, "--client-seed", "x" * 16), "together with --commitment"),
        ((good, "--commitment", "0" * 64, "--client-seed", "x"), "16 to 64 characters"),
        ((good, "--commitment", "0" * 64, "--client-seed", ""), "16 to 64 characters"),
        ((good, "--commitment", "0" * 64, "--client-seed", "x" * 65), "16 to 64 characters"),
        ((good, "--commitment", "0" * 64, "--client-seed", "with spaces in it"), "from ! to ~"),
        ((good, "--announced", good), "not a usable announcement"),
        ((good, "--announced", announced, "--commitment", "0" * 64), "not both"),
        ((good, good, "--announced", announced), "one proof"),
        ((good, "--ndjson", "--announced", announced), "one proof"),
        ((good, "--key", private), "not a public key"),
        ((good, "--rules", rules), "rules.toml"),
        ((good, "--key", tmp_path / "none.pem"), "does not exist"),
    )
    for arguments, why in wrong:
        result = run(*arguments)
        assert result.exit_code == 2, arguments
        assert why in result.stderr
    assert run(good, "--key", key).exit_code == 0


def test_ndjson_judges_each_proof_and_how_they_go_on(tmp_path: Path, key: Path) -> None:
    seat = RandomSeat(seed=3)
    proofs = [seat.settled().proof for _ in range(12)]
    whole = run(written(tmp_path / "whole.ndjson", *proofs), "--ndjson", "--key", key)
    assert whole.exit_code == 0
    assert whole.output.splitlines()[-1] == (
        "12 judged: 12 confirmed, 0 refuted. Signatures: checked with each."
    )
    gap = run(written(tmp_path / "gap.ndjson", *proofs[:4], *proofs[5:]), "--ndjson", "--json")
    assert gap.exit_code == 1
    findings = [json.loads(line)["findings"] for line in gap.stdout.splitlines()]
    assert findings[4] == [{"where": "chain.number", "expected": 5, "found": 6}]
    assert not any(findings[:4] + findings[5:])


def test_ndjson_names_the_line_that_is_no_proof_and_judges_the_rest(tmp_path: Path) -> None:
    seat = RandomSeat(seed=3)
    lines = [to_json(seat.settled().proof) for _ in range(4)]
    lines[1] = "x" * (3 * DOCUMENT_BYTES_MAX)
    path = tmp_path / "one-bad.ndjson"
    path.write_text("\n".join([*lines[:3], "", *lines[3:]]))
    result = run(path, "--ndjson")
    assert result.exit_code == 2
    assert result.stderr.count("is not a usable proof") == 1
    assert "line 2 is not a usable proof: larger than" in result.stderr
    assert "3 judged: 3 confirmed, 0 refuted, 1 not usable." in result.stdout


def test_an_empty_file_holds_no_proof(tmp_path: Path) -> None:
    result = run(written(tmp_path / "empty.ndjson"), "--ndjson")
    assert result.exit_code == 2
    assert "holds no proof" in result.stderr


def test_replay_needs_no_database_server_or_network(good: Path) -> None:
    program = (
        "import sys\nfrom app.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "replay", str(good), "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not loaded & {"sqlalchemy", "alembic", "flask", "apiflask", "werkzeug"}
    assert not loaded & {"httpx", "granian", "numpy", "requests", "sqlite3", "pysqlite3"}
