"""`pontoon certify`: the certification of chance, its report, and whether a report is intact.

Nothing is tested or judged here: see `certification`, which is imported when a command runs. Exit
codes: 0 passed or intact, 1 rejected, changed or not repeated, 2 unusable.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

import click

from app.commands.certify_screen import bar, say_checked, say_repetition, say_report
from app.commands.extras import Unusable, needs_certification
from app.commands.report_options import SIGN_OPTION, empty_folder, signing_key
from app.proof.signing import BadKey, PublicKey, SigningKey
from config.certification_plan import PlanName
from config.documents import BadConfig

if TYPE_CHECKING:
    from certification.judgement.results import PastRun, Verdict
    from certification.report.certify import Request

PARTS: Final = ("rng", "rtp")
"""The folders of `pontoon certify all`."""

_FINGERPRINT: Final = re.compile(r"[0-9a-f]{64}")
_FOLDER: Final = click.Path(file_okay=False, path_type=Path)
_PLAN = click.option(
    "--plan",
    type=click.Choice([plan.value for plan in PlanName]),
    default=PlanName.STANDARD.value,
    show_default=True,
    help="quick: under a minute; standard: about ten; full: hours.",
)
_PREVIOUS = click.option(
    "--previous", type=_FOLDER, help="The report of the run before; without it this is run 1."
)


@click.group(context_settings={"max_content_width": 100})
def command() -> None:
    """Certify chance by a signed report, and check reports."""


@command.command
@_PLAN
@click.option("--plans", type=click.Path(path_type=Path), help="Plans of another file, for trials.")
@_PREVIOUS
@click.option("--repeat", "repeated", type=_FOLDER, help="Do the run of this report again.")
@click.option("--control", metavar="NAME", help="Judge a generator made wrong on purpose.")
@click.option("--out", type=_FOLDER, help="Folder of the report; made, or empty.")
@SIGN_OPTION
def rng(
    plan: str,
    plans: Path | None,
    previous: Path | None,
    repeated: Path | None,
    control: str | None,
    out: Path | None,
    key_file: Path | None,
) -> None:
    """Test the chance of the game and write a signed report: JSON, HTML and PDF.

    Exit code 1 if it is rejected. With --repeat the run of a report is done again from its seed,
    and every statistic and p-value compared bit for bit; a report of that is written on --out.
    """
    with _spoken():
        if repeated is not None:
            if any((plans, previous, control)):
                raise click.UsageError("--repeat takes everything from the report it repeats.")
            rejected = not _repeats(repeated, out, key_file)
        elif out is None:
            raise click.UsageError("--out DIR is needed: the folder for the report.")
        else:
            key = signing_key(key_file)
            asked = _request(plan, plans, control, out, key, _before(previous))
            rejected = _rejects(_certified(asked))
        _leave(rejected=rejected)


@command.command("all")
@_PLAN
@_PREVIOUS
@click.option("--out", type=_FOLDER, required=True, help="Gets a folder rng and a folder rtp.")
@SIGN_OPTION
def everything(plan: str, previous: Path | None, out: Path, key_file: Path | None) -> None:
    """Certify chance and the return to player, one report for each, signed by one key."""
    with _spoken():
        from certification.rtp.report.build import FULL, QUICK, build_rtp_report

        key = signing_key(key_file)
        before = _before(previous)
        chance = _certified(_request(plan, None, None, out / PARTS[0], key, before))
        with bar() as progress:
            returned = build_rtp_report(
                empty_folder(out / PARTS[1]),
                key=key,
                at=datetime.now(UTC),
                command=f"pontoon certify all --plan {plan}",
                progress=progress,
                extent=QUICK if plan == "quick" else FULL,
            )
        click.echo(f"return to player: {returned.value}; {out / PARTS[1]}")
        _leave(rejected=_rejects(chance) or _rejects(returned))


@command.command
@click.argument("folder", metavar="DIR", type=_FOLDER)
@click.option("--key", metavar="FILE|FINGERPRINT", help="Whose signature it must be.")
def verify(folder: Path, key: str | None) -> None:
    """Say whether a report is as it was signed, and by whom."""
    with _spoken():
        from certification.report.sealed import check

        expected = None if key is None else _fingerprint(key)
        folders = [folder / part for part in PARTS if (folder / part).is_dir()] or [folder]
        found = [(each, check(each)) for each in folders]
        good = [say_checked(each, checked, expected) for each, checked in found]
        _leave(rejected=not all(good))


def _request(
    plan: str,
    plans: Path | None,
    control: str | None,
    out: Path,
    key: SigningKey,
    previous: tuple["PastRun", ...],
) -> "Request":
    from certification.judgement.manifest import manifest
    from certification.report.certify import SHIPPED, Request, dealer_of
    from certification.report.document import PRODUCTION
    from config.certification_plan import load_plan
    from rng.entropy import EntropySource
    from rng.source import RandomSource

    words = ["pontoon certify rng", f"--plan {plan}"]
    words += [f"--plans {plans.name}"] if plans else []
    words += [f"--control {control}"] if control else []
    words += ["--previous DIR"] if previous else []
    return Request(
        plan=load_plan(PlanName(plan), plans),
        dealer=dealer_of(control or PRODUCTION),
        out=empty_folder(out),
        key=key,
        at=datetime.now(UTC).replace(microsecond=0),
        command=" ".join([*words, "--out DIR"]),
        manifest=manifest(),
        take=RandomSource(EntropySource()).take,
        plans=SHIPPED if plans is None else plans.name,
        previous=previous,
    )


def _certified(request: "Request") -> "Verdict":
    from certification.report.certify import certify

    with bar() as progress:
        report = certify(request, progress)
    say_report(request.out, report)
    return report.verdict


def _repeats(folder: Path, out: Path | None, key_file: Path | None) -> bool:
    """Whether the run of this report is the same again, bit for bit."""
    from certification.report.certify import repeat, write_repetition

    key, at, started = signing_key(key_file), datetime.now(UTC).replace(microsecond=0), monotonic()
    target = None if out is None else empty_folder(out)
    with bar() as progress:
        found = repeat(folder, progress)
    if target is not None:
        seconds = monotonic() - started
        say_report(target, write_repetition(found, folder, target, key, at, seconds))
    say_repetition(found)
    return not found.differs


def _before(previous: Path | None) -> tuple["PastRun", ...]:
    from certification.report.certify import runs_before

    return () if previous is None else runs_before(previous)


def _fingerprint(key: str) -> str:
    from certification.report.sealed import fingerprint

    plain = key.replace(":", "").lower()
    if _FINGERPRINT.fullmatch(plain):
        return plain
    if not Path(key).is_file():
        raise Unusable(f"--key {key}: expected a file, or a fingerprint of 64 hex digits")
    return fingerprint(PublicKey.from_pem(Path(key).read_bytes()))


def _rejects(verdict: "Verdict") -> bool:
    return verdict.value == "reject"


def _leave(*, rejected: bool) -> None:
    click.get_current_context().exit(1 if rejected else 0)


@contextmanager
def _spoken() -> Iterator[None]:
    """Turn what can be wrong with what was given into one sentence and exit code 2."""
    from certification.report.refusals import Unfit
    from rng.source import Refused

    try:
        with needs_certification():
            yield
    except OSError as error:
        raise Unusable(f"{error.filename or 'a file'}: {error.strerror}.") from None
    except (BadKey, BadConfig, Refused, Unfit) as error:
        raise Unusable(f"{error}.") from None
