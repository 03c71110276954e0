"""The seed of a run, the manifest, and the JSON form of a result."""

import subprocess
import sys
import tomllib
from hashlib import sha256, sha384
from pathlib import Path

import pytest

from certification.judgement import manifest as manifests
from certification.judgement.results import (
    BadRunResult,
    Origin,
    from_json,
    rounded,
    to_json,
)
from config.certification_plan import PlanName

ROOT = Path(__file__).parents[3]


def test_seed_is_sha384_of_format_plan_manifest_and_run_number() -> None:
    origin = Origin(PlanName.STANDARD, "ab" * 32, 3)
    text = "pontoon/certify/1\nstandard\n" + "ab" * 32 + "\n3"
    assert origin.seed == sha384(text.encode()).digest()
    assert len(origin.seed) == 48


def test_manifest_has_every_packaged_file_sorted_by_path() -> None:
    lines = manifests.manifest().splitlines()
    paths = [line.partition("  ")[2] for line in lines]
    assert paths == sorted(paths)
    assert "rng/draw.py" in paths
    assert "config/certification.toml" in paths
    assert "config/rules/casino-8-deck-1.toml" in paths
    assert {path.partition("/")[0] for path in paths} == set(manifests.PACKAGES)
    assert not any("__pycache__" in path for path in paths)
    digest, _, path = lines[0].partition("  ")
    assert digest == sha256((ROOT / path).read_bytes()).hexdigest()


def test_manifest_looks_at_the_files_that_the_wheel_ships() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text())
    shipped = data["tool"]["setuptools"]["package-data"]["*"]
    assert {".py", *(pattern.removeprefix("*") for pattern in shipped)} == manifests.SUFFIXES


def test_sha256sum_reads_the_manifest(tmp_path: Path) -> None:
    lines = manifests.manifest()
    (tmp_path / "manifest").write_text(lines)
    script = (
        "import hashlib, pathlib, sys\n"
        "for line in pathlib.Path(sys.argv[1]).read_text().splitlines():\n"
        "    digest, path = line.split('  ', 1)\n"
        "    assert hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest() == digest, path\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "manifest")]
    subprocess.run(command, cwd=ROOT, check=True)


def test_numbers_keep_twelve_digits() -> None:
    assert rounded(1 / 3) == 0.333333333333
    assert rounded(0.0) == 0.0


@pytest.mark.parametrize("wrong", [float("nan"), float("inf")])
def test_what_is_no_number_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="came out as"):
        rounded(wrong)


@pytest.mark.parametrize("text", ["", "{}", '{"format": "pontoon/certify/1"}', "[1]"])
def test_another_text_is_no_result(text: str) -> None:
    with pytest.raises(BadRunResult):
        from_json(text)


def test_json_is_read_as_it_was_written(small_run) -> None:  # type: ignore[no-untyped-def] # fixture
    assert from_json(to_json(small_run)) == small_run
