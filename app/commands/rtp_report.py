"""What `pontoon rtp report` does: the report of `certification.rtp.report`, made with a bar."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import click

from app.commands.certify_screen import bar
from app.commands.game_options import processes_of
from app.commands.report_options import empty_folder, signing_key
from certification.judgement.results import Verdict
from certification.report.sealed import fingerprint
from certification.rtp.report.build import FULL, HTML, PDF, QUICK, write_report
from certification.rtp.report.facts import Extent, gather
from certification.rtp.report.sections import displayed
from config.loader import RulesFile


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked on the command line."""

    file: RulesFile
    out: Path
    rounds: int | None
    quick: bool
    key_file: Path | None
    processes: int | None

    @property
    def extent(self) -> Extent:
        """How much is played."""
        extent = QUICK if self.quick else FULL
        processes = processes_of(self.processes)
        return Extent(
            rounds=self.rounds or extent.rounds,
            exposure=replace(extent.exposure, processes=processes),
            processes=processes,
        )

    @property
    def command(self) -> str:
        """The line that makes the same report again."""
        words = [f"pontoon rtp report --rules {self.file.rules.id.split('+')[0]}"]
        words += [f"--set {change}" for change in self.file.changes]
        words += ["--quick"] if self.quick else []
        words += [f"--rounds {self.rounds}"] if self.rounds else []
        return " ".join([*words, "--out DIR"])


def write(wanted: Wanted) -> bool:
    """Write the report, and say where it is; whether all comparisons agree."""
    key = signing_key(wanted.key_file)
    out = empty_folder(wanted.out)
    at = datetime.now(UTC).replace(microsecond=0)
    with bar() as progress:
        found = gather(wanted.file, wanted.extent, at, wanted.command, progress)
        verdict = write_report(out, found, key)
    for check in found.checks:
        if not check.passed:
            click.echo(f"DISAGREES: {check.name}: {check.found}, expected {check.expected}")
    click.echo(f"Return to player, displayed: {displayed(found)}")
    click.echo(f"{out / HTML}, {PDF}")
    click.echo(f"Signed by {fingerprint(key.public)}")
    return verdict is Verdict.PASS
