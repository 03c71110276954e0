"""One small certification for all tests of reports: a plan of seconds, by its own plan file.

Its manifest is fixed, and the bytes of its live part: a seed that every edit of a source draws anew
would fail these tests one time in a hundred, rightly. `test_repeat` shows that the command line
takes the manifest of the software that runs.
"""

import re
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree

import pytest

from app.proof.signing import SigningKey
from certification.cards.production import Production
from certification.report.certify import Request, certify
from config.certification_plan import PlanName, load_plan
from config.documents import resource
from tests.certification.judgement.plans import take

KEY = SigningKey.from_seed(bytes(range(32)))
MANIFEST = f"{'00' * 32}  app/cli.py\n{'11' * 32}  rng/draw.py\n"
SMALL = {
    "streams": 1,
    "rounds_served": 500,
    "rounds_twin": 9_500,
    "shoes": 1_000,
    "integers": 12_000,
    "seats": 500,
    "secrets": 5_000,
    "blocks": 20_000,
    "live_secrets": 2_000,
}


@pytest.fixture(scope="session")
def small_plans(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped plans with less data in `quick`."""
    before, found, after = resource("certification.toml").read_text().partition("[standard.bits]")
    for name, size in SMALL.items():
        before = re.sub(rf"(?m)^{name} = \S+", f"{name} = {size}", before)
    path = tmp_path_factory.mktemp("plans") / "small.toml"
    path.write_text(before + found + after)
    return path


@pytest.fixture(scope="session")
def made(small_plans: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a report on the production generator. Not to be changed: see `folder`."""
    out = tmp_path_factory.mktemp("report")
    request = Request(
        plan=load_plan(PlanName.QUICK, small_plans),
        dealer=Production(),
        out=out,
        key=KEY,
        at=datetime(2026, 11, 29, 12, tzinfo=UTC),
        command="pontoon certify rng --plan quick --plans small.toml --out DIR",
        manifest=MANIFEST,
        take=take,
        plans="small.toml",
        workers=1,
    )
    certify(request, lambda *_: None)
    return out


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """A copy of the report that a test may spoil."""
    return copytree(made, tmp_path / "copy")
