"""A report can be repeated bit for bit, continued, and made of a control."""

from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.commands.certify import command
from certification.judgement import manifest as manifests
from certification.judgement.results import Kind, Verdict
from certification.report.certify import repeat, runs_before, write_repetition
from certification.report.document import from_json, to_json
from certification.report.refusals import Changed
from certification.report.sealed import check, kept_files, seal
from certification.report.write import read_report
from tests.certification.report.conftest import KEY


def nothing(_what: str, _done: int, _of: int) -> None:
    """No progress is shown."""


def rng(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["rng", *arguments])


def test_a_repetition_gives_every_statistic_and_p_value_bit_for_bit(made: Path) -> None:
    found = repeat(made, nothing, workers=1)
    assert found.differs == ()
    assert found.run.stages == found.report.run.stages


def test_a_repetition_has_a_report_of_its_own_that_can_be_repeated(
    made: Path, tmp_path: Path
) -> None:
    found = repeat(made, nothing, workers=1)
    at = datetime(2026, 11, 30, tzinfo=UTC)
    again = write_repetition(found, made, tmp_path, KEY, at, 1.0)
    assert again.repeats == found.report.report_id
    assert check(tmp_path).changes == ()
    assert again.run == found.report.run
    assert f"REPETITION of report {again.repeats}" in (tmp_path / "report.html").read_text()


def test_a_repetition_by_other_software_names_the_files_that_differ(folder: Path) -> None:
    report, _ = read_report(folder)
    said = (folder / "manifest.txt").read_text()
    (folder / "manifest.txt").write_text(said.replace("  rng/draw.py", "  rng/shuffle.py"))
    seal(folder, to_json(report.holding(kept_files(folder))), KEY)
    found = repeat(folder, nothing, workers=1)
    assert found.differs == ()
    assert {"rng/draw.py", "rng/shuffle.py"} <= set(found.other_files)


@pytest.mark.parametrize("kind", list(Kind))
def test_a_repetition_names_the_first_figure_that_is_another(folder: Path, kind: Kind) -> None:
    report, _ = read_report(folder)
    stage = report.run.stages[0]
    at = next(i for i, result in enumerate(stage.results) if result.kind is kind)
    wrong = replace(stage.results[at], p_value=stage.results[at].p_value / 2 + 1e-12)
    results = (*stage.results[:at], wrong, *stage.results[at + 1 :])
    run = replace(report.run, stages=(replace(stage, results=results), *report.run.stages[1:]))
    seal(folder, to_json(replace(report, run=run)), KEY)
    found = repeat(folder, nothing, workers=1)
    named = "stages" if kind is Kind.LIVE else f"stage 1: {wrong.name}"
    assert found.differs == (named,)


def test_a_changed_report_is_neither_repeated_nor_continued(folder: Path) -> None:
    (folder / "live_secrets_stage_1.bin").write_bytes(b"others")
    with pytest.raises(Changed, match=r"live_secrets_stage_1\.bin was changed"):
        repeat(folder, nothing)
    with pytest.raises(Changed):
        runs_before(folder)
    assert rng("--repeat", str(folder)).exit_code == 2
    assert rng("--previous", str(folder), "--out", str(folder / "new")).exit_code == 2


def test_the_report_of_the_next_run_contains_this_verdict(made: Path) -> None:
    (past,) = runs_before(made)
    assert (past.run, past.dealer, past.verdict) == (1, "production", Verdict.PASS)


def test_a_control_is_rejected_by_the_whole_command(
    small_plans: Path, made: Path, tmp_path: Path
) -> None:
    out = tmp_path / "control"
    small = ("--plan", "quick", "--plans", str(small_plans), "--previous", str(made))
    done = rng("--control", "stuck-counter", *small, "--out", str(out))
    assert done.exit_code == 1, done.output
    assert "REJECTED" in done.output
    assert "duplicates.block_of_128_bits" in done.output
    assert "NEGATIVE CONTROL" in done.output
    assert check(out).changes == ()
    report, _ = read_report(out)
    assert (report.run.origin.run, len(report.run.previous)) == (2, 1)
    # The command line takes the software that runs, not what these tests are made with.
    lines = (out / "manifest.txt").read_text()
    assert report.run.origin.manifest_sha256 == manifests.manifest_sha256(lines)
    assert lines.count("\n") == manifests.manifest().count("\n")
    assert f"{sha256(Path(manifests.__file__).read_bytes()).hexdigest()}  " in lines
    assert "NEGATIVE CONTROL" in (out / "report.html").read_text()


def test_a_report_is_read_back_as_it_was_written(made: Path) -> None:
    text = (made / "report.json").read_bytes()
    assert to_json(from_json(text)) == text


def test_what_cannot_be_done_is_said_in_one_sentence(made: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    for arguments, said in (
        (("--out", str(made)), "is not empty"),
        (("--control", "nobody", "--out", out), "there is no control nobody"),
        (("--plans", str(tmp_path / "no.toml"), "--out", out), "no.toml"),
        (("--sign-with", str(made / "public_key.pem"), "--out", out), "not an unencrypted private"),
        ((), "--out DIR is needed"),
        (("--repeat", str(made), "--control", "lcg"), "--repeat takes everything"),
        (("--repeat", str(tmp_path)), "has no report.json"),
    ):
        done = rng(*arguments)
        assert (done.exit_code, said in done.output) == (2, True), done.output
