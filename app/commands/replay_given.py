"""What `pontoon replay` judges by, as it was given: what was kept, the key, rules files."""

import re
from dataclasses import dataclass
from pathlib import Path

import click

from app.proof.beforehand import Shown, ShownCommitment, parse_announced
from app.proof.follow import KnownRules, known_rules
from app.proof.forms import CLIENT_SEED, IN_WORDS
from app.proof.reading import UnusableProof, read_whole
from app.proof.signing import BadKey, PublicKey
from config.documents import BadConfig
from config.loader import RulesFile, load_rules, shipped_rules

_HEX_DIGITS = re.compile(r"[0-9a-fA-F]{64}")
_PRIVATE = b"PRIVATE KEY-----"


@dataclass(frozen=True, slots=True)
class Against:
    """What the proofs are judged against."""

    shown: Shown | None
    key: PublicKey | None
    rules_files: KnownRules


def shown_before(
    announced: Path | None, commitment: str | None, client_seed: str | None
) -> Shown | None:
    """What the player kept from before the bet, in either form; None where nothing was given."""
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
    if client_seed is not None and not re.fullmatch(CLIENT_SEED, client_seed):
        raise click.UsageError(
            f"--client-seed is {IN_WORDS[CLIENT_SEED]}, as every seed that a table takes: leave "
            "it out where none was sent"
        )
    return ShownCommitment(commitment.lower(), client_seed)


def public_key(path: Path | None) -> PublicKey | None:
    """The house's public key in this file."""
    if path is None:
        return None
    with path.open("rb") as stream:
        pem = read_whole(stream)
    try:
        return PublicKey.from_pem(pem)
    except BadKey as bad:
        if _PRIVATE in pem:
            raise click.UsageError(
                f"{path} is not a public key but a private one: show it to nobody. "
                "The public one is in signing.pub.pem beside it, and at GET /v1/keys."
            ) from None
        raise click.UsageError(
            f"{path}: {bad}. The house's is in signing.pub.pem in its folder of keys, and at "
            "GET /v1/keys"
        ) from None


def rules_known(paths: tuple[Path, ...]) -> KnownRules:
    """The rules shipped with this program and those of these files."""
    try:
        given = tuple(load_rules(path) for path in paths)
    except BadConfig as bad:
        raise click.UsageError(str(bad)) from None
    _refuse_shipped(given)
    return known_rules(given)


def _refuse_shipped(given: tuple[RulesFile, ...]) -> None:
    # An id stands for one file for ever: what is shipped under it decides, whatever a file says.
    shipped = {file.rules.id: file.sha256 for file in shipped_rules()}
    for file in given:
        if shipped.get(file.rules.id, file.sha256) != file.sha256:
            raise click.UsageError(
                f"{file.source} calls itself {file.rules.id}, but is not the file of that id that "
                "is shipped with this program, which is the one to judge by: leave out --rules"
            )
