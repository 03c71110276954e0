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
from app.proof.signing import BadKey, PublicKey, SigningKey
from config.certification_plan import PlanName
from config.documents import BadConfig

if TYPE_CHECKING:
    from certification.judgement.results import PastRun
    from certification.report.certify import Request
    from rng.source import RandomSource

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
_SIGN = click.option(
    "--sign-with",
    "key_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="An Ed25519 private key in PEM. Without it a fresh key signs, and is thrown away.",
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
@_SIGN
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
            _repeat(repeated, out, key_file)
        elif out is None:
            raise click.UsageError("--out DIR is needed: the folder for the report.")
        else:
            _certify(_request(plan, plans, control, out, _key(key_file), _before(previous)))


@command.command("all")
@_PLAN
@_PREVIOUS
@click.option("--out", type=_FOLDER, required=True, help="Gets a folder rng and a folder rtp.")
@_SIGN
def everything(plan: str, previous: Path | None, out: Path, key_file: Path | None) -> None:
    """Certify chance and the return to player, one report for each, signed by one key."""
    with _spoken():
        from certification.rtp.report.build import FULL, QUICK, build_rtp_report

        key = _key(key_file)
        before = _before(previous)
        _certify(_request(plan, None, None, out / PARTS[0], key, before), leave=False)
        with bar() as progress:
            verdict = build_rtp_report(
                _empty(out / PARTS[1]),
                key=key,
                at=datetime.now(UTC),
                command=f"pontoon certify all --plan {plan}",
                progress=progress,
                extent=QUICK if plan == "quick" else FULL,
            )
        click.echo(f"return to player: {verdict.value}; {out / PARTS[1]}")
        _leave(rejected=verdict.value == "reject" or _rejected(out / PARTS[0]))


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

    words = ["pontoon certify rng", f"--plan {plan}"]
    words += [f"--plans {plans.name}"] if plans else []
    words += [f"--control {control}"] if control else []
    words += ["--previous DIR"] if previous else []
    return Request(
        plan=load_plan(PlanName(plan), plans),
        dealer=dealer_of(control or PRODUCTION),
        out=_empty(out),
        key=key,
        at=datetime.now(UTC).replace(microsecond=0),
        command=" ".join([*words, "--out DIR"]),
        manifest=manifest(),
        take=_production().take,
        plans=SHIPPED if plans is None else plans.name,
        previous=previous,
    )


def _certify(request: "Request", *, leave: bool = True) -> None:
    from certification.judgement.results import Verdict
    from certification.report.certify import certify

    with bar() as progress:
        report = certify(request, progress)
    say_report(request.out, report)
    if leave:
        _leave(rejected=report.verdict is Verdict.REJECT)


def _repeat(folder: Path, out: Path | None, key_file: Path | None) -> None:
    from certification.report.certify import repeat, write_repetition

    key, at, started = _key(key_file), datetime.now(UTC).replace(microsecond=0), monotonic()
    target = None if out is None else _empty(out)
    with bar() as progress:
        found = repeat(folder, progress)
    if target is not None:
        seconds = monotonic() - started
        say_report(target, write_repetition(found, folder, target, key, at, seconds))
    say_repetition(found)
    _leave(rejected=bool(found.differs))


def _before(previous: Path | None) -> tuple["PastRun", ...]:
    from certification.report.certify import runs_before

    return () if previous is None else runs_before(previous)


def _key(key_file: Path | None) -> SigningKey:
    from app.proof.signing import KEY_SEED_BYTES

    if key_file is not None:
        return SigningKey.from_pem(key_file.read_bytes())
    return SigningKey.from_seed(_production().take(KEY_SEED_BYTES))


def _production() -> "RandomSource":
    from rng.entropy import EntropySource
    from rng.source import RandomSource

    return RandomSource(EntropySource())


def _fingerprint(key: str) -> str:
    from certification.report.sealed import fingerprint

    plain = key.replace(":", "").lower()
    if _FINGERPRINT.fullmatch(plain):
        return plain
    return fingerprint(PublicKey.from_pem(Path(key).read_bytes()))


def _empty(out: Path) -> Path:
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        raise Unusable(f"{out} is not empty: give a new folder.")
    return out


def _rejected(folder: Path) -> bool:
    from certification.report.write import read_report

    return read_report(folder)[0].verdict.value == "reject"


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
