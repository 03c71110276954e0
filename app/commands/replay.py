"""`pontoon replay`: judge the proof of a round by dealing and playing it again.

Needs no database, server or network, and imports none. Exit codes: 0 all confirmed, 1 one was
refuted, 2 (and none refuted) one is not a usable proof, or was not given properly.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from app.proof.beforehand import Shown, ShownCommitment, parse_announced
from app.proof.chain import Chain, TooManyProofs
from app.proof.document import Proof, parse_proof
from app.proof.follow import KnownRules, known_rules
from app.proof.judge import judge
from app.proof.reading import UnusableProof, read_lines, read_whole
from app.proof.report import checks, finding_words, verdict_json, verdict_words
from app.proof.signing import BadKey, PublicKey
from app.proof.transcript import money, transcript
from app.proof.verdict import Verdict
from config.documents import BadConfig
from config.loader import load_rules

CONFIRMED, REFUTED, UNUSABLE = 0, 1, 2

_HEX_DIGITS = re.compile(r"[0-9a-fA-F]{64}")
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@dataclass(slots=True)
class _Tally:
    confirmed: int = 0
    refuted: int = 0
    unusable: int = 0

    @property
    def exit_code(self) -> int:
        if self.refuted:
            return REFUTED
        return UNUSABLE if self.unusable or not self.confirmed else CONFIRMED


@dataclass(frozen=True, slots=True)
class _Against:
    """What the proofs are judged against."""

    shown: Shown | None
    key: PublicKey | None
    rules_files: KnownRules


@click.command(context_settings={"max_content_width": 100})
@click.argument("files", nargs=-1, required=True, metavar="PROOF.json...")
@click.option(
    "--ndjson",
    is_flag=True,
    help="Many proofs of one seat a file, one a line, "
    "ascending: numbers, shoes and times must go on from round to round.",
)
@click.option(
    "--announced",
    type=_FILE,
    help="What you kept from before the bet, a JSON object "
    "{next_round, client_seed, stake}: shows that the seeds were fixed beforehand.",
)
@click.option("--commitment", metavar="HEX", help="The commitment you noted before the bet.")
@click.option("--client-seed", metavar="TEXT", help="The seed you sent with the bet.")
@click.option(
    "--key", "key_file", type=_FILE, help="The house's public key (PEM): checks the signature."
)
@click.option(
    "--rules",
    "rules_paths",
    type=_FILE,
    multiple=True,
    help="A rules file that is not shipped with this program.",
)
@click.option("--json", "as_json", is_flag=True, help="The verdict as JSON, one line a proof.")
def command(
    files: tuple[str, ...],
    ndjson: bool,
    announced: Path | None,
    commitment: str | None,
    client_seed: str | None,
    key_file: Path | None,
    rules_paths: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Judge a disputed round: deal it again from its proof.

    Prints the round as it was played, and whether its cards and its money follow from its seeds.
    PROOF.json is a proof document; - reads standard input. Exit code 0: confirmed, 1: refuted,
    2: not a usable proof.
    """
    shown = _shown(announced, commitment, client_seed)
    if shown is not None and (ndjson or len(files) > 1):
        raise click.UsageError("what you kept of a bet is compared with one proof: name only that")
    against = _Against(shown, _key(key_file), _known(rules_paths))
    tally = _Tally()
    for name in files:
        try:
            with click.open_file(name, "rb") as stream:
                if ndjson:
                    _judge_lines(name, read_lines(stream), against, tally, as_json=as_json)
                else:
                    _judge_one(name, read_whole(stream), against, tally, as_json=as_json)
        except BrokenPipeError:
            raise  # whoever reads our output has gone; click ends quietly
        except OSError as error:
            _refuse(tally, name, f"cannot be read: {error.strerror}")
    raise SystemExit(tally.exit_code)


