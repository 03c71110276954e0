"""What `pontoon certify` shows: a bar while it works, a few lines at the end."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

if TYPE_CHECKING:
    from certification.report.certify import Progress as Told
    from certification.report.certify import Repetition
    from certification.report.document import Report
    from certification.report.sealed import Checked

SHOWN_MAX: Final = 10  # names in a list; the report has them all


@contextmanager
def bar() -> Iterator["Told"]:
    """A bar on the terminal; a step whose number of pieces changes begins a new line."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description:<34}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("starting", total=None)
        last = 0

        def told(what: str, done: int, of: int) -> None:
            nonlocal task, last
            if done <= last:
                task = progress.add_task(what, total=of)
            last = done
            progress.update(task, completed=done, total=of, description=what)

        yield told


def say_report(folder: Path, report: "Report") -> None:
    """Where it is, what it says, who signed."""
    from certification.report.about import rejected, sentence, warnings
    from certification.report.write import HTML, PDF

    for line in (*warnings(report), sentence(report)):
        click.echo(line.replace("`", ""))
    for name in rejected(report)[:SHOWN_MAX]:
        click.echo(f"  rejects: {name}")
    missed = report.power.not_seen_by(report.plan.name)
    if missed and report.of_production:
        click.echo(f"Controls that this plan cannot see: {', '.join(missed)}.")
    for each in report.batteries.not_run[:SHOWN_MAX]:
        click.echo(f"Not run: {each.battery} {each.arguments}".rstrip() + f": {each.why}.")
    click.echo(f"Report {report.report_id}: {folder / HTML}, {PDF}")
    click.echo(f"Signed by {report.key_fingerprint}")


def say_repetition(found: "Repetition") -> None:
    """Whether every figure is the same, and what was not compared."""
    report = found.report
    tests = sum(len(stage.results) for stage in report.run.stages)
    if found.other_files:
        click.echo(
            f"The software is not that of the report: {len(found.other_files)} files differ, "
            f"{found.other_files[0]} among them."
        )
    for each in found.batteries_not_repeated[:SHOWN_MAX]:
        click.echo(f"Not repeated: {each.battery} {each.arguments}: {each.why}.")
    if found.differs:
        click.echo(f"Not repeated: {found.differs[0]} is the first of {len(found.differs)}.")
        return
    click.echo(
        f"Repeated bit for bit: {tests} tests of report {report.report_id}, run "
        f"{report.run.origin.run}, {report.verdict.value}; the live part from its kept secrets."
    )


def say_checked(folder: Path, checked: "Checked", expected: str | None) -> bool:
    """One line, and one for each change. Gives back whether all is well."""
    for change in checked.changes[:SHOWN_MAX]:
        click.echo(f"{folder}: {change}")
    if checked.changes:
        things = "thing is" if len(checked.changes) == 1 else "things are"
        click.echo(f"changed: {len(checked.changes)} {things} not as signed")
        return False
    facts = checked.facts
    about = f"report {facts.report_id}: {facts.verdict}"
    if expected is None:
        click.echo(f"intact; signed by {checked.fingerprint}, which nobody has vouched for")
    elif expected == checked.fingerprint:
        click.echo(f"intact; signed by {checked.fingerprint}, the key that you gave")
    else:
        click.echo(f"signed by {checked.fingerprint}, not by the key that you gave, {expected}")
        return False
    click.echo(about)
    return True
