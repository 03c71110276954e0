"""`pontoon replay`: judge the proof of a round by dealing and playing it again.

Needs no database, server or network, and imports none. Exit codes: 0 all confirmed, 1 one was
refuted, 2 (and none refuted) one is not a usable proof, or was not given properly. Where all could
not be said, those of `app.commands.streams`, so that 1 means nothing else.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from app.commands.replay_given import Against, public_key, rules_known, shown_before
from app.proof.chain import Chain, TooManyProofs
from app.proof.document import Proof, parse_proof
from app.proof.judge import judge
from app.proof.reading import UnusableProof, read_lines, read_whole
from app.proof.report import checks, finding_words, unusable_json, verdict_json, verdict_words
from app.proof.transcript import transcript
from app.proof.verdict import Verdict
from config.words import money

CONFIRMED, REFUTED, UNUSABLE = 0, 1, 2

_REMEDIES = {"rules_id": " (rules that are not shipped here are given with --rules FILE)"}
"""What this command can do about a finding, behind its words.

Not with --json: what is expected is a fact there, and a program knows the field by its `where`.
"""

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


class _Unreadable(Exception):
    """A file cannot be read; what cannot be written is no fault of the proof."""


@dataclass(slots=True)
class _Tally:
    confirmed: int = 0
    refuted: int = 0
    unusable: int = 0

    def add(self, other: "_Tally") -> None:
        self.confirmed += other.confirmed
        self.refuted += other.refuted
        self.unusable += other.unusable

    @property
    def exit_code(self) -> int:
        if self.refuted:
            return REFUTED
        return UNUSABLE if self.unusable or not self.confirmed else CONFIRMED


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the proofs are judged against, and how it is told."""

    against: Against
    as_json: bool
    several: bool


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
    "--key",
    "key_file",
    type=_FILE,
    help="The house's public key (PEM), as GET /v1/keys gives it: checks the signature.",
)
@click.option(
    "--rules",
    "rules_paths",
    type=_FILE,
    multiple=True,
    help="A rules file that is not shipped with this program.",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="The verdict as JSON, one line a proof; of several each line says where it was read, its "
    "number and its round_id.",
)
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
    2: not a usable proof. Where the verdict cannot be told it is 74 (nothing can be written), 141
    (the reader of a pipe has gone) or 130 (Ctrl+C), whatever it would have been.
    """
    shown = shown_before(announced, commitment, client_seed)
    if shown is not None and (ndjson or len(files) > 1):
        raise click.UsageError("what you kept of a bet is compared with one proof: name only that")
    against = Against(shown, public_key(key_file), rules_known(rules_paths))
    asked = _Asked(against, as_json, ndjson or len(files) > 1)
    tally = _Tally()
    for name in files:
        tally.add(_judge_file(name, asked, ndjson=ndjson))
    if ndjson and len(files) > 1 and not as_json:
        click.echo(f"All files: {_counted(tally)}")
    raise SystemExit(tally.exit_code)


def _judge_file(name: str, asked: _Asked, *, ndjson: bool) -> _Tally:
    tally = _Tally()
    documents = _documents(name, ndjson=ndjson)
    try:
        if ndjson:
            _judge_lines(name, documents, asked, tally)
        else:
            _judge_one(name, next(documents), asked, tally)
    except _Unreadable as unreadable:
        _refuse(tally, asked, name, f"cannot be read: {unreadable}")
    return tally


def _documents(name: str, *, ndjson: bool) -> Iterator[bytes]:
    try:
        with click.open_file(name, "rb") as stream:
            if ndjson:
                yield from read_lines(stream)
            else:
                yield read_whole(stream)
    except OSError as error:
        raise _Unreadable(error.strerror or str(error)) from None


def _judge_one(name: str, document: bytes, asked: _Asked, tally: _Tally) -> None:
    against = asked.against
    try:
        proof = parse_proof(document)
    except UnusableProof as unusable:
        hint = " (many proofs, one a line: --ndjson)" if document.count(b"\n{") else ""
        _refuse(tally, asked, name, f"{unusable}{hint}")
        return
    verdict = judge(proof, against.shown, against.key, against.rules_files)
    _count(tally, verdict)
    if asked.as_json:
        _echo_json(name, 0, proof, verdict, asked)
        return
    click.echo(transcript(proof, verdict.state))
    click.echo()
    click.secho(verdict_words(verdict), bold=True, fg="red" if verdict.findings else "green")
    for line in checks(proof, verdict, against.shown):
        click.echo(f"  {line}")
    _echo_findings(verdict)
    click.echo()


def _judge_lines(name: str, lines: Iterator[bytes], asked: _Asked, tally: _Tally) -> None:
    against, first = asked.against, None
    chain = Chain(against.rules_files)
    for at, line in enumerate(lines, start=1):
        try:
            proof = parse_proof(line)
            verdict = chain.add(proof, judge(proof, None, against.key, against.rules_files))
        except UnusableProof as unusable:
            chain.interrupt()
            _refuse(tally, asked, name, str(unusable), line=at)
            continue
        except TooManyProofs as refusal:
            _refuse(tally, asked, name, str(refusal))
            break
        first = proof.number if first is None else first
        _count(tally, verdict)
        if asked.as_json:
            _echo_json(name, at, proof, verdict, asked)
        else:
            _echo_line(proof, verdict)
    if tally == _Tally():
        _refuse(tally, asked, name, "holds no proof")
    if not asked.as_json:
        _echo_summary(name, first, tally, asked)


def _echo_json(name: str, line: int, proof: Proof, verdict: Verdict, asked: _Asked) -> None:
    among: dict[str, str | int] = {}
    if asked.several:
        among = _place(name, line) | {"number": proof.number, "round_id": proof.round_id}
    click.echo(verdict_json(verdict, among))


def _place(name: str, line: int) -> dict[str, str | int]:
    return {"source": name} | ({"line": line} if line else {})


def _echo_line(proof: Proof, verdict: Verdict) -> None:
    net = money(proof.net, proof.currency)
    click.echo(f"{proof.number:>8}  {verdict.verdict:<9}  {proof.status:<7}  net {net}")
    _echo_findings(verdict)


def _echo_summary(name: str, first: int | None, tally: _Tally, asked: _Asked) -> None:
    click.echo(f"\n{_spoken(name)}:")
    if first is not None and first > 1:
        before = "round 1 is" if first == 2 else f"rounds 1 to {first - 1:,} are"
        click.echo(f"It begins with round {first:,}: {before} not in it.")
    click.echo(
        "Whether seeds were fixed beforehand is not shown here: compare a round by itself with "
        "what you kept of it (--announced FILE)."
    )
    signatures = "not checked (--key FILE)" if asked.against.key is None else "checked with each"
    click.echo(f"{_counted(tally)} Signatures: {signatures}.")


def _counted(tally: _Tally) -> str:
    return (
        f"{tally.confirmed + tally.refuted:,} judged: {tally.confirmed:,} confirmed, "
        f"{tally.refuted:,} refuted"
        f"{f', {tally.unusable:,} not usable' if tally.unusable else ''}."
    )


def _echo_findings(verdict: Verdict) -> None:
    for finding in verdict.findings:
        click.echo(f"  -> {finding_words(finding)}{_REMEDIES.get(finding.where, '')}")


def _count(tally: _Tally, verdict: Verdict) -> None:
    if verdict.findings:
        tally.refuted += 1
    else:
        tally.confirmed += 1


def _refuse(tally: _Tally, asked: _Asked, name: str, why: str, line: int = 0) -> None:
    tally.unusable += 1
    where = f"{_spoken(name)}, line {line}" if line else _spoken(name)
    click.echo(f"{where} is not a usable proof: {why}", err=True)
    if asked.as_json and asked.several:
        click.echo(unusable_json(_place(name, line), why))


def _spoken(name: str) -> str:
    return "standard input" if name == "-" else name