def _judge_one(
    name: str, document: bytes, against: _Against, tally: _Tally, *, as_json: bool
) -> None:
    try:
        proof = parse_proof(document)
    except UnusableProof as unusable:
        hint = " (many proofs, one a line: --ndjson)" if "trailing" in str(unusable) else ""
        _refuse(tally, name, f"{unusable}{hint}")
        return
    verdict = judge(proof, against.shown, against.key, against.rules_files)
    _count(tally, verdict)
    if as_json:
        click.echo(verdict_json(verdict))
        return
    click.echo(transcript(proof, verdict.state))
    click.echo()
    _echo_verdict(verdict)
    for line in checks(proof, verdict, against.shown):
        click.echo(f"  {line}")
    _echo_findings(verdict)
    click.echo()


def _judge_lines(
    name: str, lines: Iterator[bytes], against: _Against, tally: _Tally, *, as_json: bool
) -> None:
    chain = Chain(against.rules_files)
    before = tally.confirmed + tally.refuted + tally.unusable
    for number, line in enumerate(lines, start=1):
        try:
            proof = parse_proof(line)
            verdict = chain.add(proof, judge(proof, None, against.key, against.rules_files))
        except UnusableProof as unusable:
            chain.interrupt()
            _refuse(tally, f"{name}, line {number}", str(unusable))
            continue
        except TooManyProofs as refusal:
            _refuse(tally, name, str(refusal))
            break
        _count(tally, verdict)
        if as_json:
            click.echo(verdict_json(verdict))
        else:
            _echo_line(proof, verdict)
    if tally.confirmed + tally.refuted + tally.unusable == before:
        _refuse(tally, name, "holds no proof")
    if not as_json:
        click.echo(_summary(tally, against))


def _echo_line(proof: Proof, verdict: Verdict) -> None:
    net = money(proof.net, proof.currency)
    click.echo(f"{proof.number:>8}  {verdict.verdict:<9}  {proof.status:<7}  net {net}")
    _echo_findings(verdict)


def _summary(tally: _Tally, against: _Against) -> str:
    signatures = "not checked (--key FILE)" if against.key is None else "checked with each"
    judged = tally.confirmed + tally.refuted
    return (
        f"{judged:,} judged: {tally.confirmed:,} confirmed, {tally.refuted:,} refuted"
        f"{f', {tally.unusable:,} not usable' if tally.unusable else ''}. "
        f"Signatures: {signatures}."
    )


def _echo_verdict(verdict: Verdict) -> None:
    click.secho(verdict_words(verdict), bold=True, fg="red" if verdict.findings else "green")


def _echo_findings(verdict: Verdict) -> None:
    for finding in verdict.findings:
        click.echo(f"  -> {finding_words(finding)}")


def _count(tally: _Tally, verdict: Verdict) -> None:
    if verdict.findings:
        tally.refuted += 1
    else:
        tally.confirmed += 1


def _refuse(tally: _Tally, name: str, why: str) -> None:
    tally.unusable += 1
    source = "standard input" if name == "-" else name
    click.echo(f"{source} is not a usable proof: {why}", err=True)


def _shown(announced: Path | None, commitment: str | None, client_seed: str | None) -> Shown | None:
    if announced is not None:
        if commitment is not None or client_seed is not None:
            raise click.UsageError("give --announced, or --commitment and --client-seed, not both")
        try:
            with announced.open("rb") as stream:
                return parse_announced(read_whole(stream))
        except UnusableProof as unusable:
            raise click.UsageError(
                f"{announced} is not a usable announcement: {unusable}"
            ) from None
    if commitment is None:
        if client_seed is not None:
            raise click.UsageError("--client-seed shows something only together with --commitment")
        return None
    if not _HEX_DIGITS.fullmatch(commitment):
        raise click.UsageError("--commitment is 64 hex digits")
    return ShownCommitment(commitment.lower(), client_seed)


def _key(path: Path | None) -> PublicKey | None:
    if path is None:
        return None
    try:
        with path.open("rb") as stream:
            return PublicKey.from_pem(read_whole(stream))
    except BadKey as bad:
        raise click.UsageError(f"{path}: {bad}") from None


def _known(paths: tuple[Path, ...]) -> KnownRules:
    try:
        return known_rules(tuple(load_rules(path) for path in paths))
    except BadConfig as bad:
        raise click.UsageError(str(bad)) from None
